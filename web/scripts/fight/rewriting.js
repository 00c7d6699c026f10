// fight/rewriting.js: changes older entries of the fight, and offers to take that back.
//
// Contract. `createRewriting(root, session, tell)`: `rewrite(change, done)` stores another history, says `done`, and shows
// `[data-rewritten]` with `[data-take-back]`. `correct(at, numbers)` gives the changes of an older entry other numbers; Python
// decides again what follows from it.

import { part, say } from "../shared/parts.js";
import { sentences } from "../shared/problems.js";

/** @typedef {ReturnType<typeof import("./session.js").createFightSession>} Session */

/** @param {HTMLElement} root @param {Session} session @param {(text: string) => void} tell */
export function createRewriting(root, session, tell) {
  /** @param {Parameters<Session["rewrite"]>[0]} change @param {string} done */
  async function rewrite(change, done) {
    if (!(await session.rewrite(change))) return;
    say(root, "rewritten-words", done);
    part(root, "rewritten").hidden = false;
    part(root, "take-back").focus();
    tell(done);
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

  part(root, "take-back").addEventListener("click", async () => {
    if (await session.takeBack()) part(root, "part").focus({ preventScroll: true });
  });
  return { rewrite, correct };
}
