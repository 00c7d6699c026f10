// form-controls.js: finds and sets the single inputs of a form.
//
// Contract. The markup is that of web/templates/pages/fields.html. `parts` gives all parts of a form that have a kind,
// `controls` the inputs and selects in an element. `boxes` and `present` give the boxes of a part. `set` sets an input to a
// text, `show` shows or hides an optional record.

/** @param {HTMLElement} form */
export function parts(form) {
  return /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-kind]"));
}

/** @param {Element} element @returns {HTMLInputElement[]} */
export function controls(element) {
  return [...element.querySelectorAll("input, select")].map((control) => /** @type {HTMLInputElement} */ (control));
}

/** @param {HTMLElement} part */
export function boxes(part) {
  return /** @type {HTMLInputElement[]} */ ([...part.querySelectorAll("input[type=checkbox]")]);
}

/** @param {HTMLElement} part */
export function present(part) {
  return /** @type {HTMLInputElement} */ (part.querySelector(":scope > .chip > [data-present]"));
}

/** Shows or hides an optional record. @param {HTMLElement} part @param {boolean} on */
export function show(part, on) {
  present(part).checked = on;
  /** @type {HTMLElement} */ (part.querySelector(":scope > [data-inner]")).hidden = !on;
}

/** @param {HTMLInputElement} control @param {string} text */
export function set(control, text) {
  if (control.type === "checkbox") control.checked = ["yes", "true", "on", "1"].includes(text.toLowerCase());
  else if (control instanceof HTMLSelectElement) choose(control, text);
  else control.value = text;
}

/** A text that is no option of the select stays visible as an additional option. @param {HTMLSelectElement} select @param {string} text */
function choose(select, text) {
  select.querySelector("[data-foreign]")?.remove();
  if (![...select.options].some((option) => option.value === text)) {
    const foreign = new Option(text || "…", text);
    foreign.dataset.foreign = "";
    select.append(foreign);
  }
  select.value = text;
}
