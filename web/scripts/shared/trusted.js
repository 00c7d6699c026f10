// trusted.js: the one door through which text becomes elements, and an address a script.
//
// Contract. The policy of our pages (Content-Security-Policy, Trusted Types) lets nothing but this module write HTML or
// start a worker. `setHtml(place, html)` is for what Python has rendered, with every word of a person escaped.
// `ownScript(url)` is for scripts of the page's own origin. A browser without Trusted Types takes texts as they are. A
// stranger's page may refuse this policy; then it is for that page to let our worker in.

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
