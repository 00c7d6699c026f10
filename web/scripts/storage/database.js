// database.js: where characters lie: in IndexedDB, or in this page's memory where the browser has none for us.
//
// Contract. `openShelf()` always resolves. `read(work)` and `write(work)` give `work` a store and resolve with what it
// returns: a write only after its transaction is complete, all of it or nothing; what `work` throws undoes it. `work` may
// wait for nothing but the store. The database is named after the app and the path it is served under, for other apps may
// share the origin. A connection that the browser ends, or that a newer version asks for, is opened again at the next need.
// `kept` is false in memory; `readonly` is true where a newer Tableside has the database; `why` then is a sentence.
// Nothing here ever deletes a database. Rejects with `Full`, `Newer` or `Unreachable`, each with a sentence.

import { openDB } from "../idb.js";
import { ANY_CHARACTERS_DATABASE, CHARACTERS_DATABASE } from "../shared/storage-keys.js";
import { DATABASE_LIMIT_MS } from "../shared/timeouts.js";
import { memoryShelf } from "./memory-store.js";

/** @typedef {{schema: number, system: string, id: string, name: string, revision: number, updated: string, data: import("../shared/link.js").Pairs}} Character  as it is kept */
/** @typedef {{get: (id: string) => Promise<Character | undefined>, all: (system?: string) => Promise<Character[]>, put: (record: Character) => Promise<any>, remove: (id: string) => Promise<any>}} Store */
/** @typedef {<T>(work: (store: Store) => Promise<T>) => Promise<T>} Access */
/** @typedef {{readonly kept: boolean, readonly readonly: boolean, readonly why: string, read: Access, write: Access, close: () => void}} Shelf */
/** @typedef {{db: import("idb").IDBPDatabase, readonly: boolean}} Held */

const STORE = "characters";
const BY_SYSTEM = "system";
/** @typedef {(db: import("idb").IDBPDatabase) => void} Step */
/** From each version of the database to the next; one that was ever published stays as it is. @type {Step[]} */
const STEPS = [(db) => db.createObjectStore(STORE, { keyPath: "id" }).createIndex(BY_SYSTEM, "system")];

const ONLY_HERE = "Characters stay only while this page is open: export them as a file to keep them.";
const REFUSED = `This browser does not let anything be kept here. ${ONLY_HERE}`;
const SILENT = `The storage of this browser does not answer. ${ONLY_HERE}`;
const BLOCKED = `Another tab still has an older Tableside open. Close it and load this page again. ${ONLY_HERE}`;
const UNREADABLE = `The characters on this device are from a newer Tableside and stay untouched. ${ONLY_HERE}`;
const TAKEN = `Something else on this site uses the storage that Tableside needs. ${ONLY_HERE}`;
const NEWER =
  "The characters on this device are from a newer Tableside: here they can be read and exported, not changed.";
const FULL =
  "This device has no room left, so this was not saved. What was saved before is unharmed. Free some space and try again.";
const LOST =
  "This browser's storage did not answer, so this was not done. What was saved before is unharmed; try again.";

/** There is no room; what was there before is untouched. */
export class Full extends Error {}
/** A newer Tableside made it: it is not changed here. */
export class Newer extends Error {}
/** The storage was there and is no more. */
export class Unreachable extends Error {}

/** @returns {Promise<Shelf>} */
export async function openShelf() {
  try {
    return await databaseShelf();
  } catch (error) {
    return memoryShelf(error instanceof Unreachable ? error.message : REFUSED);
  }
}

/** @returns {Promise<Shelf>} */
async function databaseShelf() {
  /** @type {Promise<Held> | null} */
  let holding = null;
  let readonly = false;
  let closed = false;
  const hold = async () => {
    const mine = (holding ??= connect(() => (holding = null)));
    const held = await mine;
    readonly = held.readonly;
    return held;
  };
  await hold();

  /** @param {IDBTransactionMode} mode */
  async function begin(mode) {
    /** @type {unknown} */
    let trouble;
    for (let tries = 2; tries && !closed; tries--) {
      try {
        const { db } = await hold();
        if (readonly && mode === "readwrite") throw new Newer(NEWER);
        // Said to be saved is what would survive a power cut.
        return db.transaction(STORE, mode, { durability: "strict" });
      } catch (error) {
        if (error instanceof Newer) throw error;
        // The browser may have closed it without having said so yet.
        holding = null;
        trouble = error;
      }
    }
    throw trouble instanceof Unreachable ? trouble : new Unreachable(LOST, { cause: trouble });
  }

  /** @template T @param {IDBTransactionMode} mode @param {(store: Store) => Promise<T>} work */
  async function transact(mode, work) {
    const tx = await begin(mode);
    const done = tx.done;
    done.catch(() => {});
    try {
      const result = await work(storeIn(tx.objectStore(STORE)));
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
      return readonly ? NEWER : "";
    },
    read: (work) => transact("readonly", work),
    write: (work) => transact("readwrite", work),
    close() {
      closed = true;
      holding?.then(
        ({ db }) => db.close(),
        () => {},
      );
    },
  };
}

/** @param {() => void} gone  the connection is no more @returns {Promise<Held>} */
async function connect(gone) {
  const db = await opened(STEPS.length, gone).catch((error) => {
    if (nameOf(error) !== "VersionError") throw error;
    return null;
  });
  const held = db ? { db, readonly: false } : { db: await opened(undefined, gone), readonly: true };
  if (held.readonly ? isOurs(held.db) : held.db.objectStoreNames.contains(STORE)) return held;
  held.db.close();
  throw new Unreachable(held.readonly ? UNREADABLE : TAKEN);
}

/**
 * What Tableside keeps under other paths of this origin, as after a repository was renamed.
 *
 * @returns {Promise<{path: string, records: Character[]}[]>}
 */
export async function otherShelves() {
  const databases = (await indexedDB.databases?.().catch(() => [])) ?? [];
  const found = [];
  for (const { name = "" } of databases) {
    const path = ANY_CHARACTERS_DATABASE.exec(name)?.[1];
    if (path === undefined || name === CHARACTERS_DATABASE) continue;
    const db = await openDB(name).catch(() => null);
    const records = db && isOurs(db) ? await db.getAll(STORE).catch(() => []) : [];
    db?.close();
    if (records.length) found.push({ path, records });
  }
  return found;
}

/** Whether a database has the store and the index that are read here. @param {import("idb").IDBPDatabase} db */
function isOurs(db) {
  return db.objectStoreNames.contains(STORE) && db.transaction(STORE).store.indexNames.contains(BY_SYSTEM);
}

/** @param {number | undefined} version @param {() => void} gone @returns {Promise<import("idb").IDBPDatabase>} */
function opened(version, gone) {
  return new Promise((resolve, reject) => {
    let why = SILENT;
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      reject(new Unreachable(why));
    }, DATABASE_LIMIT_MS);
    openDB(CHARACTERS_DATABASE, version, {
      upgrade: (db, from) => {
        for (const step of STEPS.slice(from)) step(db);
      },
      blocked: () => (why = BLOCKED),
      blocking(_from, _to, event) {
        /** @type {IDBDatabase} */ (event.target).close();
        gone();
      },
      terminated: gone,
    })
      .then((db) => (late ? db.close() : resolve(db)), reject)
      .finally(() => clearTimeout(timer));
  });
}

/** @param {any} store  idb's @returns {Store} */
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
    // It has ended by itself.
  }
}

/** @param {unknown} error */
function nameOf(error) {
  return error instanceof Error || error instanceof DOMException ? error.name : "";
}
