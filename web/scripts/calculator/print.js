// print.js: prints only those inputs of groups that differ from their defaults, so that a calculator fits one page.
//
// Contract. Before printing, every field in a group whose value is its `data-default`, and every fold of such fields only,
// gets `data-usual`, which the stylesheet hides on paper.

/** @param {import("./session.js").Session} session */
export function bindPrint({ form }) {
  window.addEventListener("beforeprint", () => {
    const controls = /** @type {NodeListOf<HTMLInputElement>} */ (
      form.querySelectorAll("[data-inner] [data-kind][name]")
    );
    for (const control of controls) {
      const text = control.type === "checkbox" ? (control.checked ? "yes" : "no") : control.value;
      control.closest(".field, .toggle")?.toggleAttribute("data-usual", text === control.dataset.default);
    }
    for (const fold of form.querySelectorAll("[data-inner] details")) {
      const hasChange = fold.querySelector(":is(.field, .toggle):not([data-usual]), .chips :checked");
      fold.toggleAttribute("data-usual", !hasChange);
    }
  });
}
