// problems.js: shows each problem beside its field, or all as one text.
//
// Contract. A problem names its field by a dotted path. `showProblems` shows the problem at that field, or at the nearest group
// that contains the field, and the folds around it open. The place beside an input, with its `aria-describedby`, is made for
// its first problem; a group has one in the page. A problem without a place, or with an unknown name, is shown in the form's
// general list. `beside(input)` is the element that holds an input with its label. `sentences(problems)` is the text of all
// problems.

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
    const input = document.getElementById(`f-${path}`);
    const spot = document.getElementById(`p-${path}`) ?? (input && placeFor(path, input));
    if (!spot) continue;
    spot.textContent = problem.text;
    spot.hidden = false;
    input?.setAttribute("aria-invalid", "true");
    for (let fold = spot.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null)
      fold.open = true;
    return true;
  }
  return false;
}

/** @param {string} path @param {HTMLElement} input */
function placeFor(path, input) {
  const place = document.createElement("p");
  place.className = "problem";
  place.id = `p-${path}`;
  place.dataset.problem = path;
  beside(input).append(place);
  const described = input.getAttribute("aria-describedby");
  input.setAttribute("aria-describedby", described ? `${described} ${place.id}` : place.id);
  return place;
}

/** @param {HTMLElement} input @returns {HTMLElement} */
export function beside(input) {
  return /** @type {HTMLElement} */ ((input.closest("[data-stepper], label") ?? input).parentElement);
}
