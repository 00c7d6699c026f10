// entered-inputs.js: tracks which inputs of a form the player has entered, as opposed to the page.
//
// Contract. `createEnteredInputs(form, example)`: `example` is the form filled with the page's example. `keys()` are the
// inputs that the player used, and those whose value differs from what the page filled in; of a list that grew or shrank,
// the inputs that came or went. `reset(keys)`: the page has filled the form as it is now, except these keys, which the
// player entered. `differingKeys` compares two forms.

import { read } from "../shared/form.js";

/** @typedef {import("../shared/link.js").Pairs} Pairs */

/** @param {HTMLFormElement} form @param {Pairs} example */
export function createEnteredInputs(form, example) {
  let filled = example;
  let used = /** @type {Set<string>} */ (new Set());

  // In the capture phase, so that other listeners of the form already get the new keys.
  const use = (/** @type {Event} */ { target }) => {
    const key = keyOf(/** @type {HTMLInputElement} */ (target));
    if (key) used.add(key);
  };
  form.addEventListener("input", use, { capture: true });

  return {
    keys: () => new Set([...used, ...differingKeys(filled, read(form))]),
    /** @param {Iterable<string>} keys */
    reset(keys) {
      used = new Set(keys);
      filled = read(form);
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

/** The key of a control's input; chips take it from their group. @param {HTMLInputElement} control @returns {string} */
function keyOf(control) {
  if (control.name || control.type !== "checkbox") return control.name;
  const part = /** @type {HTMLElement | null} */ (control.closest("[data-kind=chips], [data-kind=maybe]"));
  return part?.dataset.name ?? "";
}
