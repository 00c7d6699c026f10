// memory-store.js: stores records in this page's memory, when the browser offers no database.
//
// Contract. `memoryDatabase(why)` has the methods of database.js and lasts as long as the page. Each piece of work starts
// after the one before it and is done completely or not at all. Records are copied on the way in and out.

import { createOrder } from "../shared/in-order.js";

/** @param {string} why @returns {import("./database.js").Database<any>} */
export function memoryDatabase(why) {
  /** @type {Map<string, any>} */
  let records = new Map();
  const order = createOrder();
  /** Runs one piece of work at a time on a copy, which replaces the records after success. @type {import("./database.js").Access<any>} */
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
    return order.add(run);
  };
  return { kept: false, readonly: false, why, read: access, write: access, close() {} };
}
