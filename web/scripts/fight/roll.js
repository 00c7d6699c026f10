// fight/roll.js: rolls an act of the fight or its order, with fair or typed dice, and applies what follows.
//
// Contract. `createRoll(root, handlers)`: `[data-roll]` asks for the roll that its JSON names, `[data-roll-typed]` for the
// faces of the player's own dice. `[data-option]` beside the button are the roll's options. `[data-rolling]` then shows each
// step and a line for each change that follows (proposal.js), at `[data-roll-here]` or below the list. `[data-apply]` adds
// the act with the ticked lines and their numbers; `[data-discard]` drops the roll and adds nothing. `leave()` is for a panel
// that closes: a roll that is not applied stays as a line, and so do dice that are typed in part. `settleFirst(go)` asks for such a roll before `go`, `restore()` brings
// back that of the open fight. `[data-order]` and `[data-order-typed]` roll the order, which is added at once. `close()` closes
// what is open; the focus goes back to the button. `takeOut()` saves the roll from a redraw, and `place()` puts it where the
// parts have a place for it.

import { createTypedFaces } from "../calculator/typed-faces.js";
import { section } from "../shared/controllers.js";
import { part, say } from "../shared/parts.js";
import { sentences } from "../shared/problems.js";
import { createProposal } from "./proposal.js";

/** @typedef {Omit<import("./proposal.js").Handlers, "open" | "close" | "refuse" | "resume">} Handlers */

const NOTHING = { faces: [], text: "" };

/** @param {HTMLElement} root @param {Handlers} handlers */
export function createRoll(root, handlers) {
  const { ask, send, tell } = handlers;
  const rolling = part(root, "rolling");
  const home = /** @type {HTMLElement} */ (rolling.parentElement);
  const form = /** @type {HTMLFormElement} */ (section("calculator/typed-faces", rolling));
  let kind = "fight_roll";
  /** @type {object} */
  let request = {};
  let version = 0;
  /** What is rolled by typed dice, in words, and what the page showed then. */
  let title = "";
  let seen = handlers.view();
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
      keep(NOTHING);
      if (await send(reply.event, { panel: "" })) tell(reply.lines.join(". "));
      return close();
    }
    say(rolling, "refused", "");
    proposal.draw(reply, request);
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
    if (problems.length && typed.state()) {
      closeTyped();
      keep(NOTHING);
    }
    say(rolling, "refused", sentences(problems));
    open();
    rolling.scrollIntoView({ block: "nearest" });
  }

  const typed = createTypedFaces(form, {
    ask: async (faces) => (await ask(kind, { ...request, faces })) ?? { ok: false, problems: [] },
    done: show,
    refuse,
    broken: () => {},
    cancel: () => proposal.drop(),
    now: () => version,
    due(faces, reply) {
      title = reply.title ?? "";
      keep({ faces, text: "" });
    },
  });
  const proposal = createProposal(root, rolling, { ...handlers, open, close, refuse, resume });

  /** Keeps dice that are typed in part. @param {{faces: (number | string)[], text: string}} typed */
  const keep = (typed) => proposal.type({ request, kind, title, ...typed }, seen);

  /** @param {import("./proposals.js").Proposal} half */
  function resume(half) {
    request = half.request;
    kind = half.kind ?? "fight_roll";
    title = half.title ?? "";
    seen = half.view;
    open();
    typed.open(half.faces, half.text);
  }

  function close() {
    const hadFocus = rolling.contains(document.activeElement);
    proposal.clear();
    clearTyped();
    say(rolling, "refused", "");
    rolling.hidden = true;
    if (hadFocus) focusStarter();
  }

  /** Empties the form of typed dice; a reply that is under way no longer counts. */
  function clearTyped() {
    version += 1;
    typed.close();
    part(form, "due").textContent = "The first die";
    part(form, "so-far").replaceChildren();
    part(form, "back").hidden = true;
  }

  /** @param {Element} button @param {string} what @param {string} json */
  function begin(button, what, json) {
    const around = button.closest("li") ?? button;
    const options = /** @type {NodeListOf<HTMLSelectElement>} */ (around.querySelectorAll("[data-option]"));
    close();
    starter = button.id;
    kind = what;
    seen = handlers.view();
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
    const isRoll = (fair ?? own) !== undefined;
    if (isRoll && proposal.settleFirst(() => document.getElementById(button.id)?.click())) return;
    const what = (order ?? orderTyped) ? "fight_order" : "fight_roll";
    if (fair !== undefined) {
      begin(button, what, fair);
      const asked = version;
      await show(await ask(kind, { ...request, faces: null }), asked);
    } else if (own !== undefined) {
      begin(button, what, own);
      open();
      typed.open();
    } else if (apply !== undefined) await proposal.apply();
    else if (discard !== undefined) await proposal.drop();
  });

  /** @param {boolean} opens  whether another panel opens in place of the closed one */
  function leave(opens) {
    const hadFocus = rolling.contains(document.activeElement);
    const half = typed.state();
    if (half) {
      keep(half);
      clearTyped();
    }
    if (proposal.is) proposal.setAside();
    else if (opens || half) close();
    if (proposal.is && hadFocus) focusStarter();
  }

  const { restore, settleFirst } = proposal;
  return { close, leave, place, restore, settleFirst, takeOut: () => move(home) };
}
