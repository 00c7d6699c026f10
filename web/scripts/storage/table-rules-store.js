// table-rules-store.js: the stored table rules of one game.
//
// Contract. `createTableRulesStore(system)` reads and writes one key of localStorage. It stores pairs of rule and text;
// Python decides whether a rule can be used. Text that cannot be read is not used: before something new is written, the text
// moves to a key of its own. Table rules of a newer version stay as they are. `trouble` is then a sentence. first.js reads
// the same key.

import { tableRulesKey, unreadableKey } from "../shared/storage-keys.js";

/** @typedef {import("../shared/link.js").Pairs} Pairs */
/** @typedef {{pairs: Pairs, trouble: string, unused: boolean, open: boolean}} Kept  `unused`: something is stored that cannot be read; `open`: the store can be written */

const SCHEMA = 1;
const MOST_RULES = 500;
const LONGEST_TEXT = 300;
const REFUSED =
  "This browser keeps nothing for this site, so no table rules can be set here; links can still hold them.";
const NEWER = "The table rules on this device are from a newer Tableside and stay untouched; they are not used here.";
const UNREADABLE = "The table rules on this device cannot be read. They are kept as they are, and not used.";

/** @param {string} system */
export function createTableRulesStore(system) {
  const key = tableRulesKey(system);

  /** @returns {Kept} */
  function read() {
    let text;
    try {
      text = localStorage.getItem(key);
    } catch {
      return { pairs: [], trouble: REFUSED, unused: false, open: false };
    }
    if (text === null) return { pairs: [], trouble: "", unused: false, open: true };
    const held = parsed(text);
    if (held?.schema > SCHEMA) return { pairs: [], trouble: NEWER, unused: true, open: false };
    if (!isSound(held)) return { pairs: [], trouble: UNREADABLE, unused: true, open: true };
    return { pairs: held.pairs, trouble: "", unused: false, open: true };
  }

  /** @param {Pairs} pairs @returns {string}  why the rules could not be written; empty after success */
  function write(pairs) {
    const { trouble, unused, open } = read();
    if (!open) return trouble;
    try {
      if (unused) localStorage.setItem(unreadableKey(key), localStorage.getItem(key) ?? "");
      if (pairs.length) localStorage.setItem(key, JSON.stringify({ schema: SCHEMA, pairs }));
      else localStorage.removeItem(key);
      return "";
    } catch {
      return REFUSED;
    }
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

/** @param {any} held @returns {held is {pairs: Pairs}} */
function isSound(held) {
  return Array.isArray(held?.pairs) && held.pairs.length <= MOST_RULES && held.pairs.every(isPair);
}

/** @param {any} pair */
function isPair(pair) {
  return (
    Array.isArray(pair) &&
    pair.length === 2 &&
    pair.every((text) => typeof text === "string" && text.length <= LONGEST_TEXT)
  );
}

/** The stored table rules of a game, as a part of a request. @param {string} game */
export function tableRules(game) {
  const { pairs } = createTableRulesStore(game).read();
  return pairs.length ? { house: pairs } : {};
}
