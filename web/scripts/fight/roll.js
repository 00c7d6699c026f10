// fight/roll.js: rolls an act of the fight, with fair or typed dice, and applies what follows.
//
// Contract. `createRoll(root, handlers)`: `[data-roll]` asks for the roll that its JSON names, `[data-roll-typed]` for the
// faces of the player's own dice. The named inputs of a form around the button are the roll's `options`. `[data-rolling]`
// then shows each step and a line for each change that follows. `[data-apply]` adds the act with the ticked lines and their
// numbers; `[data-leave]` closes the roll and adds nothing. `close()` does the same. Nothing of a roll is stored before.

import { createTypedFaces } from "../calculator/typed-faces.js";
import { section } from "../shared/controllers.js";
import { part, say } from "../shared/parts.js";
import { setHtml } from "../shared/trusted.js";
import { applied, fieldsOf, linesOf } from "./events.js";

/** @typedef {import("../storage/fights.js").FightEvent} FightEvent */
/**
 * @typedef {object} Handlers
 * @property {(kind: string, more: object) => Promise<any>} ask
 * @property {(event: FightEvent) => Promise<unknown>} send
 * @property {(text: string) => void} tell
 * @property {() => void} shown  a roll is on the page
 * @property {() => void} closed
 */

/** @param {HTMLElement} root @param {Handlers} handlers */
export function createRoll(root, { ask, send, tell, shown, closed }) {
  const rolling = part(root, "rolling");
  const rolled = part(rolling, "rolled");
  const form = /** @type {HTMLFormElement} */ (section("calculator/typed-faces", rolling));
  /** @type {object} */
  let request = {};
  let event = /** @type {FightEvent | null} */ (null);
  let version = 0;

  /** @param {any} reply @param {number} asked */
  function show(reply, asked) {
    if (asked !== version) return;
    if (!reply?.ok) return refuse(reply?.problems ?? []);
    event = reply.event;
    setHtml(rolled, reply.html);
    say(rolling, "refused", "");
    rolling.hidden = false;
    shown();
    rolled.focus({ preventScroll: true });
    rolling.scrollIntoView({ block: "nearest" });
    tell(reply.line ?? rolled.querySelector(".outcome")?.textContent?.trim() ?? "");
  }

  /** @param {{text: string}[]} problems */
  function refuse(problems) {
    say(rolling, "refused", problems.map(({ text }) => text).join(" "));
    rolling.hidden = false;
    shown();
  }

  const typed = createTypedFaces(form, {
    ask: async (faces) => (await ask("fight_roll", { ...request, faces })) ?? { ok: false, problems: [] },
    done: show,
    refuse,
    broken: () => {},
    now: () => version,
  });

  function close() {
    version += 1;
    event = null;
    typed.close();
    rolled.replaceChildren();
    if (rolling.hidden) return;
    rolling.hidden = true;
    closed();
  }

  /** @param {HTMLElement} button @param {string} json */
  function begin(button, json) {
    const around = button.closest("form");
    const options = around ? Object.fromEntries(fieldsOf(around).map(({ name, value }) => [name, value])) : {};
    close();
    request = { options, ...JSON.parse(json) };
  }

  root.addEventListener("click", async ({ target }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    if (!button) return;
    const { roll, rollTyped, apply, leave } = button.dataset;
    if (roll !== undefined) {
      begin(button, roll);
      const asked = version;
      show(await ask("fight_roll", { ...request, faces: null }), asked);
    } else if (rollTyped !== undefined) {
      begin(button, rollTyped);
      rolling.hidden = false;
      shown();
      typed.open();
    } else if (apply !== undefined && event) {
      const made = applied(event, linesOf(rolled));
      event = null;
      if (await send(made)) close();
      else event = made;
    } else if (leave !== undefined) close();
  });
  return { close };
}
