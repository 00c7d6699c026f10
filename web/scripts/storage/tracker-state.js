// tracker-state.js: the stored state of a tracker.
//
// Contract. `createTrackerState(calculator)` reads and writes one key of localStorage. The state is the pairs of the
// calculator's link. `read()` is null when nothing is stored, when the stored text is damaged, or when a newer version wrote
// it. Where storage is refused or full, nothing is stored and nothing fails. `watch(listen)` calls `listen` when another page
// has written the state. first.js reads the same key.

import { trackerKey } from "../shared/storage-keys.js";

/** @typedef {import("../shared/link.js").Pairs} Pairs */

const SCHEMA = 1;
const MOST_PAIRS = 5_000;
const LONGEST_TEXT = 300;

/** @param {string} calculator  its id */
export function createTrackerState(calculator) {
  const key = trackerKey(calculator);

  /** @returns {Pairs | null} */
  function read() {
    try {
      const held = JSON.parse(localStorage.getItem(key) ?? "null");
      return isSound(held) ? held.pairs : null;
    } catch {
      return null;
    }
  }

  return {
    read,
    /** @param {Pairs} pairs */
    write(pairs) {
      try {
        if (isNewer(localStorage.getItem(key))) return;
        localStorage.setItem(key, JSON.stringify({ schema: SCHEMA, pairs }));
      } catch {
        // Storage is refused or full: the address still holds the state.
      }
    },
    forget() {
      try {
        if (!isNewer(localStorage.getItem(key))) localStorage.removeItem(key);
      } catch {
        // Storage is refused: there is nothing to remove.
      }
    },
    /** Calls `listen` when another page has written, or when the browser shows this page again from its page cache. @param {() => void} listen */
    watch(listen) {
      window.addEventListener("storage", (event) => {
        if (event.key === key || event.key === null) listen();
      });
      window.addEventListener("pageshow", (event) => {
        if (event.persisted) listen();
      });
    },
  };
}

/** @param {string | null} text */
function isNewer(text) {
  try {
    return JSON.parse(text ?? "null")?.schema > SCHEMA;
  } catch {
    return false;
  }
}

/** @param {any} held @returns {held is {pairs: Pairs}} */
function isSound(held) {
  const { schema, pairs } = held ?? {};
  return (
    schema === SCHEMA && Array.isArray(pairs) && pairs.length > 0 && pairs.length <= MOST_PAIRS && pairs.every(isPair)
  );
}

/** @param {any} pair */
function isPair(pair) {
  return (
    Array.isArray(pair) &&
    pair.length === 2 &&
    pair.every((text) => typeof text === "string" && text.length <= LONGEST_TEXT)
  );
}
