// records.js: records on this device: stored, listed and changed, with every loss prevented or reported.
//
// Contract. `createRecords(database, kind)` gives `records`, what a page may do with them, and `tools` for more such work.
// Every change resolves only after it is committed. `save(draft, {from, updated})` replaces revision `from` of the time
// `updated`, or adds a new record when `from` is 0. If something else is stored, `save` rejects with `Conflict`, whose
// `stored` is that record, or null when it was deleted. Records of a newer Tableside are never changed (`Newer`): they can
// be read, listed, removed, restored and imported unchanged. `watch` reports changes by other tabs; where the browser cannot
// report them, `Conflict` still prevents a loss. When `kept` is false, all records are in memory, and `why` says so. The
// message of each error is a sentence for the reader.

import { Newer } from "./errors.js";

/** @typedef {import("./database.js").StoredRecord<any>} AnyRecord */
/** @template {AnyRecord} R @typedef {Omit<R, "data"> & {newer: boolean, foe?: boolean}} Entry  `newer`: made by a newer Tableside, opens read-only */
/** @typedef {{id: string, revision: number | null}} Change  `revision` is null after a removal */
/**
 * @template {AnyRecord} R
 * @template D
 * @typedef {object} Kind
 * @property {string} word  what one record is, in sentences
 * @property {string} channel  the name under which tabs tell each other of changes
 * @property {(record: {system: string, schema: number}) => boolean} newer  whether a newer Tableside made the record
 * @property {(draft: D, revision: number) => R} record  what is stored of a draft, as it is now
 * @property {(record: R) => {foe?: boolean}} [listed]  what else a list says of the record
 * @property {(one: R, two: R) => boolean} same  whether the content is the same; revision and time do not count
 */

/** Another tab has saved or deleted the record; `stored` is the record that is there now. */
export class Conflict extends Error {
  name = "Conflict";

  /** @param {AnyRecord | undefined} stored @param {string} word  what the record is */
  constructor(stored, word) {
    const changed = `This ${word} was changed in another tab, so this was not saved over it.`;
    super(stored ? changed : `This ${word} was deleted in another tab.`);
    this.stored = stored ?? null;
  }
}

/**
 * @template {AnyRecord} R
 * @template {{id: string}} D
 * @param {import("./database.js").Database<R>} database
 * @param {Kind<R, D>} kind
 */
export function createRecords(database, { word, channel: name, newer, record, listed, same }) {
  const channel = database.kept && "BroadcastChannel" in globalThis ? new BroadcastChannel(name) : null;
  const order = new Intl.Collator("en", { numeric: true });

  /** @param {R | undefined} [stored] */
  const conflict = (stored) => new Conflict(stored, word);

  /** @param {({system: string, schema: number} | undefined)[]} records */
  function refuseNewer(...records) {
    if (!records.some((each) => each && newer(each))) return;
    throw new Newer(`This ${word} was made by a newer Tableside: here it can be read and exported, not changed.`);
  }

  /** Sends one message for many changes, because each message makes the other tabs redraw their lists. @param {Change[]} changes */
  const report = (...changes) => {
    if (changes.length === 1) channel?.postMessage({ id: changes[0].id, revision: changes[0].revision });
    else if (changes.length) channel?.postMessage({ many: true });
  };

  /** Changes a record, whatever its revision. @param {string} id @param {(stored: R) => R} change */
  async function changed(id, change) {
    const made = await database.write(async (store) => {
      const stored = await store.get(id);
      if (!stored) throw conflict();
      refuseNewer(stored);
      const next = change(stored);
      await store.put(next);
      return next;
    });
    report(made);
    return made;
  }

  const records = {
    /** False: the records are in memory only. */
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

    /** Sorted by name. @param {string} [system] @returns {Promise<Entry<R>[]>} */
    async list(system) {
      const found = await database.read((store) => store.all(system));
      const entries = found.map((one) => {
        const { data: _, ...light } = one;
        return { ...light, ...listed?.(one), newer: newer(light) };
      });
      return entries.sort((one, two) => order.compare(one.name, two.name) || order.compare(one.id, two.id));
    },

    /** Complete records, for an export. @param {string} [system] */
    all: (system) => database.read((store) => store.all(system)),

    /** @param {string} id @returns {Promise<R | null>} */
    get: async (id) => (await database.read((store) => store.get(id))) ?? null,

    /**
     * Saving the content that is already stored, in this revision or the next, changes nothing. A record that was deleted
     * and imported again may have the same revision: `updated` distinguishes the two.
     *
     * @param {D} draft @param {{from: number, updated?: string}} over @returns {Promise<R>}  the stored record
     */
    async save(draft, { from, updated }) {
      const next = record(draft, from + 1);
      const saved = await database.write(async (store) => {
        const stored = await store.get(draft.id);
        refuseNewer(next, stored);
        if (stored && same(stored, next) && [from, from + 1].includes(stored.revision)) return stored;
        const other = stored && updated && stored.updated !== updated;
        if ((stored?.revision ?? 0) !== from || other) throw conflict(stored);
        await store.put(next);
        return next;
      });
      if (saved === next) report(saved);
      return saved;
    },

    /** @param {string} id @returns {Promise<R>}  for `restore` */
    async remove(id) {
      const removed = await database.write(async (store) => {
        const stored = await store.get(id);
        if (!stored) throw conflict();
        await store.remove(id);
        return stored;
      });
      report({ id, revision: null });
      return removed;
    },

    /** Stores a record again exactly as `remove` returned it. @param {R} removed */
    async restore(removed) {
      await database.write(async (store) => {
        const stored = await store.get(removed.id);
        if (stored) throw conflict(stored);
        await store.put(removed);
      });
      report(removed);
    },

    /**
     * Calls `listen` when another tab has changed a record. The change is null when several may have changed, as after the
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
  return { records, tools: { changed, conflict, refuseNewer, report } };
}
