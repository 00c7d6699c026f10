// fill-sources.js: the characters of one game on this device, as far as they can fill a calculator today.
//
// Contract. `openFillSources(system, ask)` resolves with or without storage. `options()` are all of them, as choices
// for a select: one of a newer Tableside cannot be chosen. `held(id)` is one with its pairs in today's schema (`ask` is
// Python's, kind "migrate"), or null: deleted, of another game, or newer. `watch` hears of changes in other tabs.
// `save(held, data)` writes other pairs over that revision; it rejects as characters.js does.
// `shows(data, target, others)` are the parts that the line above the inputs has for a character, as words.

import { SCHEMAS } from "../paths.js";
import { openCharacters } from "../storage/characters.js";

/** @typedef {{id: string, name: string, revision: number, updated: string, data: import("../shared/link.js").Pairs}} Held */
/** @typedef {[value: string, words: string, closed?: boolean]} Choosable */

/** @param {string} system @param {(request: object) => Promise<any>} ask */
export async function openFillSources(system, ask) {
  const kept = await openCharacters();
  return {
    watch: kept.watch,

    /** @returns {Promise<Choosable[]>} */
    async options() {
      const entries = await kept.list(system);
      return entries.map(({ id, name, newer }) => [
        id,
        newer ? `${called(name)} (made by a newer Tableside)` : called(name),
        newer,
      ]);
    },

    /** @param {string} id @returns {Promise<Held | null>} */
    async held(id) {
      const record = id ? await kept.get(id) : null;
      if (!record || record.system !== system || kept.newer(record)) return null;
      const named = { ...record, name: called(record.name) };
      if (record.schema === SCHEMAS[system]) return named;
      const reply = await ask({ kind: "migrate", system, schema: record.schema, data: record.data });
      return reply.ok ? { ...named, data: reply.data } : null;
    },

    /** @param {Held} held @param {import("../shared/link.js").Pairs} data @returns {Promise<Held>} */
    async save({ id, name, revision, updated }, data) {
      const draft = { schema: SCHEMAS[system], system, id, data };
      return { ...(await kept.save(draft, { from: revision, updated })), name };
    },
  };
}

/** @param {import("../shared/link.js").Pairs} data @param {boolean} target @param {boolean} others */
export function shows(data, target, others) {
  const weapons = new Set(data.flatMap(([key]) => /^weapons\.(\d+)\b/.exec(key)?.[1] ?? [])).size;
  const parts = {
    me: true,
    weapon: weapons > 0,
    weapons: weapons > 1,
    others,
    conditions: data.some(([key, text]) => key === "conditions" && text),
    target,
  };
  return Object.entries(parts)
    .flatMap(([word, is]) => (is ? [word] : []))
    .join(" ");
}

/** @param {string} name */
function called(name) {
  return name || "Unnamed";
}
