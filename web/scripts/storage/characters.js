// characters.js: the characters on this device: stored, listed and changed, with every loss prevented or reported.
//
// Contract. `openCharacters()` always resolves. `schemas` are the newest schemas that this version knows, by game. What a
// page may do is in records.js; a list says which characters are foes. In addition characters are duplicated, renamed, and imported several at once. A full device
// rejects with `Full` and leaves the stored record unchanged. The message of each error is a sentence for the reader.

import { SCHEMAS } from "../paths.js";
import { CHARACTERS_DATABASE } from "../shared/storage-keys.js";
import { copyOf, isFoe, named, nameIn, newId, sameContent } from "./character-data.js";
import { openDatabase } from "./database.js";
import { createRecords } from "./records.js";

export { Full, Newer, Unreachable } from "./errors.js";
export { Conflict } from "./records.js";

/** @typedef {import("./database.js").Character} Character */
/** @typedef {import("./records.js").Entry<Character>} Entry */
/** @typedef {import("./character-data.js").Draft} Draft  what `save` takes; a Character is one */
/** @typedef {{record: Character, seen: number}} Choice  `seen`: the revision that the record replaces; 0 for none */
/** @typedef {Awaited<ReturnType<typeof openCharacters>>} Characters */

/** @param {{schemas?: Record<string, number>}} [known] */
export async function openCharacters({ schemas = SCHEMAS } = {}) {
  /** @type {import("./database.js").Database} */
  const database = await openDatabase();
  /** @type {import("./records.js").Kind<Character, Draft>} */
  const kind = {
    word: "character",
    channel: CHARACTERS_DATABASE,
    newer: ({ system, schema }) => !Object.hasOwn(schemas, system) || schema > schemas[system],
    record: (draft, revision) => record({ ...draft, data: draft.data.map(storable) }, revision),
    listed: ({ data }) => ({ foe: isFoe(data) }),
    same: sameContent,
  };
  const { records, tools } = createRecords(database, kind);
  const { changed, conflict, refuseNewer, report } = tools;

  return Object.assign(records, {
    /** @param {string} id @returns {Promise<Character>}  the new one */
    async duplicate(id) {
      const copy = newId();
      return changed(id, ({ schema, system, name, data }) =>
        record({ schema, system, id: copy, data: named(data, copyOf(name)) }, 1),
      );
    },

    /** @param {string} id @param {string} name @returns {Promise<Character>} */
    rename: (id, name) =>
      changed(id, (stored) => record({ ...stored, data: named(stored.data, name) }, stored.revision + 1)),

    /** Imports the records of a file: all of them, or none if a stored one has changed since. @param {Choice[]} choices */
    async bring(choices) {
      // Each device counts revisions for itself.
      const brought = choices.map(({ record, seen }) => ({ ...record, revision: seen + 1 }));
      await database.write(async (store) => {
        for (const [at, { seen }] of choices.entries()) {
          const stored = await store.get(brought[at].id);
          if ((stored?.revision ?? 0) !== seen) throw conflict(stored);
          refuseNewer(stored);
          await store.put(brought[at]);
        }
      });
      report(...brought);
    },

    /** Undoes an import completely, or not at all if a record has changed since. @param {Choice[]} choices @param {Character[]} before  the records that the import replaced */
    async takeBack(choices, before) {
      const old = new Map(before.map((each) => [each.id, each]));
      await database.write(async (store) => {
        for (const { record, seen } of choices) {
          const stored = await store.get(record.id);
          if (stored?.revision !== seen + 1) throw conflict(stored);
          const was = old.get(record.id);
          if (was) await store.put({ ...was, revision: seen + 2 });
          else await store.remove(record.id);
        }
      });
      report(...choices.map(({ record: { id }, seen }) => ({ id, revision: old.has(id) ? seen + 2 : null })));
    },
  });
}

/** Replaces NUL characters and lone surrogates, which a file may not hold. @param {[string, string]} pair */
function storable([key, text]) {
  return /** @type {[string, string]} */ ([key, text.replaceAll("\0", "").replace(/\p{Surrogate}/gu, "\uFFFD")]);
}

/** @param {Draft} draft @param {number} revision @returns {Character} */
function record({ schema, system, id, data }, revision) {
  return { schema, system, id, name: nameIn(data), revision, updated: new Date().toISOString(), data };
}
