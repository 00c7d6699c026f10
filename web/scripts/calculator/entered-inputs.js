// entered-inputs.js: which inputs of a form the player has entered, beside what the page laid there.
//
// Contract. `createEnteredInputs(form, example)`: `example` is the form as the page's example fills it. `keys()` are the inputs that
// the player used, and those that say something else than the page laid; a list that grew or shrank counts by the inputs
// that came or went. `lay(keys)`: the form as it stands was laid by the page, apart from these keys, the player's own.
// `differingKeys` compares two forms.

import { read } from "../shared/form.js";

/** @typedef {import("../shared/link.js").Pairs} Pairs */

/** @param {HTMLFormElement} form @param {Pairs} example */
export function createEnteredInputs(form, example) {
  let laid = example;
  let used = /** @type {Set<string>} */ (new Set());

  // Before anybody who follows the form asks for the keys.
  const use = (/** @type {Event} */ { target }) => {
    const key = keyOf(/** @type {HTMLInputElement} */ (target));
    if (key) used.add(key);
  };
  form.addEventListener("input", use, { capture: true });

  return {
    keys: () => new Set([...used, ...differingKeys(laid, read(form))]),
    /** @param {Iterable<string>} keys */
    lay(keys) {
      used = new Set(keys);
      laid = read(form);
    },
  };
}

/** @param {Pairs} one @param {Pairs} other @returns {string[]} */
export function differingKeys(one, other) {
  const [before, after] = [texts(one), texts(other)];
  return [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key));
}

/** @param {Pairs} pairs @returns {Map<string, string>} */
function texts(pairs) {
  const found = /** @type {Map<string, string[]>} */ (new Map());
  for (const [key, text] of pairs) found.set(key, [...(found.get(key) ?? []), text]);
  return new Map([...found].map(([key, all]) => [key, JSON.stringify(all)]));
}

/** The input that a control belongs to, or nothing: chips have no names of their own. @param {HTMLInputElement} control @returns {string} */
function keyOf(control) {
  if (control.name || control.type !== "checkbox") return control.name;
  const part = /** @type {HTMLElement | null} */ (control.closest("[data-kind=chips], [data-kind=maybe]"));
  return part?.dataset.name ?? "";
}
