// Practice at rest (web/worker/warmup.py): the next page may want another calculator of the game.
//
// Contract. `createRehearsal(python, busy, broken)`: `wants(game)` when all of a game's packs are here, `soon()` at each
// rest. It works one example after the other until somebody asks, and stops for good on a slow device.

import { SLOW_EXAMPLE_MS, WARMUP_REST_MS } from "../shared/timeouts.js";
import { again, sentence, survived } from "./python.js";

/**
 * @param {Promise<import("./python.js").Python>} python
 * @param {() => boolean} busy
 * @param {(why: string) => void} broken
 */
export function createRehearsal(python, busy, broken) {
  let resting = 0;
  let slow = false;
  /** @type {Set<string>} */
  const games = new Set();

  /** One example after the other, as long as nobody asks. */
  async function practise() {
    const engine = await python.catch(() => null);
    if (!engine) return;
    try {
      for (const game of games) {
        for (let more = true; more && !slow; ) {
          // Whoever asks is heard between two of them, and begins another rest.
          await new Promise((heard) => setTimeout(heard));
          if (busy()) return;
          const begun = performance.now();
          more = engine.rehearse(game);
          slow = performance.now() - begun > SLOW_EXAMPLE_MS;
        }
        games.delete(game);
      }
    } catch (error) {
      if (!survived(engine, error)) broken(`Python broke down: ${sentence(error)}`);
    }
  }

  function soon() {
    clearTimeout(resting);
    // What broke the worker before this one may have been that.
    if (!again) resting = setTimeout(practise, WARMUP_REST_MS);
  }

  return { wants: (/** @type {string} */ game) => void games.add(game), soon };
}
