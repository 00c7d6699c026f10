// fight/odds.js: asks for the odds of the fighter who acts, a few targets at a time.
//
// Contract. `createOdds(handlers)`: `ask(targets)` asks for the odds against these targets and shows each reply as it comes.
// The worker answers one request after another, so work of the player goes first: `handlers.idle` resolves when none is
// under way, and a newer `ask` or a `drop` ends the questions that are left. Targets without odds are shown empty at the end.

import { latestOnly } from "../shared/latest-only.js";

/** A request holds the whole fight, so one for each target would take longer. */
const AT_ONCE = 4;

/**
 * @param {object} handlers
 * @param {() => Promise<unknown>} handlers.idle
 * @param {(targets: string[]) => Promise<any>} handlers.request
 * @param {(odds: Record<string, string>) => void} handlers.show  by target; empty without odds
 */
export function createOdds({ idle, request, show }) {
  const questions = latestOnly(async (isLatest, /** @type {string[]} */ targets) => {
    for (let at = 0; at < targets.length; at += AT_ONCE) {
      await idle();
      if (!isLatest()) return;
      const some = targets.slice(at, at + AT_ONCE);
      const reply = await request(some);
      if (!reply?.ok || !isLatest()) return;
      show(Object.fromEntries(some.map((target) => [target, reply.odds[target] ?? ""])));
    }
  });
  return { ask: questions.ask, drop: questions.drop };
}
