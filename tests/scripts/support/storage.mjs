// IndexedDB without any module of ours: what other versions of Tableside may have left.

export const DATABASE = "tableside./.characters";

/** The result of an IndexedDB request. */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** An open database; `version` undefined: the one that is there. */
export function openRaw(name, version, upgrade = () => {}) {
  const request = indexedDB.open(name, version);
  request.onupgradeneeded = () => upgrade(request.result);
  return done(request);
}

/** Writes records into the database of the characters. */
export async function putRaw(...records) {
  const db = await openRaw(DATABASE);
  const tx = db.transaction("characters", "readwrite");
  for (const each of records) await done(tx.objectStore("characters").put(each));
  db.close();
}

/** Makes a database of this form. */
export async function makeDatabase({ name, version, stores }) {
  const db = await openRaw(name, version, (made) => {
    for (const [store, { keyPath, indexes }] of Object.entries(stores)) {
      const madeStore = made.createObjectStore(store, { keyPath });
      for (const [index, path] of Object.entries(indexes)) madeStore.createIndex(index, path);
    }
  });
  db.close();
}

/** The form of a database, as `makeDatabase` takes it. */
export async function formOf(database) {
  const db = await openRaw(database);
  const stores = [...db.objectStoreNames].map((name) => {
    const store = db.transaction(name).objectStore(name);
    const indexes = [...store.indexNames].map((index) => [index, store.index(index).keyPath]);
    return [name, { keyPath: store.keyPath, indexes: Object.fromEntries(indexes) }];
  });
  const { name, version } = db;
  db.close();
  return { name, version, stores: Object.fromEntries(stores) };
}
