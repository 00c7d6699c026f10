// controllers.js: finds the section of a page that a script serves.
//
// Contract. `data-controller` on a section names the scripts that serve the section, each by its folder and file:
// "calculator/compare" is web/scripts/calculator/compare.js. `section(script, within)` finds the first section that names a
// script, or gives null. tests/scripts/shared/controllers.test.mjs compares the names in templates and scripts.

/** @param {string} script @param {ParentNode} [within] @returns {HTMLElement | null} */
export function section(script, within = document) {
  return within.querySelector(`[data-controller~="${script}"]`);
}
