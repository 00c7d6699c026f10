// print.js: on paper, groups show only what differs from the defaults, so that a calculator fits one page.
//
// Contract. Before printing, every field inside a group that says its `data-default`, and every fold of such fields, is
// marked `data-usual`.

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
      const telling = fold.querySelector(":is(.field, .toggle):not([data-usual]), .chips :checked");
      fold.toggleAttribute("data-usual", !telling);
    }
  });
}
