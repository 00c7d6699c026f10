// worker-lock.js: the lock that a worker holds while it works. A page requests the same lock; when the page gets it, the
// worker has ended.
//
// Contract. `createWorkerLock(name)`: call `begin()` before each piece of work and `end()` after it. `begin()` resolves when
// the lock is held, or after LOCK_LIMIT_MS. `held()` resolves likewise and begins nothing. `isWorking()` is true between the
// two calls. `onRest(listener)` sets the one listener that is called after the last `end()`.

import { LOCK_LIMIT_MS } from "../shared/timeouts.js";

/** @param {string} name  of the lock, as the pages request it */
export function createWorkerLock(name) {
  // The lock is free while the worker rests: Firefox does not suspend a page whose worker holds a lock, and there the
  // worker outlives a page only while that page is suspended.
  let piecesOfWork = 0;
  /** Resolves with the function that releases the lock. @type {Promise<() => void>} */
  let lock = Promise.resolve(() => {});
  /** @type {() => void} */
  let callAtRest = () => {};

  function begin() {
    piecesOfWork += 1;
    if (piecesOfWork === 1) lock = new Promise(request);
    return held();
  }

  /** Resolves when the lock is held, or after the limit. */
  function held() {
    return Promise.race([lock, new Promise((resolve) => setTimeout(resolve, LOCK_LIMIT_MS))]);
  }

  /** @param {(release: () => void) => void} granted */
  function request(granted) {
    const hold = () => new Promise((/** @type {(nothing: void) => void} */ release) => granted(release));
    const { locks } = navigator;
    if (!locks) granted(() => {});
    else locks.request(name, hold).catch(() => granted(() => {}));
  }

  /** Releases the lock after the last piece of work, even if it is granted later. */
  function end() {
    piecesOfWork -= 1;
    if (piecesOfWork) return;
    lock.then((release) => release());
    callAtRest();
  }

  return {
    begin,
    held,
    end,
    isWorking: () => piecesOfWork > 0,
    onRest: (/** @type {() => void} */ listener) => (callAtRest = listener),
  };
}
