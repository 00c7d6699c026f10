// table-rules-store.js: the stored table rules of one game.
//
// Contract. `createTableRulesStore(system)` reads and writes one key of localStorage (pairs-store.js). It stores pairs of rule
// and text; Python decides whether a rule can be used. first.js reads the same key.

import { tableRulesKey } from "../shared/storage-keys.js";
import { createPairsStore } from "./pairs-store.js";

const KIND = {
  schema: 1,
  most: 500,
  longest: 300,
  refused: "This browser keeps nothing for this site, so no table rules can be set here; links can still hold them.",
  newer: "The table rules on this device are from a newer Tableside and stay untouched; they are not used here.",
  unreadable: "The table rules on this device cannot be read. They are kept as they are, and not used.",
};

/** @param {string} system */
export function createTableRulesStore(system) {
  return createPairsStore(tableRulesKey(system), KIND);
}

/** The stored table rules of a game, as a part of a request. @param {string} game */
export function tableRules(game) {
  const { pairs } = createTableRulesStore(game).read();
  return pairs.length ? { house: pairs } : {};
}
