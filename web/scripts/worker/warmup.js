// warmup.js: runs examples while Python is idle, so that the next page's calculator is fast (web/worker/warmup.py).
//
// Contract. `createWarmup(python, isWorking, onBroken, addGame)`: `add(game)` when a game has been asked for; `schedule()`
// each time the worker becomes idle. `addGame` loads the game's other packs. Examples run one at a time until a request
// arrives. A slow example ends the warm-up for the life of the worker. `onBroken(sentence)` is called when an example has
// broken Python.

import { SLOW_EXAMPLE_MS, WARMUP_REST_MS } from "../shared/timeouts.js";
import { isRestarted, sentence, survived } from "./python.js";

/**
 * @param {Promise<import("./python.js").Python>} python
 * @param {() => boolean} isWorking
 * @param {(why: string) => void} onBroken
 * @param {(engine: import("./python.js").Python, game: string) => Promise<boolean>} addGame  whether all packs are loaded
 */
export function createWarmup(python, isWorking, onBroken, addGame) {
  let timer = 0;
  let isSlow = false;
  /** @type {Set<string>} */
  const games = new Set();

  async function runExamples() {
    const engine = await python.catch(() => null);
    if (!engine) return;
    try {
      for (const game of games) {
        if (!(await addGame(engine, game))) continue;
        for (let more = true; more && !isSlow; ) {
          // Requests are received here, between two examples. The end of a request schedules the warm-up again.
          await new Promise((resolve) => setTimeout(resolve));
          if (isWorking()) return;
          const start = performance.now();
          more = engine.runExample(game);
          isSlow = performance.now() - start > SLOW_EXAMPLE_MS;
        }
        games.delete(game);
      }
    } catch (error) {
      if (!survived(engine, error)) onBroken(`Python broke down: ${sentence(error)}`);
    }
  }

  function schedule() {
    clearTimeout(timer);
    // An example may have broken the worker before this one.
    if (!isRestarted) timer = setTimeout(runExamples, WARMUP_REST_MS);
  }

  return { add: (/** @type {string} */ game) => void games.add(game), schedule };
}
