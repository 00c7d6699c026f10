// fight/totals.js: the order by totals that players have rolled and added up.
//
// Contract. `bindTotals(root, handlers)`: the form `data-totals` names a way of the game to roll the order; its inputs are the
// totals. Fighters without one keep their places, if the game allows it. A wrong total is named in the form, and nothing typed is lost.

import { say } from "../shared/parts.js";
import { sentences } from "../shared/problems.js";
import { fieldsOf, merged } from "./events.js";

/**
 * @param {HTMLElement} root
 * @param {object} handlers
 * @param {(kind: string, more: object) => Promise<any>} handlers.ask
 * @param {(event: import("../storage/fights.js").FightEvent) => Promise<unknown>} handlers.send
 * @param {(text: string) => void} handlers.tell
 */
export function bindTotals(root, { ask, send, tell }) {
  root.addEventListener("submit", async ({ target }) => {
    const form = /** @type {HTMLFormElement} */ (target);
    const mode = form.dataset.totals;
    if (mode === undefined) return;
    const { do: _, ...totals } = merged({ do: "order" }, fieldsOf(form));
    const reply = await ask("fight_order", { mode, totals });
    if (!reply) return;
    if (form.isConnected) say(form, "totals-problem", reply.ok ? "" : sentences(reply.problems));
    if (reply.ok && (await send(reply.event))) tell(reply.lines.join(". "));
  });
}
