// table-rules-store.js: the table rules of one game, kept on this device.
//
// Contract. `createHouse(system)` reads and writes one key of localStorage, named after the app and the path it is served
// under: other apps may share the origin. What is kept are pairs of rule and text; whether a rule can be used is Python's
// to say. What this module cannot read is used for nothing and never lost: it stays under a key of its own when
// something new is written, and what a newer version wrote is left as it is. `trouble` then says so in a sentence.

import { tableRulesKey, unreadableKey } from "../shared/storage-keys.js";

/** @typedef {import("../shared/link.js").Pairs} Pairs */
/** @typedef {{pairs: Pairs, trouble: string, unused: boolean, open: boolean}} Kept  `unused`: something is kept that cannot be read; `open`: something can be written */

const SCHEMA = 1;
const MOST_RULES = 500;
const LONGEST_TEXT = 300;
const REFUSED =
  "This browser keeps nothing for this site, so no table rules can be set here; links can still hold them.";
const NEWER = "The table rules on this device are from a newer Tableside and stay untouched; they are not used here.";
const UNREADABLE = "The table rules on this device cannot be read. They are kept as they are, and not used.";

/** @param {string} system */
export function createHouse(system) {
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

  /** @param {Pairs} pairs @returns {string}  why not, if it could not be written */
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
    /** Calls when another page has written, or this one comes Back from where it was put aside. @param {() => void} listen */
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

/** What the table has agreed on in a game, for a question. @param {string} game */
export function tableRules(game) {
  const { pairs } = createHouse(game).read();
  return pairs.length ? { house: pairs } : {};
}
