// inputs.js: what happens in a calculator's form: typing, steppers, list rows, optional groups, ready-made fillings.
//
// Contract. `bindInputs(session)`: every change of the form ends in one `session.changed()`.

import { add, elements, empty, fillSome, remove, show } from "./form.js";
import { bindSteppers } from "./stepper.js";

/** @param {import("./session.js").Session} session */
export function bindInputs(session) {
  const { form } = session;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", (event) => {
    const box = event.target;
    if (box instanceof HTMLSelectElement && "presets" in box.dataset) choosePreset(form, box);
    else if (box instanceof HTMLInputElement && "present" in box.dataset) {
      show(/** @type {HTMLElement} */ (box.closest("[data-kind=maybe]")), box.checked);
    }
    if (box instanceof HTMLElement) takePlace(form, box);
    session.changed();
  });
  form.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-add], [data-remove]") : null;
    const list = /** @type {HTMLElement | null} */ (button?.closest("[data-kind=list]"));
    if (!(button instanceof HTMLElement) || !list) return;
    if ("add" in button.dataset) {
      add(list);
      focus(elements(list).at(-1)?.querySelector("input, select"));
    } else {
      remove(list, /** @type {Element} */ (button.closest("[data-element]")));
      focus(list.querySelector(":scope > [data-add]"));
    }
    session.changed();
  });
  bindSteppers(form);
}

/** An input that has been given empties those it takes the place of. @param {HTMLElement} form @param {HTMLElement} box */
function takePlace(form, box) {
  const part = /** @type {HTMLElement | null} */ (box.closest("[data-instead]"));
  const given = box instanceof HTMLInputElement && (box.type === "checkbox" ? box.checked : box.value !== "");
  if (part?.dataset.instead && given) empty(form, part.dataset.instead.split(" "));
}

/** @param {HTMLElement} form @param {HTMLSelectElement} box */
function choosePreset(form, box) {
  if (!box.value) return;
  const pairs = /** @type {[string, string][]} */ (JSON.parse(box.value));
  fillSome(
    form,
    pairs.map(([key, text]) => [`${box.dataset.presets}${key}`, text]),
  );
}

/** @param {Element | null | undefined} element */
function focus(element) {
  if (element instanceof HTMLElement) element.focus();
}
