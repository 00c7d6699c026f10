// database.js: a database of records: IndexedDB, or this page's memory when the browser offers no IndexedDB.
//
// Contract. Each kind of records has a database of its own (`Kind`). `openDatabase(kind)` always resolves. `read(work)` and `write(work)` call `work` with a store and resolve with its
// result, a write only after its transaction is complete. A write happens completely or not at all; an error in `work` undoes
// it. `work` may await nothing but the store. After the browser or a newer version has closed the connection, the next call
// opens a new one. `kept` is false for memory. `readonly` is true when a newer Tableside has upgraded the database; `why` is
// then a sentence. Nothing here deletes a database. Calls reject with an error of errors.js.

import { openDB } from "../idb.js";
import { CHARACTERS_DATABASE } from "../shared/storage-keys.js";
import { DATABASE_LIMIT_MS } from "../shared/timeouts.js";
import { Full, Newer, Unreachable } from "./errors.js";
import { memoryDatabase } from "./memory-store.js";

/** @template D @typedef {{schema: number, system: string, id: string, name: string, revision: number, updated: string, data: D}} StoredRecord */
/** @typedef {StoredRecord<import("../shared/link.js").Pairs>} Character  as it is stored */
/** @template [R=Character] @typedef {{get: (id: string) => Promise<R | undefined>, all: (system?: string) => Promise<R[]>, put: (record: R) => Promise<any>, remove: (id: string) => Promise<any>}} Store */
/** @template [R=Character] @typedef {<T>(work: (store: Store<R>) => Promise<T>) => Promise<T>} Access */
/** @template [R=Character] @typedef {{readonly kept: boolean, readonly readonly: boolean, readonly why: string, read: Access<R>, write: Access<R>, close: () => void}} Database */
/** @typedef {{db: import("idb").IDBPDatabase, readonly: boolean}} Connection */
/** @typedef {(db: import("idb").IDBPDatabase) => void} Step */
/**
 * @typedef {object} Kind
 * @property {string} database  its name
 * @property {string} store  the name of its object store; also the records' plural in sentences
 * @property {Step[]} steps  the upgrades from each version of the database to the next; a published step never changes
 */

const BY_SYSTEM = "system";

/** The first step of a kind: an object store by id, with an index by game. @param {string} store @returns {Step} */
export const createStore = (store) => (db) =>
  void db.createObjectStore(store, { keyPath: "id" }).createIndex(BY_SYSTEM, "system");

/** @type {Kind} */
export const CHARACTERS = { database: CHARACTERS_DATABASE, store: "characters", steps: [createStore("characters")] };

const REFUSED = "This browser does not let anything be kept here.";
const SILENT = "The storage of this browser does not answer.";
const BLOCKED = "Another tab still has an older Tableside open. Close it and load this page again.";
const TAKEN = "Something else on this site uses the storage that Tableside needs.";
/** @param {Kind} kind */
const unreadable = ({ store }) => `The ${store} on this device are from a newer Tableside and stay untouched.`;
/** @param {Kind} kind */
const newer = ({ store }) =>
  `The ${store} on this device are from a newer Tableside: here they can be read and exported, not changed.`;
/** @param {Kind} kind */
const onlyHere = ({ store }) =>
  `${store[0].toUpperCase()}${store.slice(1)} stay only while this page is open: export them as a file to keep them.`;
const FULL =
  "This device has no room left, so this was not saved. What was saved before is unharmed. Free some space and try again.";
const LOST =
  "This browser's storage did not answer, so this was not done. What was saved before is unharmed; try again.";

/** @template [R=Character] @param {Kind} [kind] @returns {Promise<Database<R>>} */
export async function openDatabase(kind = CHARACTERS) {
  try {
    return await indexedDatabase(kind);
  } catch (error) {
    return memoryDatabase(`${error instanceof Unreachable ? error.message : REFUSED} ${onlyHere(kind)}`);
  }
}

