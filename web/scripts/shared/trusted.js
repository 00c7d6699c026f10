// trusted.js: the only module that writes HTML or starts a worker.
//
// Contract. The Content-Security-Policy of our pages uses Trusted Types and allows this module alone to do so.
// `setHtml(place, html)` takes HTML that Python has rendered, in which all user text is escaped. `ownScript(url)` takes
// scripts of the page's own origin. A browser without Trusted Types takes plain strings. A page of another site may refuse
// this policy; that page must then allow our worker.

const types = /** @type {any} */ (globalThis).trustedTypes;
const policy = types && createPolicy();

function createPolicy() {
  try {
    return types.createPolicy("tableside", {
      createHTML: (/** @type {string} */ html) => html,
      createScriptURL: ownOrigin,
    });
  } catch {
    return null;
  }
}

/** @param {string} url */
function ownOrigin(url) {
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
