// The lock of a worker that is at something: a page that waits, asks for it, and is given it knows of the worker's end.
//
// Contract. `begin()` and `end()` stand around each piece of work; the first settles when the lock is held, or has been
// waited for long enough, as `held()` does for who begins nothing. `busy()` tells whether a piece is under way,
// `atRest(told)` has the end of the last one told.

import { LOCK_LIMIT_MS } from "../shared/timeouts.js";

/** @param {string} name  that the pages know the lock by */
export function createBusy(name) {
  // The lock is not held at rest: Firefox puts no page to sleep whose worker holds one, and there Python outlives a page
  // only while that page sleeps.
  let underWay = 0;
  /** @type {Promise<() => void>}  settled when the lock is held, or cannot be, with the way to let it go */
  let lock = Promise.resolve(() => {});
  /** @type {() => void} */
  let rest = () => {};

  function begin() {
    underWay += 1;
    if (underWay === 1) lock = new Promise(take);
    return held();
  }

  /** Settled when the lock is held, or has been waited for long enough. */
  function held() {
    return Promise.race([lock, new Promise((late) => setTimeout(late, LOCK_LIMIT_MS))]);
  }

  /** @param {(letGo: () => void) => void} taken */
  function take(taken) {
    const hold = () => new Promise((/** @type {(nothing: void) => void} */ free) => taken(free));
    const { locks } = navigator;
    if (!locks) taken(() => {});
    else locks.request(name, hold).catch(() => taken(() => {}));
  }

  /** Lets go of the lock, be it only once it comes. */
  function end() {
    underWay -= 1;
    if (underWay) return;
    lock.then((letGo) => letGo());
    rest();
  }

  return { begin, held, end, busy: () => underWay > 0, atRest: (/** @type {() => void} */ told) => (rest = told) };
}
