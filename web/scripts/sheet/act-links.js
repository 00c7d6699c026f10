// act-links.js: keeps a character active when the player follows an act from the sheet to its calculator.
//
// Contract. `bindActs(form, stored, numbers)`: a click on `a[data-act]` makes the character that `stored()` gives the
// active character of this session (active-character.js), with the weapon of the act and without the unticked conditions.
// Its target is the one of `[data-target-select]`, or `numbers()`. The calculator then shows the values of the link, and
// marks those that the sheet supplies.

import { shows } from "../calculator/fill-sources.js";
import { activeCharacter, expectValues, NUMBERS, setActiveCharacter } from "../storage/active-character.js";

/** @typedef {{id: string, data: import("../shared/link.js").Pairs}} StoredCharacter */

/** @param {HTMLFormElement} form @param {() => StoredCharacter | null} stored @param {() => import("../shared/link.js").Pairs} numbers */
export function bindActs(form, stored, numbers) {
  const system = document.documentElement.dataset.system ?? "";
  form.addEventListener("click", ({ target }) => {
    const link = /** @type {HTMLAnchorElement | null} */ (
      target instanceof Element ? target.closest("a[data-act]") : null
    );
    const me = link && stored();
    if (!me) return;
    const before = activeCharacter(system);
    const targetSelect = /** @type {HTMLSelectElement | null} */ (form.querySelector("[data-target-select]"));
    const conditions = /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[data-counts]"));
    const without = [...conditions].flatMap((box) => (box.checked ? [] : [box.dataset.counts ?? ""]));
    const last = before?.id === me.id ? before.weapon : 0;
    setActiveCharacter(system, {
      ...before,
      id: me.id,
      weapon: Number(link.dataset.weapon ?? last),
      target: targetSelect?.value || NUMBERS,
      numbers: numbers(),
      shows: shows(me.data, true, true),
    });
    expectValues(system, link.href, { act: true, without });
  });
}
