// memory-store.js: the shelf of database.js where the browser keeps nothing: this page's own memory.
//
// Contract. `memoryShelf(why)` does what the other one does, as long as the page is open: each piece of work is done after
// the one before it, wholly or not at all, and what is given out or in is a copy.

/** @typedef {import("./database.js").Character} Character */
/** @typedef {import("./database.js").Access} Access */

/** @param {string} why @returns {import("./database.js").Shelf} */
export function memoryShelf(why) {
  /** @type {Map<string, Character>} */
  let records = new Map();
  /** @type {Promise<unknown>} */
  let last = Promise.resolve();
  /** One after the other, each on a copy that takes the place of the records when all went well. @type {Access} */
  const access = (work) => {
    const run = async () => {
      const copy = new Map(records);
      const all = () => structuredClone([...copy.values()]);
      const result = await work({
        get: async (id) => structuredClone(copy.get(id)),
        all: async (system) => all().filter((each) => system === undefined || each.system === system),
        put: async (record) => copy.set(record.id, structuredClone(record)),
        remove: async (id) => copy.delete(id),
      });
      records = copy;
      return result;
    };
    const mine = last.then(run, run);
    last = mine;
    mine.catch(() => {});
    return mine;
  };
  return { kept: false, readonly: false, why, read: access, write: access, close() {} };
}
