// problems.js: shows each problem beside its field, or all as one text.
//
// Contract. A problem names its field by a dotted path. `showProblems` shows the problem at that field, or at the nearest group
// that contains the field, and the folds around it open. A problem without a place, or with an unknown name, is shown in the
// form's general list. `sentences(problems)` is the text of all problems.

/** @typedef {{field: string, code: string, text: string}} Problem */

/** @param {HTMLElement} form @param {Problem[]} problems */
export function showProblems(form, problems) {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-problem]"))) {
    place.hidden = true;
    place.textContent = "";
  }
  for (const control of form.querySelectorAll("[aria-invalid]")) control.removeAttribute("aria-invalid");
  const unplaced = problems.filter((problem) => problem.code === "unknown_field" || !showAtField(problem));
  const general = /** @type {HTMLElement} */ (form.querySelector("[data-general]"));
  general.replaceChildren(
    ...unplaced.map((problem) => {
      const line = document.createElement("li");
      line.textContent = problem.text;
      return line;
    }),
  );
  general.hidden = !unplaced.length;
}

/** @param {{text: string}[]} problems */
export function sentences(problems) {
  return problems.map(({ text }) => text).join(" ");
}

/** Returns whether the problem has a place. @param {Problem} problem */
function showAtField(problem) {
  for (let path = problem.field; path; path = path.slice(0, Math.max(0, path.lastIndexOf(".")))) {
    const spot = document.getElementById(`p-${path}`);
    if (!spot) continue;
    spot.textContent = problem.text;
    spot.hidden = false;
    document.getElementById(`f-${path}`)?.setAttribute("aria-invalid", "true");
    for (let fold = spot.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null)
      fold.open = true;
    return true;
  }
  return false;
}
