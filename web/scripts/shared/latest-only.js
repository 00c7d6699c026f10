// latest-only.js: of several calls, only the latest one counts.
//
// Contract. `latestOnly(run)` is for requests to Python, which answers one after another. `ask(...given)` calls
// `run(isLatest, ...given)` at once, or after the current run. Of the calls that arrive during a run, only the last one is
// made. `isLatest()` is false after another `ask` or a `drop`; the run then shows nothing. `drop` also cancels a waiting
// call. `ask` resolves when nothing is left to run, and rejects as `run` does.
//
// `createTurns()` is for work that starts at once: `begin()` gives the `isLatest` of this turn, `drop()` ends the turn.

export function createTurns() {
  let current = 0;
  return {
    begin() {
      const mine = ++current;
      return () => mine === current;
    },
    drop: () => void (current += 1),
  };
}

/** @template {any[]} T @param {(isLatest: () => boolean, ...given: T) => Promise<void>} run */
export function latestOnly(run) {
  const turns = createTurns();
  let waiting = /** @type {(() => Promise<void>) | null} */ (null);
  let running = false;
  let ended = Promise.resolve();

  async function runAll() {
    running = true;
    try {
      while (waiting) {
        const next = waiting;
        waiting = null;
        await next();
      }
    } finally {
      running = false;
      waiting = null;
    }
  }

  return {
    isRunning: () => running,
    /** @param {T} given @returns {Promise<void>} */
    ask(...given) {
      const isLatest = turns.begin();
      waiting = () => run(isLatest, ...given);
      if (!running) ended = runAll();
      return ended;
    },
    drop() {
      turns.drop();
      waiting = null;
    },
  };
}