/** @template R @param {Kind} kind @returns {Promise<Database<R>>} */
async function indexedDatabase(kind) {
  /** @type {Promise<Connection> | null} */
  let connection = null;
  let readonly = false;
  let closed = false;
  const connected = async () => {
    const mine = (connection ??= connect(kind, () => (connection = null)));
    const held = await mine;
    readonly = held.readonly;
    return held;
  };
  await connected();

  /** @param {IDBTransactionMode} mode */
  async function begin(mode) {
    /** @type {unknown} */
    let failure;
    for (let tries = 2; tries && !closed; tries--) {
      try {
        const { db } = await connected();
        if (readonly && mode === "readwrite") throw new Newer(newer(kind));
        // "Saved" promises that the change survives a power failure.
        return db.transaction(kind.store, mode, { durability: "strict" });
      } catch (error) {
        if (error instanceof Newer) throw error;
        // The browser may have closed the connection without an event.
        connection = null;
        failure = error;
      }
    }
    throw failure instanceof Unreachable ? failure : new Unreachable(LOST, { cause: failure });
  }

  /** @template T @param {IDBTransactionMode} mode @param {(store: Store<R>) => Promise<T>} work */
  async function transact(mode, work) {
    const tx = await begin(mode);
    const done = tx.done;
    done.catch(() => {});
    try {
      const result = await work(storeIn(tx.objectStore(kind.store)));
      await done;
      return result;
    } catch (error) {
      aborted(tx);
      await done.catch(() => {});
      if ([error, tx.error].some((each) => nameOf(each) === "QuotaExceededError")) throw new Full(FULL);
      throw error instanceof DOMException ? new Unreachable(LOST, { cause: error }) : error;
    }
  }

  return {
    kept: true,
    get readonly() {
      return readonly;
    },
    get why() {
      return readonly ? newer(kind) : "";
    },
    read: (work) => transact("readonly", work),
    write: (work) => transact("readwrite", work),
    close() {
      closed = true;
      connection?.then(
        ({ db }) => db.close(),
        () => {},
      );
    },
  };
}

/** @param {Kind} kind @param {() => void} onClosed @returns {Promise<Connection>} */
async function connect(kind, onClosed) {
  const db = await opened(kind, kind.steps.length, onClosed).catch((error) => {
    if (nameOf(error) !== "VersionError") throw error;
    return null;
  });
  const held = db ? { db, readonly: false } : { db: await opened(kind, undefined, onClosed), readonly: true };
  if (held.readonly ? isOurs(held.db, kind) : held.db.objectStoreNames.contains(kind.store)) return held;
  held.db.close();
  throw new Unreachable(held.readonly ? unreadable(kind) : TAKEN);
}

/** Whether a database has the store and the index that this module reads. @param {import("idb").IDBPDatabase} db @param {Kind} kind */
export function isOurs(db, { store }) {
  return db.objectStoreNames.contains(store) && db.transaction(store).store.indexNames.contains(BY_SYSTEM);
}

/** @param {Kind} kind @param {number | undefined} version @param {() => void} onClosed @returns {Promise<import("idb").IDBPDatabase>} */
function opened({ database, steps }, version, onClosed) {
  return new Promise((resolve, reject) => {
    let why = SILENT;
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      reject(new Unreachable(why));
    }, DATABASE_LIMIT_MS);
    openDB(database, version, {
      upgrade: (db, from) => {
        for (const step of steps.slice(from)) step(db);
      },
      blocked: () => (why = BLOCKED),
      blocking(_from, _to, event) {
        /** @type {IDBDatabase} */ (event.target).close();
        onClosed();
      },
      terminated: onClosed,
    })
      .then((db) => (late ? db.close() : resolve(db)), reject)
      .finally(() => clearTimeout(timer));
  });
}

/** @param {any} store  idb's @returns {Store<any>} */
function storeIn(store) {
  return {
    get: (id) => store.get(id),
    all: (system) => (system === undefined ? store.getAll() : store.index(BY_SYSTEM).getAll(system)),
    put: (record) => store.put(record),
    remove: (id) => store.delete(id),
  };
}

/** @param {{abort: () => void}} tx */
function aborted(tx) {
  try {
    tx.abort();
  } catch {
    // The transaction has already ended.
  }
}

/** @param {unknown} error */
function nameOf(error) {
  return error instanceof Error || error instanceof DOMException ? error.name : "";
}
