// fault.js: names the first wrong input of a sheet that was opened with wrong inputs, at the top of the page.
//
// Contract. `createFault(form)` serves the section of this script. `show(problems)` shows the first problem and the number
// of other problems; without problems the section is hidden. `[data-to-fault]` moves the focus to the input; problems.js
// has opened the folds around it.

import { section } from "../shared/controllers.js";

/** @typedef {import("../shared/problems.js").Problem} Problem */

/** @param {HTMLElement} form */
export function createFault(form) {
  const line = /** @type {HTMLElement} */ (section("sheet/fault", form));
  const [text, button] = ["[data-fault-words]", "[data-to-fault]"].map(
    (selector) => /** @type {HTMLElement} */ (line.querySelector(selector)),
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
      text.textContent = first ? sentence(first, others.length) : "";
      button.hidden = !document.getElementById(`f-${field}`);
    },
  };
}

/** @param {Problem} problem @param {number} others */
function sentence({ text }, others) {
  if (!others) return text;
  return others === 1 ? `${text} Another input needs attention.` : `${text} ${others} more inputs need attention.`;
}
