// in-order.js: pieces of work, one after another.
//
// Contract. `createOrder()`: `add(work)` calls `work` when the work before it has ended, also if that has failed, and gives its
// result. `idle()` resolves when all work that was added so far has ended.

export function createOrder() {
  /** @type {Promise<unknown>} */
  let last = Promise.resolve();
  return {
    /** @template T @param {() => T | Promise<T>} work @returns {Promise<T>} */
    add(work) {
      const run = last.then(work);
      last = run.catch(() => {});
      return run;
    },
    idle: () => last,
  };
}
