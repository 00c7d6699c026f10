// pairs-store.js: pairs of key and text under one key of localStorage, with the schema that they were written in.
//
// Contract. `createPairsStore(key, kind)` gives `read`, `write` and `watch`. Text that cannot be read is not used: before
// something new is written, the text moves to a key of its own. Pairs of a newer schema stay as they are. `trouble` is then
// a sentence. Nothing here knows what the pairs mean: Python decides which of them can be used.

import { unreadableKey } from "../shared/storage-keys.js";

/** @typedef {import("../shared/link.js").Pairs} Pairs */
/** @typedef {{schema: number, pairs: Pairs, trouble: string, unused: boolean, open: boolean}} Kept  `unused`: something is stored that cannot be read; `open`: the store can be written */
/** @typedef {{schema: number, most: number, longest: number, refused: string, newer: string, unreadable: string}} Kind  the newest schema, the limits of pairs and of a text, and the sentences */

/** @param {string} key @param {Kind} kind */
export function createPairsStore(key, { schema, most, longest, refused, newer, unreadable }) {
  const empty = { schema, pairs: /** @type {Pairs} */ ([]), trouble: "", unused: false, open: true };

  /** @returns {Kept} */
  function read() {
    let text;
    try {
      text = localStorage.getItem(key);
    } catch {
      return { ...empty, trouble: refused, open: false };
    }
    if (text === null) return empty;
    const held = parsed(text);
    if (held?.schema > schema) return { ...empty, trouble: newer, unused: true, open: false };
    if (!isSound(held)) return { ...empty, trouble: unreadable, unused: true };
    return { ...empty, schema: Number.isSafeInteger(held.schema) ? held.schema : schema, pairs: held.pairs };
  }

  /** @param {Pairs} pairs @returns {string}  why they could not be written; empty after success */
  function write(pairs) {
    const { trouble, unused, open } = read();
    if (!open) return trouble;
    try {
      if (unused) localStorage.setItem(unreadableKey(key), localStorage.getItem(key) ?? "");
      if (pairs.length) localStorage.setItem(key, JSON.stringify({ schema, pairs }));
      else localStorage.removeItem(key);
      return "";
    } catch {
      return refused;
    }
  }

  /** @param {any} held @returns {held is {schema: number, pairs: Pairs}} */
  function isSound(held) {
    return Array.isArray(held?.pairs) && held.pairs.length <= most && held.pairs.every(isPair);
  }

  /** @param {any} pair */
  function isPair(pair) {
    return (
      Array.isArray(pair) &&
      pair.length === 2 &&
      pair.every((text) => typeof text === "string" && text.length <= longest)
    );
  }

  return {
    read,
    write,
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

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
