// storage-keys.js: every name under which the pages store something on this device.
//
// Each name contains the app and the path that the site is served under, because other apps may share the origin.
// Published names never change. The classic scripts first.js, returning.js, early.js and start-check.js cannot import
// this module and spell out the names that they read; tests/scripts/shared/storage-keys.test.mjs compares them.

import { root } from "./root.js";

const APP = `tableside.${root.pathname}`;

/** An IndexedDB database. */
export const CHARACTERS_DATABASE = `${APP}.characters`;
/** Matches the name of that database under any path; the group is the path. */
export const ANY_CHARACTERS_DATABASE = /^tableside\.(\/.*)\.characters$/;
/** An IndexedDB database. */
export const FIGHTS_DATABASE = `${APP}.fights`;
/** In localStorage, and in sessionStorage when that is full. */
export const DRAFTS_KEY = `${APP}.unsaved`;
/** In localStorage. */
export const STORAGE_STATUS_KEY = `${APP}.keeping`;
/** In sessionStorage; first.js reads it too. */
export const ACTIVE_CHARACTER_KEY = `${APP}.chosen`;
/** In sessionStorage: when the offer of a new version was put off. */
export const UPDATE_PUT_OFF_KEY = `tableside ${root.pathname} later`;
/** Small settings in localStorage start with this; early.js reads one of them. */
export const SETTINGS_PREFIX = `tableside ${root.pathname} `;
/** Caches start with this; the service worker writes them. */
export const CACHE_PREFIX = `tableside ${root.pathname} `;

/** In localStorage; first.js reads it too. @param {string} calculator  its id */
export const trackerKey = (calculator) => `${APP}.tracker.${calculator}`;

/** In localStorage. @param {string} game */
export const rollLogKey = (game) => `${APP}.log.${game}`;

/** In localStorage; first.js reads it too. @param {string} game */
export const tableRulesKey = (game) => `${APP}.house.${game}`;

/** In localStorage: a player's own rows. @param {string} game */
export const ownRowsKey = (game) => `${APP}.own.${game}`;

/** In localStorage: targets and actions that are compared side by side. @param {string} game */
export const targetsKey = (game) => `${APP}.targets.${game}`;

/** In localStorage: the reader's favorites; returning.js reads it too. */
export const FAVORITES_KEY = `${APP}.favorites`;
/** In localStorage: the pages that were used last; returning.js reads it too. */
export const RECENT_KEY = `${APP}.recent`;

/** In localStorage: the draft of the Console's script. */
export const CONSOLE_DRAFT_KEY = `${APP}.console`;

/** What could not be read is moved here before something new is written. @param {string} key */
export const unreadableKey = (key) => `${key}.unreadable`;
