// details-state.js: keeps opened `details` elements open when the HTML around them is redrawn.
//
// Contract. `redraw(place, html)` replaces the content of a place and reopens every `details[data-kept]` that was open
// there. A summary that had the focus keeps the focus. An open `details[data-fold]` that is empty after the redraw keeps
// its old body until answer-folds.js has a new one. `keepState(place, draw)` does the same around any drawing function.
// `bindWhy(place)`: the link of a figure opens the `details` that explains the figure. The address does not change, because
// it holds the calculator's state.

import { setHtml } from "./trusted.js";

/** @param {HTMLElement} place @param {string} html  drawn by Python */
export function redraw(place, html) {
  keepState(place, () => setHtml(place, html));
}

/** @param {HTMLElement} place @param {() => void} draw */
export function keepState(place, draw) {
  /** The body of each open fold, by its name. @type {Map<string | undefined, ChildNode[]>} */
  const open = new Map(folds(place).flatMap((fold) => (fold.open ? [[fold.dataset.kept, bodyOf(fold)]] : [])));
  const focused = document.activeElement?.closest("details[data-kept] > summary")?.parentElement;
  const focus = focused && place.contains(focused) && focused !== place ? focused.dataset.kept : null;
  draw();
  for (const fold of folds(place)) {
    const body = open.get(fold.dataset.kept);
    fold.open = !!body;
    if (body && fold.dataset.fold && !bodyOf(fold).length) fold.append(...body);
    if (focus && fold.dataset.kept === focus) fold.querySelector("summary")?.focus({ preventScroll: true });
  }
}

/** @param {HTMLElement} place */
export function bindWhy(place) {
  place.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[data-why]") : null;
    if (!link) return;
    event.preventDefault();
    const name = link.getAttribute("href")?.slice(1);
    const fold = folds(place).find(({ dataset }) => dataset.kept === name);
    if (!fold) return;
    fold.open = true;
    const summary = fold.querySelector("summary");
    summary?.scrollIntoView({ block: "center" });
    summary?.focus({ preventScroll: true });
  });
}

/** @param {HTMLDetailsElement} fold */
function bodyOf(fold) {
  return [...fold.childNodes].filter((node) => !(node instanceof Element && node.matches("summary")));
}

/** @param {HTMLElement} place @returns {HTMLDetailsElement[]} */
function folds(place) {
  return [...place.querySelectorAll(/** @type {"details"} */ ("details[data-kept]"))];
}
