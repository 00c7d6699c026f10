// sheet/fault.js: names the first wrong input of a sheet that was opened with wrong inputs, at the top of the page.
//
// Contract. `createFault(form)`: `show(problems)` fills `[data-fault]` with the first problem and the number of further
// ones; no problems hide it. `[data-to-fault]` leads to the input, whose folds problems.js has opened.

/** @typedef {import("../shared/problems.js").Problem} Problem */

/** @param {HTMLElement} form */
export function createFault(form) {
  const [line, words, button] = ["[data-fault]", "[data-fault-words]", "[data-to-fault]"].map(
    (selector) => /** @type {HTMLElement} */ (form.querySelector(selector)),
  );
  let field = "";

  button.addEventListener("click", () => {
    const control = document.getElementById(`f-${field}`);
    control?.scrollIntoView({ block: "center" });
    control?.focus({ preventScroll: true });
  });

  return {
    /** @param {Problem[]} problems */
    show([first, ...others]) {
      field = first?.field ?? "";
      line.hidden = !first;
      words.textContent = first ? sentence(first, others.length) : "";
      button.hidden = !document.getElementById(`f-${field}`);
    },
  };
}

/** @param {Problem} problem @param {number} others */
function sentence({ text }, others) {
  if (!others) return text;
  return others === 1 ? `${text} Another input needs attention.` : `${text} ${others} more inputs need attention.`;
}
