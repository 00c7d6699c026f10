// fight/drawing.js: puts the parts that Python has drawn into the page; focus and scroll stay where they are.
//
// Contract. `createDrawing(root, roll)`: `draw(parts, panel)` redraws each `[data-part]` whose HTML has changed. The focused
// element keeps the focus: it is found again by its id, else by what its attributes do and its text. If it is gone,
// `[data-part=top]` gets the focus. The element that was used last stays at its height on the screen. When `panel` is the id
// of a panel that has been opened, it is scrolled into view and gets the focus, or else its act `[data-asked]`, for which the
// folds above the list close; `closed()` gives the focus back to what opened it. `odds(odds)` fills the `[data-odds]` of these fighters, `clear()` removes all. `roll` is the open roll, which no redraw
// removes. Where there is room, the panel of a fighter is moved to `[data-beside]`.

import { keepState } from "../shared/details-state.js";
import { part } from "../shared/parts.js";
import { setHtml } from "../shared/trusted.js";
import { createBeside } from "./beside.js";

const HOOKS = [
  "event",
  "view",
  "roll",
  "rollTyped",
  "cursor",
  "strike",
  "move",
  "apply",
  "undo",
  "redo",
  "line",
  "lineNumber",
];
const FOCUSABLE = "button, a[href], input, select, summary, [tabindex]";

/** @param {HTMLElement} root @param {{place: () => void, takeOut: () => void}} roll */
export function createDrawing(root, roll) {
  const beside = createBeside(root);
  /** The HTML of each part that is in the page. @type {Map<string, string>} */
  const drawn = new Map();
  /** What opened the panel. */
  let opener = "";
  /** The element that was used last; a browser need not focus a button that is tapped. @type {Element | null} */
  let used = null;

  root.addEventListener(
    "click",
    ({ target }) => (used = target instanceof Element ? target.closest(FOCUSABLE) : null),
    {
      capture: true,
    },
  );

  /** @param {Record<string, string>} parts */
  function redraw(parts) {
    roll.takeOut();
    beside.takeBack();
    for (const [name, html] of Object.entries(parts)) {
      const place = root.querySelector(`[data-part="${CSS.escape(name)}"]`);
      if (!(place instanceof HTMLElement) || drawn.get(name) === html) continue;
      keepState(place, () => setHtml(place, html));
      drawn.set(name, html);
    }
    beside.place();
    roll.place();
  }

  /** @param {string} key */
  const found = (key) =>
    /** @type {HTMLElement | undefined} */ (
      key ? [...root.querySelectorAll(FOCUSABLE)].find((each) => keyOf(each) === key) : undefined
    );

  /**
   * What lies in a closed fold, such as somebody who has just fallen, cannot have the focus; its summary can.
   *
   * @param {Element | undefined} element
   */
  function focus(element) {
    const summary = element?.closest("details:not([open])")?.querySelector("summary");
    /** @type {HTMLElement | undefined} */ (summary ?? element)?.focus({ preventScroll: true });
  }

  /** @param {string} id */
  function showPanel(id) {
    const panel = document.getElementById(id);
    if (!panel) return;
    const asked = panel.querySelector("[data-asked]");
    const shown = asked instanceof HTMLElement ? asked : panel;
    if (asked) for (const fold of root.querySelectorAll("[data-part=top] details")) fold.removeAttribute("open");
    shown.tabIndex = -1;
    shown.focus({ preventScroll: true });
    shown.scrollIntoView({ block: "nearest" });
  }

  return {
    /** @param {Record<string, string>} parts @param {string} [panel] */
    draw(parts, panel = "") {
      const active = document.activeElement;
      const focused = root.contains(active) ? active : null;
      const anchor = focused ?? (used?.isConnected ? used : null);
      const [key, height] = [keyOf(anchor), anchor?.getBoundingClientRect().top ?? 0];
      redraw(parts);
      const same = anchor?.isConnected ? anchor : found(key);
      if (focused && document.activeElement !== same) {
        focus(same ?? part(root, "part"));
      }
      const moved = same ? same.getBoundingClientRect().top - height : 0;
      // What sticks moves by itself.
      if (moved && !same?.closest("[data-sticks]"))
        beside.scrollerOf(same).scrollBy({ top: moved, behavior: "instant" });
      if (!panel) return;
      opener = key;
      showPanel(panel);
    },
    closed() {
      focus(found(opener));
      opener = "";
    },
    /** @param {Record<string, string>} odds */
    odds(odds) {
      for (const place of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-odds]"))) {
        const text = odds[place.dataset.odds ?? ""];
        if (text !== undefined) place.textContent = text;
      }
    },
    clear() {
      roll.takeOut();
      beside.takeBack();
      for (const place of root.querySelectorAll("[data-part]")) place.replaceChildren();
      drawn.clear();
      opener = "";
    },
  };
}

/** What an element is, also after a redraw. @param {Element | null} element */
export function keyOf(element) {
  if (!(element instanceof HTMLElement)) return "";
  if (element.id) return `#${element.id}`;
  const hooks = HOOKS.map((hook) => element.dataset[hook]).filter((value) => value !== undefined);
  const form = element.closest("form")?.dataset.eventForm ?? "";
  return [element.localName, ...hooks, form, element.getAttribute("name"), element.textContent?.trim()].join("\n");
}
