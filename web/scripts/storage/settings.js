// settings.js: small settings of this device.
//
// Contract. `readSetting(name)` and `writeSetting(name, value)` use localStorage. Where the browser refuses storage, a
// setting lasts as long as the page.

import { SETTINGS_PREFIX } from "../shared/storage-keys.js";

/** @type {Map<string, string>} */
const onThisPage = new Map();

/** @param {string} name @returns {string | null} */
export function readSetting(name) {
  try {
    return localStorage.getItem(SETTINGS_PREFIX + name) ?? onThisPage.get(name) ?? null;
  } catch {
    return onThisPage.get(name) ?? null;
  }
}

/** @param {string} name @param {string} value */
export function writeSetting(name, value) {
  onThisPage.set(name, value);
  try {
    localStorage.setItem(SETTINGS_PREFIX + name, value);
  } catch {
    // Storage is refused or full: the setting lasts as long as the page.
  }
}

/** The name of the setting that holds the id of the fight that was open last. @param {string} game */
export const lastFight = (game) => `fight ${game}`;
