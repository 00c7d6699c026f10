// tracker-state.js: the state of a tracker, kept on this device.
//
// Contract. `createKeptState(calculator)` reads and writes one key of localStorage, named after the app, the path it is
// served under and the calculator. The state is the pairs of the calculator's link. `read()` is null where nothing is kept
// or where the stored text is not in order, or was written by a newer version. Where storage is refused or full, nothing
// is kept and nothing fails. `watch(listen)` reports what another page has written. first.js reads the same key.

import { trackerKey } from "../shared/storage-keys.js";

/** @typedef {import("../shared/link.js").Pairs} Pairs */

const SCHEMA = 1;
const MOST_PAIRS = 5_000;
const LONGEST_TEXT = 300;

/** @param {string} calculator  its id */
export function createKeptState(calculator) {
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
        // Refused or full: the state is still in the address.
      }
    },
    forget() {
      try {
        if (!isNewer(localStorage.getItem(key))) localStorage.removeItem(key);
      } catch {
        // Refused: there is nothing to remove.
      }
    },
    /** Calls when another page has written, or when this page is shown again from the browser's page cache. @param {() => void} listen */
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
