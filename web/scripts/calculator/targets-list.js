// targets-list.js: lists the kept targets or actions under their table: which are rows of it, and which to remove.
//
// Contract. `createTargetsList(tool, changed)`: `draw(entries, most)` draws an entry of `template[data-targets-entry]` for
// each. At most `most` are ticked. `changed(entries)` gets the entries after a tick, a removal, or its undoing. A control
// that is drawn again keeps the focus.

import { part } from "../shared/parts.js";

/** @typedef {import("../storage/targets.js").Entry} Entry */

/** @param {HTMLElement} tool @param {(entries: Entry[]) => void} changed */
export function createTargetsList(tool, changed) {
  const list = part(tool, "targets-list");
  const blank = /** @type {HTMLTemplateElement} */ (tool.querySelector("template[data-targets-entry]"));
  const removed = part(tool, "targets-removed");
  let entries = /** @type {Entry[]} */ ([]);
  let before = /** @type {Entry[]} */ ([]);

  /** @param {Entry} entry @param {boolean} isFull */
  function item({ name, off }, isFull) {
    const copy = /** @type {DocumentFragment} */ (blank.content.cloneNode(true));
    const [box, words, button] = ["input", "span", "button"].map((one) => copy.querySelector(one));
    if (!(box instanceof HTMLInputElement) || !words || !button) return copy;
    box.checked = !off;
    box.disabled = !!off && isFull;
    words.textContent = name;
    button.textContent = "Remove";
    button.setAttribute("aria-label", `Remove ${name}`);
    return copy;
  }

  /** @param {Event} event */
  const indexOf = ({ target }) => [...list.children].findIndex((one) => target instanceof Node && one.contains(target));

  list.addEventListener("input", (event) => {
    event.stopPropagation();
    const at = indexOf(event);
    changed(entries.map((entry, index) => (index === at ? { ...entry, off: !entry.off } : entry)));
  });
  list.addEventListener("click", (event) => {
    if (!(event.target instanceof HTMLButtonElement)) return;
    const at = indexOf(event);
    before = entries;
    const { name } = entries[at];
    changed(entries.filter((_, index) => index !== at));
    removed.hidden = false;
    part(removed, "targets-undo").focus();
    const words = removed.querySelector("span");
    if (words) words.textContent = `${name} is removed.`;
  });
  part(tool, "targets-undo").addEventListener("click", () => {
    changed(before);
    removed.hidden = true;
    list.querySelector("input")?.focus();
  });

  return {
    /** @param {Entry[]} now @param {number} most */
    draw(now, most) {
      const focused = document.activeElement;
      const at = [...list.children].findIndex((one) => one.contains(focused));
      const tag = focused?.localName ?? "";
      entries = now;
      const isFull = now.filter(({ off }) => !off).length >= most;
      list.replaceChildren(...now.map((entry) => item(entry, isFull)));
      removed.hidden = true;
      /** @type {HTMLElement | null | undefined} */ (list.children[at]?.querySelector(tag))?.focus({
        preventScroll: true,
      });
    },
  };
}
