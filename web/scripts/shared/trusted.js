// trusted.js: the only module that turns text into elements and an address into a worker's script.
//
// Contract. Our pages' Content-Security-Policy with Trusted Types lets no other module write HTML or start a worker.
// `setHtml(place, html)` takes HTML that Python has rendered, in which all text of a person is escaped. `ownScript(url)` takes
// scripts of the page's own origin. A browser without Trusted Types takes plain strings. Another site's page may refuse this
// policy; then that page must allow our worker.

const types = /** @type {any} */ (globalThis).trustedTypes;
const policy = types && createPolicy();

function createPolicy() {
  try {
    return types.createPolicy("tableside", { createHTML: (/** @type {string} */ html) => html, createScriptURL: ours });
  } catch {
    return null;
  }
}

/** @param {string} url */
function ours(url) {
  if (new URL(url).origin !== location.origin) throw new TypeError(`${url} is no script of this site.`);
  return url;
}

/** @param {Element} place @param {string} html  rendered by Python */
export function setHtml(place, html) {
  place.innerHTML = policy?.createHTML(html) ?? html;
}

/** @param {URL | string} url @returns {string} */
export function ownScript(url) {
  return policy?.createScriptURL(String(url)) ?? String(url);
}
