// settings.js: small choices of this device, kept where the browser allows it.
//
// Contract. Names are prefixed with the app and the path it is served under: other apps may share the origin. Where
// storage is refused, a choice lasts as long as the page.

import { SETTINGS_PREFIX } from "../shared/storage-keys.js";

/** @type {Map<string, string>} */
const here = new Map();

/** @param {string} name @returns {string | null} */
export function kept(name) {
  try {
    return localStorage.getItem(SETTINGS_PREFIX + name) ?? here.get(name) ?? null;
  } catch {
    return here.get(name) ?? null;
  }
}

/** @param {string} name @param {string} value */
export function keep(name, value) {
  here.set(name, value);
  try {
    localStorage.setItem(SETTINGS_PREFIX + name, value);
  } catch {
    // Refused or full: it lasts as long as the page.
  }
}
