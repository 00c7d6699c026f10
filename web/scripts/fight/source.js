// fight/source.js: finds the fight that an address of the page of fights names.
//
// Contract. `findFight(fights, system, hash)`: `#open=<id>` is a fight on this device; any other state is a new fight, which is
// not stored yet (revision 0). Without a fight the result has `why`, a sentence, or `elsewhere`, the address on the page of the
// fight's game. `characterIn(hash)` is the character with whom `#with=<id>` begins, or empty; `foeIn(hash)` is what `#foe=<words>`
// searches for, or empty. Opening stores nothing.

import { decode } from "../shared/link.js";
import { newId } from "../storage/character-data.js";
import { fightTrouble } from "../storage/fights.js";

/** @typedef {import("./session.js").Opened} Opened */

const GONE = "This fight is not on this device: it may have been deleted here, or live in another browser.";
const DAMAGED = "This fight is damaged on this device. It can be exported as it lies.";
const NEWER = "This fight was made by a newer Tableside: here it can be exported, not opened.";

/**
 * @param {import("../storage/fights.js").Fights} fights @param {string} system @param {string} hash
 * @returns {Promise<{fight: Opened} | {why: string} | {elsewhere: string}>}
 */
export async function findFight(fights, system, hash) {
  const [, id] = /^#open=(.*)$/s.exec(hash) ?? [];
  if (id === undefined) return { fight: blank() };
  const record = await fights.get(decode(id)).catch(() => null);
  if (!record) return { why: GONE };
  if (fights.newer(record)) return { why: NEWER };
  const trouble = fightTrouble(record);
  if (trouble) return { why: `${DAMAGED} It ${trouble}.` };
  return record.system === system ? { fight: record } : { elsewhere: `../../${record.system}/fight/${hash}` };
}

/** @param {string} hash */
export function characterIn(hash) {
  const [, id = ""] = /^#with=(.*)$/s.exec(hash) ?? [];
  return decode(id);
}

/** @param {string} hash */
export function foeIn(hash) {
  const [, words = ""] = /^#foe=(.*)$/s.exec(hash) ?? [];
  return decode(words);
}

/** @returns {Opened} */
function blank() {
  const when = new Date().toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" });
  return { id: newId(), name: `Fight of ${when}`, revision: 0, updated: "", data: { events: [], cursor: 0 } };
}
