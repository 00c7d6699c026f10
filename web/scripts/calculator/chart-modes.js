// chart-modes.js: applies the choice "exactly", "at least" or "at most" to every chart of the page.
//
// Contract. The radio buttons `[data-mode]` of a chart switch its look by style alone. A choice in one chart is made in all
// charts. `chooseModes(root)` makes the choice again in charts that were just drawn.

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
