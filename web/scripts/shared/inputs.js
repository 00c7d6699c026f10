// inputs.js: handles what a player does in a form of inputs: typing, steppers, list rows, optional groups, presets.
//
// Contract. `bindInputs({form, changed})`: every change of the form calls `changed` once, with the element that was used.

import { showOnly } from "./conditional-inputs.js";
import { add, empty, fillSome, remove } from "./form.js";
import { show } from "./form-controls.js";
import { elements } from "./form-lists.js";
import { nameInputs } from "./names.js";
import { bindSteppers } from "./stepper.js";

/** @param {{form: HTMLFormElement, changed: (by: Element) => void}} session */
export function bindInputs({ form, changed }) {
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", (event) => {
    const box = event.target;
    if (box instanceof HTMLSelectElement && "presets" in box.dataset) choosePreset(form, box);
    else if (box instanceof HTMLSelectElement && "fills" in box.dataset) chooseOwn(form, box);
    else if (box instanceof HTMLInputElement && "present" in box.dataset) {
      show(/** @type {HTMLElement} */ (box.closest("[data-kind=maybe]")), box.checked);
    }
    if (!(box instanceof HTMLElement)) return;
    emptyReplaced(form, box);
    showOnly(form);
    changed(box);
  });
  form.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-add], [data-remove]") : null;
    const list = /** @type {HTMLElement | null} */ (button?.closest("[data-kind=list]"));
    if (!(button instanceof HTMLElement) || !list) return;
    if ("add" in button.dataset) {
      add(list);
      const added = elements(list).at(-1);
      for (const fold of /** @type {NodeListOf<HTMLDetailsElement>} */ (
        added?.querySelectorAll(":scope > details") ?? []
      )) {
        fold.open = true;
      }
      focus(added?.querySelector("input, select"));
    } else {
      remove(list, /** @type {Element} */ (button.closest("[data-element]")));
      focus(list.querySelector(":scope > [data-add]"));
    }
    changed(list);
  });
  bindSteppers(form);
  nameInputs(form);
}

/** A filled input empties the inputs that it replaces (`data-instead`). @param {HTMLElement} form @param {HTMLElement} box */
function emptyReplaced(form, box) {
  const part = /** @type {HTMLElement | null} */ (box.closest("[data-instead]"));
  const given = box instanceof HTMLInputElement && (box.type === "checkbox" ? box.checked : box.value !== "");
  if (part?.dataset.instead && given) empty(form, part.dataset.instead.split(" "));
}

/** @param {HTMLElement} form @param {HTMLSelectElement} box */
function choosePreset(form, box) {
  if (!box.value) return;
  fillSome(form, prefixed(box.dataset.presets, box.value));
}

/** An own row selects the option with its value and fills in its numbers. @param {HTMLElement} form @param {HTMLSelectElement} box */
function chooseOwn(form, box) {
  const pairs = box.selectedOptions[0]?.dataset.pairs;
  if (!pairs) return;
  box.selectedIndex = [...box.options].findIndex(({ value }) => value === box.value);
  fillSome(form, prefixed(box.dataset.fills, pairs));
}

/** @param {string | undefined} prefix @param {string} json @returns {[string, string][]} */
function prefixed(prefix, json) {
  const pairs = /** @type {[string, string][]} */ (JSON.parse(json));
  return pairs.map(([key, text]) => [`${prefix}${key}`, text]);
}

/** @param {Element | null | undefined} element */
function focus(element) {
  if (element instanceof HTMLElement) element.focus();
}
