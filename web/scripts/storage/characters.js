// characters.js: the characters on this device: stored, listed and changed, with every loss prevented or reported.
//
// Contract. `openCharacters()` always resolves. `schemas` are the newest schemas that this version knows, by game. Every change
// resolves only after it is committed. `save(record, {from, updated})` replaces revision `from` of the time `updated`, or adds
// a new character when `from` is 0. If something else is stored, `save` rejects with `Conflict`, whose `stored` is that record,
// or null when it was deleted. Records of a newer Tableside are never changed (`Newer`): they can be read, listed, removed,
// restored and imported unchanged. A full device rejects with `Full` and leaves the stored record unchanged. The message of
// each of these errors is a sentence for the reader. `watch` reports changes by other tabs; where the browser cannot report
// them, `Conflict` still prevents a loss. When `kept` is false, all characters are in memory, and `why` says so.

import { SCHEMAS } from "../paths.js";
import { CHARACTERS_DATABASE } from "../shared/storage-keys.js";
import { copyOf, named, nameIn, newId, sameContent } from "./character-data.js";
import { Newer, openDatabase } from "./database.js";

export { Full, Newer, Unreachable } from "./database.js";

/** @typedef {import("./database.js").Character} Character */
/** @typedef {Omit<Character, "data"> & {newer: boolean}} Entry  `newer`: made by a newer Tableside, opens read-only */
/** @typedef {import("./character-data.js").Draft} Draft  what `save` takes; a Character is one */
/** @typedef {{id: string, revision: number | null}} Change  `revision` is null after a removal */
/** @typedef {{record: Character, seen: number}} Choice  `seen`: the revision that the record replaces; 0 for none */
/** @typedef {Awaited<ReturnType<typeof openCharacters>>} Characters */

const MADE_NEWER = "This character was made by a newer Tableside: here it can be read and exported, not changed.";
const CHANGED = "This character was changed in another tab, so this was not saved over it.";
const DELETED = "This character was deleted in another tab.";

/** Another tab has saved or deleted the character; `stored` is its record. */
export class Conflict extends Error {
  /** @param {Character | undefined} stored */
  constructor(stored) {
    super(stored ? CHANGED : DELETED);
    this.stored = stored ?? null;
  }
}

