// targets-against.js: the choice of the target that all actions meet.
//
// Contract. `createTargetsAgainst(tool, changed)` serves `[data-targets-one]`: `OF_PAGE` is the target in the form of the
// page, `AS_KEPT` leaves each action the target it was kept with, and any other value is the name of a target.
// `draw(value, targets)` offers these targets. `chosen(value, targets)` is the value that counts: a target that is gone
// gives way to `OF_PAGE`. `words(value)` says what a reader may not expect. A person's choice calls `changed` with it.

import { part } from "../shared/parts.js";

/** @typedef {import("../storage/targets.js").Entry} Entry */

export const OF_PAGE = "";
/** No name is blank. */
export const AS_KEPT = " ";

const KEPT_WORDS = "Each action meets the target it was kept with, so their targets may differ.";

/** @param {HTMLElement} tool @param {(value: string) => void} changed */
export function createTargetsAgainst(tool, changed) {
  const select = /** @type {HTMLSelectElement} */ (part(tool, "targets-one"));
  select.addEventListener("input", () => changed(select.value));

  /** @param {string} value @param {Entry[]} targets */
  const chosen = (value, targets) =>
    value === AS_KEPT || targets.some(({ name }) => name === value) ? value : OF_PAGE;

  return {
    chosen,
    /** @param {string} value @param {Entry[]} targets */
    draw(value, targets) {
      const named = targets.map(({ name }) => new Option(name, name));
      select.replaceChildren(
        new Option("the target of this page", OF_PAGE),
        ...named,
        new Option("as each was kept", AS_KEPT),
      );
      select.value = chosen(value, targets);
    },
    /** @param {string} value */
    words: (value) => (value === AS_KEPT ? KEPT_WORDS : ""),
  };
}
