// storage-status.js: how safe the characters on this device are: whether the browser may clear them, and the last backup.
//
// Contract. `createStorageStatus()` reads and writes one key of localStorage. Call `changed()` after each save of a stored
// character: the first call ever asks the browser to keep this site's storage, and the first call of each page load counts
// one session with changes. `ask()` only asks the browser. Call `backedUp()` after a file was made and checked. `reminder()` is true after MOST_SESSIONS
// sessions with changes since the last backup. `sentences()` gives both facts in words. Where localStorage is refused, this
// page alone remembers, and nothing fails.

import { STORAGE_STATUS_KEY } from "../shared/storage-keys.js";

/** @typedef {"" | "granted" | "refused" | "unable"} Asked  empty: not asked yet; unable: this browser has no way to ask */
/** @typedef {{asked: Asked, backup: string, sessions: number}} State */

const MOST_SESSIONS = 10;
/** @type {State} */
const NEW = { asked: "", backup: "", sessions: 0 };
/** @type {Record<Asked, string>} */
const WORDS = {
  "": "The browser will be asked to keep your characters when you save the first one.",
  granted: "The browser has agreed to keep your characters until you delete them.",
  refused: "The browser may clear your characters when the device runs out of room: keep a backup.",
  unable: "This browser cannot be asked to keep your characters: keep a backup.",
};

export function createStorageStatus() {
  let state = read();
  let counted = false;
  /** @type {Promise<void> | null} */
  let request = null;

  function read() {
    try {
      return sound(JSON.parse(localStorage.getItem(STORAGE_STATUS_KEY) ?? "null"));
    } catch {
      return NEW;
    }
  }

  /** Applies a change to the newest stored state, which another tab may have written. @param {(before: State) => Partial<State>} change */
  function write(change) {
    const stored = read();
    const before = stored === NEW ? state : stored;
    state = { ...before, ...change(before) };
    try {
      localStorage.setItem(STORAGE_STATUS_KEY, JSON.stringify(state));
    } catch {
      // Storage is refused or full: this page remembers the state.
    }
  }

  async function ask() {
    if (!current().asked) await (request ??= askBrowser());
  }

  async function askBrowser() {
    const granted = await navigator.storage?.persist?.().catch(() => false);
    write(() => ({ asked: granted === undefined ? "unable" : granted ? "granted" : "refused" }));
  }

  /** A browser may grant this later, often once the site is installed. */
  async function persisted() {
    return (await navigator.storage?.persisted?.().catch(() => false)) ?? false;
  }

  return {
    async changed() {
      if (!counted) write(({ sessions }) => ({ sessions: sessions + 1 }));
      counted = true;
      await ask();
    },
    ask,
    backedUp() {
      write(() => ({ backup: new Date().toISOString(), sessions: 0 }));
      counted = false;
    },
    reminder() {
      return current().sessions >= MOST_SESSIONS;
    },
    /** @returns {Promise<{storage: string, backup: string}>} two sentences */
    async sentences() {
      const { asked, backup } = current();
      const storage = WORDS[asked && (await persisted()) ? "granted" : asked];
      return { storage, backup: backup ? `Last backup: ${day(backup)}.` : "No backup has been made yet." };
    },
  };

  function current() {
    const stored = read();
    return stored === NEW ? state : stored;
  }
}

/** @param {any} held @returns {State} */
function sound(held) {
  const counts = Number.isSafeInteger(held?.sessions) && held.sessions >= 0;
  return counts && held.asked in WORDS && typeof held.backup === "string" ? held : NEW;
}

/** @param {string} time */
function day(time) {
  const date = new Date(time);
  return Number.isNaN(date.valueOf()) ? time : date.toLocaleDateString("en-US", { dateStyle: "long" });
}
