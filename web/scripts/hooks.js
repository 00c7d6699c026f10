// hooks.js: the places of a page that its markup names for scripts.
//
// Contract. `find(root, "kept")` is the element with `data-kept` in `root`. `say(root, "kept", text)` puts text into it,
// and shows it only where there is any.

/** @param {ParentNode} root @param {string} hook @returns {HTMLElement} */
export function find(root, hook) {
  return /** @type {HTMLElement} */ (root.querySelector(`[data-${hook}]`));
}

/** @param {ParentNode} root @param {string} hook @param {string} text */
export function say(root, hook, text) {
  const place = find(root, hook);
  place.textContent = text;
  place.hidden = !text;
}
