// settings.js: small settings of this device.
//
// Contract. `readSetting(name)` and `writeSetting(name, value)` use localStorage. Where the browser refuses storage, or has no
// room, a setting lasts as long as the page, and the page reads its own value, not the older one that is stored.

import { SETTINGS_PREFIX } from "../shared/storage-keys.js";

/** What could not be stored. @type {Map<string, string>} */
const onThisPage = new Map();

/** @param {string} name @returns {string | null} */
export function readSetting(name) {
  const unstored = onThisPage.get(name);
  if (unstored !== undefined) return unstored;
  try {
    return localStorage.getItem(SETTINGS_PREFIX + name);
  } catch {
    return null;
  }
}

/** @param {string} name @param {string} value */
export function writeSetting(name, value) {
  try {
    localStorage.setItem(SETTINGS_PREFIX + name, value);
    onThisPage.delete(name);
  } catch {
    onThisPage.set(name, value);
  }
}

/** The name of the setting that holds the id of the fight that was open last. @param {string} game */
export const lastFight = (game) => `fight ${game}`;
