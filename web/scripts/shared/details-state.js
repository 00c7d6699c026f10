// details-state.js: keeps opened `details` elements open when the HTML around them is redrawn.
//
// Contract. `redraw(place, html)` replaces the content of a place and opens again every `details[data-kept]` that was open
// there. A summary that had the focus keeps it. `bindWhy(place)` makes a figure's link open the `details` that explains the
// figure. The address stays as it is, because it holds the calculator's state.

import { setHtml } from "./trusted.js";

/** @param {HTMLElement} place @param {string} html  drawn by Python */
export function redraw(place, html) {
  const open = new Set(folds(place).flatMap((fold) => (fold.open ? [fold.dataset.kept] : [])));
  const focused = document.activeElement?.closest("details[data-kept] > summary")?.parentElement;
  const focus = focused && place.contains(focused) ? focused.dataset.kept : null;
  setHtml(place, html);
  for (const fold of folds(place)) {
    fold.open = open.has(fold.dataset.kept);
    if (focus && fold.dataset.kept === focus) fold.querySelector("summary")?.focus({ preventScroll: true });
  }
}

/** @param {HTMLElement} place */
export function bindWhy(place) {
  place.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[data-why]") : null;
    if (!link) return;
    event.preventDefault();
    const fold = document.getElementById(link.getAttribute("href")?.slice(1) ?? "")?.closest("details");
    if (!fold) return;
    fold.open = true;
    const summary = fold.querySelector("summary");
    summary?.scrollIntoView({ block: "center" });
    summary?.focus({ preventScroll: true });
  });
}

/** @param {HTMLElement} place @returns {HTMLDetailsElement[]} */
function folds(place) {
  return [...place.querySelectorAll(/** @type {"details"} */ ("details[data-kept]"))];
}
