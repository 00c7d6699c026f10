// act-links.js: who follows an act from a sheet to its calculator goes on as that character.
//
// Contract. `bindActs(form, playing)`: a click on `a[data-act]` makes the character that `playing()` gives, if it is kept on
// this device, the choice of this session (active-character.js), with the weapon of the act, the target of `[data-against]` or its `numbers()`, and
// without the conditions that are unticked. The calculator then shows what the link says, and marks what is the sheet's.

import { shows } from "../calculator/fill-sources.js";
import { activeCharacter, expectValues, NUMBERS, setActiveCharacter } from "../storage/active-character.js";

/** @typedef {{id: string, data: import("../shared/link.js").Pairs}} Playing */

/** @param {HTMLFormElement} form @param {() => Playing | null} playing @param {() => import("../shared/link.js").Pairs} numbers */
export function bindActs(form, playing, numbers) {
  const system = document.documentElement.dataset.system ?? "";
  form.addEventListener("click", ({ target }) => {
    const link = /** @type {HTMLAnchorElement | null} */ (
      target instanceof Element ? target.closest("a[data-act]") : null
    );
    const me = link && playing();
    if (!me) return;
    const before = activeCharacter(system);
    const against = /** @type {HTMLSelectElement | null} */ (form.querySelector("[data-against]"));
    const others = /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[data-counts]"));
    const without = [...others].flatMap((box) => (box.checked ? [] : [box.dataset.counts ?? ""]));
    const last = before?.id === me.id ? before.weapon : 0;
    setActiveCharacter(system, {
      ...before,
      id: me.id,
      weapon: Number(link.dataset.weapon ?? last),
      target: against?.value || NUMBERS,
      numbers: numbers(),
      shows: shows(me.data, true, true),
    });
    expectValues(system, link.href, { act: true, without });
  });
}