/** @param {{schemas?: Record<string, number>}} [known] */
export async function openCharacters({ schemas = SCHEMAS } = {}) {
  const database = await openDatabase();
  const channel = database.kept && "BroadcastChannel" in globalThis ? new BroadcastChannel(CHARACTERS_DATABASE) : null;
  const order = new Intl.Collator("en", { numeric: true });

  /** @param {{system: string, schema: number}} record */
  const newer = (record) => !Object.hasOwn(schemas, record.system) || record.schema > schemas[record.system];

  /** @param {({system: string, schema: number} | undefined)[]} records */
  function refuseNewer(...records) {
    if (records.some((each) => each && newer(each))) throw new Newer(MADE_NEWER);
  }

  /** Sends one message for many changes, because each message makes the other tabs redraw their lists. @param {Change[]} changes */
  const report = (...changes) => {
    if (changes.length === 1) channel?.postMessage({ id: changes[0].id, revision: changes[0].revision });
    else if (changes.length) channel?.postMessage({ many: true });
  };

  /** Changes a record, whatever its revision. @param {string} id @param {(stored: Character) => Character} change */
  async function changed(id, change) {
    const record = await database.write(async (store) => {
      const stored = await store.get(id);
      if (!stored) throw new Conflict(stored);
      refuseNewer(stored);
      const next = change(stored);
      await store.put(next);
      return next;
    });
    report(record);
    return record;
  }

  return {
    /** False: the characters are in memory only. */
    get kept() {
      return database.kept;
    },
    /** True: a newer Tableside has upgraded the database, and nothing can be changed. */
    get readonly() {
      return database.readonly;
    },
    /** The sentence for the banner; empty when all is well. */
    get why() {
      return database.why;
    },
    newer,

    /** Sorted by name. @param {string} [system] @returns {Promise<Entry[]>} */
    async list(system) {
      const records = await database.read((store) => store.all(system));
      const entries = records.map(({ data: _, ...light }) => ({ ...light, newer: newer(light) }));
      return entries.sort((one, two) => order.compare(one.name, two.name) || order.compare(one.id, two.id));
    },

    /** Complete records, for an export. @param {string} [system] */
    all: (system) => database.read((store) => store.all(system)),

    /** @param {string} id @returns {Promise<Character | null>} */
    get: async (id) => (await database.read((store) => store.get(id))) ?? null,

    /**
     * Saving the content that is already stored, in this revision or the next, changes nothing. A character that was deleted
     * and imported again may have the same revision: `updated` distinguishes the two.
     *
     * @param {Draft} draft @param {{from: number, updated?: string}} over @returns {Promise<Character>}  the stored record
     */
    async save({ schema, system, id, data }, { from, updated }) {
      const next = record({ schema, system, id, data: data.map(storable) }, from + 1);
      const saved = await database.write(async (store) => {
        const stored = await store.get(id);
        refuseNewer(next, stored);
        if (stored && sameContent(stored, next) && [from, from + 1].includes(stored.revision)) return stored;
        const other = stored && updated && stored.updated !== updated;
        if ((stored?.revision ?? 0) !== from || other) throw new Conflict(stored);
        await store.put(next);
        return next;
      });
      if (saved === next) report(saved);
      return saved;
    },

    /** @param {string} id @returns {Promise<Character>}  for `restore` */
    async remove(id) {
      const removed = await database.write(async (store) => {
        const stored = await store.get(id);
        if (!stored) throw new Conflict(stored);
        await store.remove(id);
        return stored;
      });
      report({ id, revision: null });
      return removed;
    },

    /** Stores a record again exactly as `remove` returned it. @param {Character} removed */
    async restore(removed) {
      await database.write(async (store) => {
        const stored = await store.get(removed.id);
        if (stored) throw new Conflict(stored);
        await store.put(removed);
      });
      report(removed);
    },

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
      const records = choices.map(({ record, seen }) => ({ ...record, revision: seen + 1 }));
      await database.write(async (store) => {
        for (const [at, { seen }] of choices.entries()) {
          const stored = await store.get(records[at].id);
          if ((stored?.revision ?? 0) !== seen) throw new Conflict(stored);
          refuseNewer(stored);
          await store.put(records[at]);
        }
      });
      report(...records);
    },

    /** Undoes an import completely, or not at all if a record has changed since. @param {Choice[]} choices @param {Character[]} before  the records that the import replaced */
    async takeBack(choices, before) {
      const old = new Map(before.map((each) => [each.id, each]));
      await database.write(async (store) => {
        for (const { record, seen } of choices) {
          const stored = await store.get(record.id);
          if (stored?.revision !== seen + 1) throw new Conflict(stored);
          const was = old.get(record.id);
          if (was) await store.put({ ...was, revision: seen + 2 });
          else await store.remove(record.id);
        }
      });
      report(...choices.map(({ record: { id }, seen }) => ({ id, revision: old.has(id) ? seen + 2 : null })));
    },

    /**
     * Calls `listen` when another tab has changed a character. The change is null when several may have changed, as after the
     * browser has shown this page again from its page cache.
     *
     * @param {(change: Change | null) => void} listen
     */
    watch(listen) {
      channel?.addEventListener("message", ({ data }) => listen(data.many ? null : data));
      window.addEventListener("pageshow", (event) => event.persisted && listen(null));
    },

    close() {
      channel?.close();
      database.close();
    },
  };
}

/** Replaces NUL characters and lone surrogates, which a file may not hold. @param {[string, string]} pair */
function storable([key, text]) {
  return /** @type {[string, string]} */ ([key, text.replaceAll("\0", "").replace(/\p{Surrogate}/gu, "\uFFFD")]);
}

/** @param {Draft} draft @param {number} revision @returns {Character} */
function record({ schema, system, id, data }, revision) {
  return { schema, system, id, name: nameIn(data), revision, updated: new Date().toISOString(), data };
}
