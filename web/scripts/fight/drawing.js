// fight/drawing.js: puts the parts that Python has drawn into the page; focus and scroll stay where they are.
//
// Contract. `createDrawing(root)`: `draw(parts, opens)` redraws each `[data-part]` whose HTML has changed. The focused element
// keeps the focus: it is found again by its id, else by what its attributes do and its text. If it is gone, `[data-part=top]`
// gets the focus. The element that was used last stays at its height on the screen. `[data-panel-place]` of a part takes in
// the panel, which otherwise stands below the list. When `opens` is set, the panel that has been opened is scrolled into view
// and gets the focus; `closed()` gives the focus back to what opened it. `odds(odds)` fills `[data-odds]`.

import { keepState } from "../shared/details-state.js";
import { part } from "../shared/parts.js";
import { setHtml } from "../shared/trusted.js";

const HOOKS = ["event", "view", "roll", "rollTyped", "cursor", "apply", "undo", "redo", "key", "line", "lineNumber"];
const FOCUSABLE = "button, a[href], input, select, summary, [tabindex]";

/** @param {HTMLElement} root */
export function createDrawing(root) {
  const panel = part(root, "panel-area");
  const home = part(root, "panel-home");
  /** The HTML of each part that is in the page. @type {Map<string, string>} */
  const drawn = new Map();
  /** What opened the panel. */
  let opener = "";

  /** @param {Record<string, string>} parts */
  function redraw(parts) {
    for (const [name, html] of Object.entries(parts)) {
      const place = root.querySelector(`[data-part="${CSS.escape(name)}"]`);
      if (!(place instanceof HTMLElement) || drawn.get(name) === html) continue;
      if (place.contains(panel)) home.append(panel);
      keepState(place, () => setHtml(place, html));
      drawn.set(name, html);
    }
    (root.querySelector("[data-panel-place]") ?? home).append(panel);
  }

  /** @param {string} key */
  const found = (key) =>
    /** @type {HTMLElement | undefined} */ ([...root.querySelectorAll(FOCUSABLE)].find((each) => keyOf(each) === key));

  /** @param {HTMLElement | undefined} element */
  function focus(element) {
    (element ?? part(root, "part")).focus({ preventScroll: true });
  }

  return {
    /** @param {Record<string, string>} parts @param {boolean} [opens] */
    draw(parts, opens = false) {
      const used = root.contains(document.activeElement) ? document.activeElement : null;
      const key = keyOf(used);
      const height = used?.getBoundingClientRect().top ?? 0;
      redraw(parts);
      if (!used) return;
      const same = used.isConnected ? /** @type {HTMLElement} */ (used) : found(key);
      if (document.activeElement !== same) focus(same);
      const moved = same ? same.getBoundingClientRect().top - height : 0;
      // What sticks moves by itself.
      if (moved && !same?.closest("[data-sticks]")) scrollBy({ top: moved, behavior: "instant" });
      if (opens) {
        opener = key;
        this.showPanel();
      }
    },
    showPanel() {
      panel.scrollIntoView({ block: "nearest" });
      panel.focus({ preventScroll: true });
    },
    closed() {
      if (opener) focus(found(opener));
      opener = "";
    },
    /** @param {Record<string, string>} odds */
    odds(odds) {
      for (const place of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-odds]"))) {
        place.textContent = odds[place.dataset.odds ?? ""] ?? "";
      }
    },
    /** Removes what is drawn, before another fight is shown. */
    clear() {
      home.append(panel);
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
