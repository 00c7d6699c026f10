// fight/rewriting.js: changes older entries of the fight.
//
// Contract. `createRewriting(root, session)`: `correct(at, numbers)` gives the changes of an older entry other numbers, and
// `strikeOut(at)` leaves an older entry out. Python decides again what follows from it and from all later entries. The focus
// goes to Undo, which takes the change back.

import { say } from "../shared/parts.js";
import { sentences } from "../shared/problems.js";

/** @typedef {import("../storage/fights.js").FightEvent} FightEvent */
/** @typedef {import("../storage/fights.js").History} History */
/** @typedef {ReturnType<typeof import("./session.js").createFightSession>} Session */

/** @param {HTMLElement} root @param {Session} session */
export function createRewriting(root, session) {
  /** @param {number} at @param {object} how */
  async function decideAgain(at, how) {
    const before = session.fight?.data;
    if (!before) return;
    const reply = await session.ask("fight_correct", { at, ...how });
    if (!reply?.ok) return say(root, "problem-words", reply ? sentences(reply.problems) : "");
    const isStored = await session.rewrite((data) => withEntries(data, before, at, reply.events), reply.text);
    if (isStored) document.getElementById("undo")?.focus({ preventScroll: true });
  }

  return {
    /** @param {number} at @param {Record<string, number>} numbers */
    correct: (at, numbers) => decideAgain(at, { numbers }),
    /** @param {number} at */
    strikeOut: (at) => decideAgain(at, { strike: true }),
  };
}

/**
 * Other events from a place up to the cursor; the same history, if it is not that of `before` any more.
 *
 * @param {History} data @param {History} before @param {number} at @param {FightEvent[]} events @returns {History}
 */
export function withEntries(data, before, at, events) {
  if (data.cursor !== before.cursor || JSON.stringify(data.events) !== JSON.stringify(before.events)) return data;
  const replaced = data.events.toSpliced(at, data.cursor - at, ...events);
  return { events: replaced, cursor: at + events.length };
}
