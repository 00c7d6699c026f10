// fight/rewriting.js: changes older entries of the fight.
//
// Contract. `createRewriting(root, session)`: `rewrite(change, done)` stores another history, whose sentence is `done`; the
// focus goes to Undo, which takes it back. `correct(at, numbers)` gives the changes of an older entry other numbers; Python
// decides again what follows from it.

import { say } from "../shared/parts.js";
import { sentences } from "../shared/problems.js";

/** @typedef {ReturnType<typeof import("./session.js").createFightSession>} Session */

/** @param {HTMLElement} root @param {Session} session */
export function createRewriting(root, session) {
  /** @param {Parameters<Session["rewrite"]>[0]} change @param {string} done */
  async function rewrite(change, done) {
    if (await session.rewrite(change, done)) document.getElementById("undo")?.focus({ preventScroll: true });
  }

  /** @param {number} at @param {Record<string, number>} numbers */
  async function correct(at, numbers) {
    const before = session.fight?.data.events[at];
    const reply = await session.ask("fight_correct", { at, numbers });
    if (!reply?.ok) return say(root, "problem-words", reply ? sentences(reply.problems) : "");
    const isSame = (/** @type {object[]} */ events) => JSON.stringify(events[at]) === JSON.stringify(before);
    await rewrite(
      ({ events, cursor }) => ({ events: isSame(events) ? events.with(at, reply.event) : events, cursor }),
      reply.text,
    );
  }

  return { rewrite, correct };
}
