// fight/roll.js: rolls an act of the fight or its order, with fair or typed dice, and applies what follows.
//
// Contract. `createRoll(root, handlers)`: `[data-roll]` asks for the roll that its JSON names, `[data-roll-typed]` for the
// faces of the player's own dice. `[data-option]` beside the button are the roll's options. `[data-rolling]` then shows each
// step and a line for each change that follows, at `[data-roll-here]` or below the list. `[data-apply]` adds the act with the
// ticked lines and their numbers; `[data-later]` is a choice after the roll, which asks again with the same dice;
// `[data-discard]` closes the roll and adds nothing. `[data-order]` and `[data-order-typed]` roll the order, which is added at
// once. `close()` closes what is open; the focus goes back to the button. `takeOut()` saves the roll from a redraw, and
// `place()` puts it where the parts have a place for it.

import { createTypedFaces } from "../calculator/typed-faces.js";
import { section } from "../shared/controllers.js";
import { part, say } from "../shared/parts.js";
import { sentences } from "../shared/problems.js";
import { setHtml } from "../shared/trusted.js";
import { applied, linesOf } from "./events.js";

/** @typedef {import("../storage/fights.js").FightEvent} FightEvent */
/**
 * @typedef {object} Handlers
 * @property {(kind: string, more: object) => Promise<any>} ask
 * @property {(event: FightEvent) => Promise<unknown>} send
 * @property {(text: string) => void} tell
 */

/** @param {HTMLElement} root @param {Handlers} handlers */
export function createRoll(root, { ask, send, tell }) {
  const rolling = part(root, "rolling");
  const rolled = part(rolling, "rolled");
  const home = /** @type {HTMLElement} */ (rolling.parentElement);
  const form = /** @type {HTMLFormElement} */ (section("calculator/typed-faces", rolling));
  let kind = "fight_roll";
  /** @type {{options?: Record<string, string>}} */
  let request = {};
  let event = /** @type {FightEvent | null} */ (null);
  let version = 0;
  /** The id of the button that asked for the roll. */
  let starter = "";

  /** An element that is moved loses the focus. @param {Element} to */
  function move(to) {
    if (rolling.parentElement !== to) to.append(rolling);
  }

  function place() {
    move(root.querySelector("[data-roll-here]") ?? home);
  }

  function open() {
    rolling.hidden = false;
    place();
  }

  /** @param {any} reply @param {number} asked */
  async function show(reply, asked) {
    if (asked !== version || !reply) return;
    if (!reply.ok) return refuse(reply.problems);
    if (kind === "fight_order") {
      if (await send(reply.event)) tell(reply.lines.join(". "));
      return close();
    }
    event = reply.event;
    setHtml(rolled, reply.html);
    say(rolling, "refused", "");
    open();
    rolled.focus({ preventScroll: true });
    rolling.scrollIntoView({ block: "nearest" });
    tell(rolled.querySelector(".outcome")?.textContent?.trim() ?? "");
  }

  /** Closes the form of typed dice. */
  function closeTyped() {
    const hadFocus = form.contains(document.activeElement);
    typed.close();
    if (hadFocus) focusStarter();
  }

  function focusStarter() {
    (document.getElementById(starter) ?? part(root, "part")).focus({ preventScroll: true });
  }

  /** @param {{text: string}[]} problems */
  function refuse(problems) {
    // Without a reply the typed dice can be entered again.
    if (problems.length) closeTyped();
    say(rolling, "refused", sentences(problems));
    open();
    rolling.scrollIntoView({ block: "nearest" });
  }

  const typed = createTypedFaces(form, {
    ask: async (faces) => (await ask(kind, { ...request, faces })) ?? { ok: false, problems: [] },
    done: show,
    refuse,
    broken: () => {},
    now: () => version,
  });

  function close() {
    const hadFocus = rolling.contains(document.activeElement);
    version += 1;
    event = null;
    typed.close();
    part(form, "due").textContent = "The first die";
    part(form, "so-far").replaceChildren();
    part(form, "back").hidden = true;
    rolled.replaceChildren();
    say(rolling, "refused", "");
    rolling.hidden = true;
    if (hadFocus) focusStarter();
  }

  /** @param {Element} button @param {string} what @param {string} json */
  function begin(button, what, json) {
    const around = button.closest("li") ?? button;
    const options = /** @type {NodeListOf<HTMLSelectElement>} */ (around.querySelectorAll("[data-option]"));
    close();
    starter = button.id;
    kind = what;
    request = {
      ...JSON.parse(json),
      options: Object.fromEntries([...options].map(({ dataset, value }) => [dataset.option, value])),
    };
  }

  root.addEventListener("click", async ({ target, detail }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    // The second tap of a quick pair would roll again.
    if (!button || detail > 1) return;
    const { roll, rollTyped, order, orderTyped, apply, discard } = button.dataset;
    const [fair, own] = [roll ?? order, rollTyped ?? orderTyped];
    const what = (order ?? orderTyped) ? "fight_order" : "fight_roll";
    if (fair !== undefined) {
      begin(button, what, fair);
      const asked = version;
      await show(await ask(kind, { ...request, faces: null }), asked);
    } else if (own !== undefined) {
      begin(button, what, own);
      open();
      typed.open();
    } else if (apply !== undefined && event) {
      const made = applied(event, linesOf(rolled));
      event = null;
      if (await send(made)) close();
      else event = made;
    } else if (discard !== undefined) close();
  });
  rolled.addEventListener("change", async ({ target }) => {
    const name = target instanceof HTMLSelectElement ? target.dataset.later : undefined;
    if (!(target instanceof HTMLSelectElement) || !name || !event) return;
    request = { ...request, options: { ...request.options, [name]: target.value } };
    const asked = version;
    await show(await ask(kind, { ...request, faces: event.faces }), asked);
    document.getElementById(`later-${name}`)?.focus({ preventScroll: true });
  });
  return { close, place, takeOut: () => move(home) };
}
