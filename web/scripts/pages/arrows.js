// arrows.js: moves between a search box and the links of its results with the arrow keys.
//
// Contract. `bindArrows(input, results)`: Down goes from the box to the first link, and from link to link. Up goes back, from
// the first link to the box. Escape goes to the box.

/** @param {HTMLElement} input @param {Element} results */
export function bindArrows(input, results) {
  const move = (/** @type {Event} */ event) => {
    if (!(event instanceof KeyboardEvent)) return;
    const stops = [input, .../** @type {NodeListOf<HTMLElement>} */ (results.querySelectorAll("a"))];
    const at = stops.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const next = { ArrowDown: stops[at + 1], ArrowUp: stops[at - 1], Escape: at > 0 && input }[event.key];
    if (!next || at < 0) return;
    event.preventDefault();
    next.focus();
  };
  input.addEventListener("keydown", move);
  results.addEventListener("keydown", move);
}
