// Practice at rest (web/worker/warmup.py): the next page may want another calculator of the game.
//
// Contract. `createRehearsal(python, busy, broken, addGame)`: `wants(game)` when a game has been asked for, `soon()` at each
// rest. It fetches the game's other packs with `addGame` and works one example after the other until somebody asks. It
// stops on a slow device.

import { again, sentence, survived } from "./python.js";

/** When nobody has asked for so long, Python practises. */
const REST_MS = 3_000;
/** Where one example takes as long as this, whoever asks meanwhile would wait for it: then the device is too slow. */
const SLOW_EXAMPLE_MS = 250;

/**
 * @param {Promise<import("./python.js").Python>} python
 * @param {() => boolean} busy
 * @param {(why: string) => void} broken
 * @param {(engine: import("./python.js").Python, game: string) => Promise<boolean>} addGame  whether all packs are here
 */
export function createRehearsal(python, busy, broken, addGame) {
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
        if (!(await addGame(engine, game))) continue;
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
    if (!again) resting = setTimeout(practise, REST_MS);
  }

  return { wants: (/** @type {string} */ game) => void games.add(game), soon };
}
