// characters.js: the characters on this device: kept, listed, changed, and never lost in silence.
//
// Contract. `openCharacters()` always resolves; `schemas` are the newest that it knows of each game, as the build wrote
// them. Every change resolves only after it is committed. `save(record, {from, updated})` writes over revision `from` (0: a
// new character), as it was `updated`, and nothing else: otherwise it rejects with `Conflict`, whose `stored` is the record as it stands, or null
// where it was deleted. What a newer Tableside made is never changed (`Newer`): it can be read, listed, removed, put back
// and brought in as it is. No room rejects with `Full`, the old record untouched. Every such error's message is a
// sentence for the reader. `watch` hears of changes made by other tabs; without them a conflict still tells.
// Where `kept` is false, all this is in memory, and `why` says so.

import { SCHEMAS } from "../paths.js";
import { CHARACTERS_DATABASE } from "../shared/storage-keys.js";
import { copyOf, named, nameIn, newId, sameContent } from "./character-data.js";
import { Newer, openShelf } from "./database.js";

export { Full, Newer, Unreachable } from "./database.js";

/** @typedef {import("./database.js").Character} Character */
/** @typedef {Omit<Character, "data"> & {newer: boolean}} Entry  `newer`: opens read-only */
/** @typedef {import("./character-data.js").Draft} Draft  what is saved; a Character is one */
/** @typedef {{id: string, revision: number | null}} Change  null: it was removed */
/** @typedef {{record: Character, seen: number}} Choice  `seen`: the revision that it takes the place of, 0 for none */
/** @typedef {Awaited<ReturnType<typeof openCharacters>>} Characters */

const MADE_NEWER = "This character was made by a newer Tableside: here it can be read and exported, not changed.";
const CHANGED = "This character was changed in another tab, so this was not saved over it.";
const DELETED = "This character was deleted in another tab.";

/** Somebody else was faster; `stored` is what they left. */
export class Conflict extends Error {
  /** @param {Character | undefined} stored */
  constructor(stored) {
    super(stored ? CHANGED : DELETED);
    this.stored = stored ?? null;
  }
}

