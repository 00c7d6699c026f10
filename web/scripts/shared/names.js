// names.js: gives the inputs of a form what a screen reader says of them and the page leaves out to be short.
//
// Contract. `nameInputs(form)` describes each input by the hint beside it, or by that of `[data-described]` around it, and
// names the buttons of a stepper after its label. It does so in the templates of the form too, whose copies keep it.

import { beside } from "./problems.js";

/** @param {HTMLElement | DocumentFragment} form */
export function nameInputs(form) {
  for (const input of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-kind][id]"))) {
    const place = beside(input);
    const hint = place.querySelector(":scope > .hint") ?? place.closest("[data-described]")?.querySelector(".hint");
    if (hint) {
      hint.id ||= input.id.replace("f-", "h-");
      const described = input.getAttribute("aria-describedby");
      input.setAttribute("aria-describedby", described ? `${hint.id} ${described}` : hint.id);
    }
    const name = place.querySelector(":scope > label")?.firstChild?.textContent?.trim() ?? "";
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (
      place.querySelectorAll(":scope > [data-stepper] > [data-by]")
    )) {
      button.setAttribute("aria-label", `${name}, ${button.dataset.by === "1" ? "more" : "less"}`);
    }
  }
  for (const blank of form.querySelectorAll("template")) nameInputs(blank.content);
}
