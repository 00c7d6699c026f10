// fill-sources.js: the characters of one game on this device that can fill a calculator.
//
// Contract. `openFillSources(system, ask)` resolves with or without storage. `options()` gives all characters, then
// all foes, as options of a select; one of a newer Tableside is disabled. `held(id)` gives a character with its pairs in the newest schema (Python
// migrates them, kind "migrate"), or null when it is deleted, newer, or of another game. `watch` reports changes by other
// tabs. `save(held, data)` replaces that revision with other pairs, and rejects as characters.js does. `shows(data, target,
// others)` names the parts that the line above the inputs has for a character.

import { SCHEMAS } from "../paths.js";
import { foesLast, titleOf } from "../storage/character-data.js";
import { openCharacters } from "../storage/characters.js";

/** @typedef {{id: string, name: string, revision: number, updated: string, data: import("../shared/link.js").Pairs}} Held */
/** @typedef {[value: string, text: string, disabled?: boolean]} Choosable */

/** @param {string} system @param {(request: object) => Promise<any>} ask */
export async function openFillSources(system, ask) {
  const characters = await openCharacters();
  return {
    watch: characters.watch,

    /** @returns {Promise<Choosable[]>} */
    async options() {
      const entries = foesLast(await characters.list(system));
      return entries.map((entry) => [
        entry.id,
        entry.newer ? `${titleOf(entry)} (made by a newer Tableside)` : titleOf(entry),
        entry.newer,
      ]);
    },

    /** @param {string} id @returns {Promise<Held | null>} */
    async held(id) {
      const record = id ? await characters.get(id) : null;
      if (!record || record.system !== system || characters.newer(record)) return null;
      const named = { ...record, name: displayName(record.name) };
      if (record.schema === SCHEMAS[system]) return named;
      const reply = await ask({ kind: "migrate", system, schema: record.schema, data: record.data });
      return reply.ok ? { ...named, data: reply.data } : null;
    },

    /** @param {Held} held @param {import("../shared/link.js").Pairs} data @returns {Promise<Held>} */
    async save({ id, name, revision, updated }, data) {
      const draft = { schema: SCHEMAS[system], system, id, data };
      return { ...(await characters.save(draft, { from: revision, updated })), name };
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
function displayName(name) {
  return name || "Unnamed";
}
