// conditional-inputs.js: inputs that belong to some choices only.
//
// Contract. `[data-only]` wraps an input and holds, as JSON, pairs of a key and the texts that show it:
// `[["events.0.do", ["disarmed"]]]`. `showOnly(form)` shows those of which one choice holds and hides the others; a
// hidden choice holds for nothing. What is hidden keeps its value and is not read (form.js). A chip that is chosen shows
// always, so that it can be taken back.

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
