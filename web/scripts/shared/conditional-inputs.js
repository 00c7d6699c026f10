// conditional-inputs.js: shows inputs that belong to certain choices only with these choices.
//
// Contract. `[data-only]` wraps an input and holds, as JSON, pairs of a key and the texts that show the input:
// `[["events.0.do", ["disarmed"]]]`. `showOnly(form)` shows the inputs for which one of the pairs is chosen and hides the
// others; a hidden choice counts as not chosen. A hidden input keeps its value and is not read (form.js). A chosen chip is
// always shown, so that the player can remove it.

/** @param {ParentNode} form */
export function showOnly(form) {
  // In document order: a choice stands before what it shows.
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-only]"))) {
    const choices = /** @type {[string, string[]][]} */ (JSON.parse(part.dataset.only ?? "[]"));
    const chip = /** @type {HTMLInputElement | null} */ (part.matches(".chip") ? part.querySelector("input") : null);
    const fits = choices.some(([key, texts]) => {
      const control = /** @type {HTMLInputElement | null} */ (document.getElementById(`f-${key}`));
      return control && !isHidden(control) && texts.includes(said(control));
    });
    part.hidden = !fits && !chip?.checked;
  }
}

/** Whether an input is hidden by the choices before it. @param {Element} part */
export function isHidden(part) {
  return !!part.closest("[data-only][hidden]");
}

/** @param {HTMLInputElement} control */
function said(control) {
  return control.type === "checkbox" ? (control.checked ? "yes" : "no") : control.value;
}
