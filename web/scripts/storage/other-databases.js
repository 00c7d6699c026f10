// other-databases.js: finds characters that Tableside stores under other paths of this origin.
//
// Contract. `otherDatabases()` gives them by path, for example after a repository was renamed. It changes nothing.

import { openDB } from "../idb.js";
import { ANY_CHARACTERS_DATABASE, CHARACTERS_DATABASE } from "../shared/storage-keys.js";
import { CHARACTERS, isOurs } from "./database.js";

/** @returns {Promise<{path: string, records: import("./database.js").Character[]}[]>} */
export async function otherDatabases() {
  const databases = (await indexedDB.databases?.().catch(() => [])) ?? [];
  const found = [];
  for (const { name = "" } of databases) {
    const path = ANY_CHARACTERS_DATABASE.exec(name)?.[1];
    if (path === undefined || name === CHARACTERS_DATABASE) continue;
    const db = await openDB(name).catch(() => null);
    const records = db && isOurs(db, CHARACTERS) ? await db.getAll(CHARACTERS.store).catch(() => []) : [];
    db?.close();
    if (records.length) found.push({ path, records });
  }
  return found;
}
