// chart-modes.js: exactly, at least or at most: one choice for every picture of the page.
//
// Contract. A picture's radio buttons `[data-mode]` switch its looks by style alone. Here a choice made in one picture is
// made in all, and made again whenever pictures arrive: `chooseModes(root)`.

let chosen = "";

/** @param {import("./session.js").Session} session */
export function bindModes(session) {
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !("mode" in target.dataset)) return;
    chosen = target.value;
    chooseModes(document);
  });
  session.on("answer", () => chooseModes(document));
}

/** @param {ParentNode} root */
export function chooseModes(root) {
  if (!chosen) return;
  for (const radio of /** @type {NodeListOf<HTMLInputElement>} */ (root.querySelectorAll("[data-mode]"))) {
    if (radio.value === chosen) radio.checked = true;
  }
}
