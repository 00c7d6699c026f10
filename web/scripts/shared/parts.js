// parts.js: the parts of a section, by their hooks.
//
// Contract. `part(root, hook)` is the first element with `data-<hook>`; the template has it. `say(root, hook, text)` shows a
// text there, and hides an empty one.

/** @param {ParentNode} root @param {string} hook @returns {HTMLElement} */
export function part(root, hook) {
  return /** @type {HTMLElement} */ (root.querySelector(`[data-${hook}]`));
}

/** @param {ParentNode} root @param {string} hook @param {string} text */
export function say(root, hook, text) {
  const place = part(root, hook);
  place.textContent = text;
  place.hidden = !text;
}