/** @param {{schemas?: Record<string, number>}} [known] */
export async function openCharacters({ schemas = SCHEMAS } = {}) {
  const shelf = await openShelf();
  const channel = shelf.kept && "BroadcastChannel" in globalThis ? new BroadcastChannel(CHARACTERS_DATABASE) : null;
  const order = new Intl.Collator("en", { numeric: true });

  /** @param {{system: string, schema: number}} record */
  const newer = (record) => !Object.hasOwn(schemas, record.system) || record.schema > schemas[record.system];

  /** @param {({system: string, schema: number} | undefined)[]} records */
  function refuseNewer(...records) {
    if (records.some((each) => each && newer(each))) throw new Newer(MADE_NEWER);
  }

  /** Many changes are one message: each makes the other tabs draw their lists again. @param {Change[]} changes */
  const tell = (...changes) => {
    if (changes.length === 1) channel?.postMessage({ id: changes[0].id, revision: changes[0].revision });
    else if (changes.length) channel?.postMessage({ many: true });
  };

  /** A change of what is stored, whatever that is. @param {string} id @param {(stored: Character) => Character} change */
  async function changed(id, change) {
    const record = await shelf.write(async (store) => {
      const stored = await store.get(id);
      if (!stored) throw new Conflict(stored);
      refuseNewer(stored);
      const next = change(stored);
      await store.put(next);
      return next;
    });
    tell(record);
    return record;
  }

  return {
    /** False: in memory only. */
    get kept() {
      return shelf.kept;
    },
    /** True: a newer Tableside has the storage, and nothing can be changed. */
    get readonly() {
      return shelf.readonly;
    },
    /** The sentence for the banner, or nothing. */
    get why() {
      return shelf.why;
    },
    newer,

    /** By name. @param {string} [system] @returns {Promise<Entry[]>} */
    async list(system) {
      const records = await shelf.read((store) => store.all(system));
      const entries = records.map(({ data: _, ...light }) => ({ ...light, newer: newer(light) }));
      return entries.sort((one, two) => order.compare(one.name, two.name) || order.compare(one.id, two.id));
    },

    /** Whole records, as an export needs them. @param {string} [system] */
    all: (system) => shelf.read((store) => store.all(system)),

    /** @param {string} id @returns {Promise<Character | null>} */
    get: async (id) => (await shelf.read((store) => store.get(id))) ?? null,

    /**
     * Saving what stands there already, in this revision or the next, changes nothing. Deleted and brought in anew, a
     * character may have the same revision: then the time tells.
     *
     * @param {Draft} draft @param {{from: number, updated?: string}} over @returns {Promise<Character>}  as it is stored now
     */
    async save({ schema, system, id, data }, { from, updated }) {
      const next = record({ schema, system, id, data: data.map(storable) }, from + 1);
      const saved = await shelf.write(async (store) => {
        const stored = await store.get(id);
        refuseNewer(next, stored);
        if (stored && sameContent(stored, next) && [from, from + 1].includes(stored.revision)) return stored;
        const other = stored && updated && stored.updated !== updated;
        if ((stored?.revision ?? 0) !== from || other) throw new Conflict(stored);
        await store.put(next);
        return next;
      });
      if (saved === next) tell(saved);
      return saved;
    },

    /** @param {string} id @returns {Promise<Character>}  for `restore` */
    async remove(id) {
      const removed = await shelf.write(async (store) => {
        const stored = await store.get(id);
        if (!stored) throw new Conflict(stored);
        await store.remove(id);
        return stored;
      });
      tell({ id, revision: null });
      return removed;
    },

    /** Puts back, exactly as it was, what `remove` has given. @param {Character} removed */
    async restore(removed) {
      await shelf.write(async (store) => {
        const stored = await store.get(removed.id);
        if (stored) throw new Conflict(stored);
        await store.put(removed);
      });
      tell(removed);
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

    /** Brings in what a file holds: all of it, or nothing where one was changed since. @param {Choice[]} choices */
    async bring(choices) {
      // Revisions are counted on each device for itself.
      const records = choices.map(({ record, seen }) => ({ ...record, revision: seen + 1 }));
      await shelf.write(async (store) => {
        for (const [at, { seen }] of choices.entries()) {
          const stored = await store.get(records[at].id);
          if ((stored?.revision ?? 0) !== seen) throw new Conflict(stored);
          refuseNewer(stored);
          await store.put(records[at]);
        }
      });
      tell(...records);
    },

    /** Takes that back, all of it, or nothing where one was changed since. @param {Choice[]} choices @param {Character[]} before  those that were replaced */
    async takeBack(choices, before) {
      const old = new Map(before.map((each) => [each.id, each]));
      await shelf.write(async (store) => {
        for (const { record, seen } of choices) {
          const stored = await store.get(record.id);
          if (stored?.revision !== seen + 1) throw new Conflict(stored);
          const was = old.get(record.id);
          if (was) await store.put({ ...was, revision: seen + 2 });
          else await store.remove(record.id);
        }
      });
      tell(...choices.map(({ record: { id }, seen }) => ({ id, revision: old.has(id) ? seen + 2 : null })));
    },

    /**
     * Calls when another tab has changed a character; with null when several may have been, also after this page was
     * put aside.
     *
     * @param {(change: Change | null) => void} listen
     */
    watch(listen) {
      channel?.addEventListener("message", ({ data }) => listen(data.many ? null : data));
      window.addEventListener("pageshow", (event) => event.persisted && listen(null));
    },

    close() {
      channel?.close();
      shelf.close();
    },
  };
}

/** What a file may hold as well: neither NUL characters nor halves of characters. @param {[string, string]} pair */
function storable([key, text]) {
  return /** @type {[string, string]} */ ([key, text.replaceAll("\0", "").replace(/\p{Surrogate}/gu, "\uFFFD")]);
}

/** @param {Draft} draft @param {number} revision @returns {Character} */
function record({ schema, system, id, data }, revision) {
  return { schema, system, id, name: nameIn(data), revision, updated: new Date().toISOString(), data };
}
