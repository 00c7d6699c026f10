// conditional-inputs.js: shows inputs that belong to certain choices only with these choices.
//
// Contract. `[data-only]` wraps an input and holds, as JSON, pairs of a key and the texts that show the input:
// `[["events.0.do", ["disarmed"]]]`. `showOnly(form)` shows an input when one of its pairs is chosen and hides it
// otherwise. A hidden choice counts as not chosen. A hidden input keeps its value and is not read (form.js). A checked chip
// is always shown, so that the player can uncheck it; `[data-unfit]` in it says that the choice does not go with it.

/** @param {ParentNode} form */
export function showOnly(form) {
  // The order of the document matters: a choice comes before the inputs that it shows.
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-only]"))) {
    const choices = /** @type {[string, string[]][]} */ (JSON.parse(part.dataset.only ?? "[]"));
    const chip = /** @type {HTMLInputElement | null} */ (part.matches(".chip") ? part.querySelector("input") : null);
    const fits = choices.some(([key, texts]) => {
      const control = /** @type {HTMLInputElement | null} */ (document.getElementById(`f-${key}`));
      return control && !isHidden(control) && texts.includes(textOf(control));
    });
    part.hidden = !fits && !chip?.checked;
    const unfit = /** @type {HTMLElement | null} */ (chip && part.querySelector("[data-unfit]"));
    if (unfit) unfit.hidden = fits;
  }
}

/** Whether an input is hidden by the choices before it. @param {Element} part */
export function isHidden(part) {
  return !!part.closest("[data-only][hidden]");
}

/** @param {HTMLInputElement} control */
function textOf(control) {
  return control.type === "checkbox" ? (control.checked ? "yes" : "no") : control.value;
}
