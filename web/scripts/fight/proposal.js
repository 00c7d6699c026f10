// fight/proposal.js: a roll with what follows from it, until a player applies or drops it.
//
// Contract. `createProposal(root, rolling, handlers)`: `draw(reply, request)` shows the roll in `[data-rolled]` and keeps it on
// this device. `type(half, seen)` keeps dice that are typed in part, for which `handlers.resume` opens the form again. `setAside()`
// makes it one line (pending.js), `settleFirst(go)` asks for it before `go`, `restore()` brings back
// that of the open fight as a line. `apply()` adds the event with the ticked lines and their numbers, `drop()` adds nothing;
// both resolve to whether that is done. `[data-later]` is a choice after the roll, which asks again with the same dice.
// `clear()` takes it out of the page alone. `is` says whether there is one.

import { part } from "../shared/parts.js";
import { setHtml } from "../shared/trusted.js";
import { applied, linesOf, setLines } from "./events.js";
import { createPending } from "./pending.js";

/** @typedef {import("../storage/fights.js").FightEvent} FightEvent */
/** @typedef {import("./proposals.js").Proposal} Proposal */
/** @typedef {import("./views.js").View} View */
/**
 * @typedef {object} Handlers
 * @property {(kind: string, more: object) => Promise<any>} ask
 * @property {(event: FightEvent, change?: Partial<View>) => Promise<unknown>} send
 * @property {(view: Partial<View>) => Promise<unknown>} look
 * @property {() => View} view
 * @property {{get: () => Proposal | null, set: (proposal: Proposal | null) => void}} kept  the proposal of the open fight
 * @property {(text: string) => void} tell
 * @property {() => void} open  shows the roll
 * @property {() => void} close  closes the roll
 * @property {(problems: {text: string}[]) => void} refuse
 * @property {(half: Proposal) => void} resume  opens the form of dice that are typed in part
 */

const ELSEWHERE = "This roll was applied or dropped in another tab.";
const GONE = "A roll that was not applied no longer fits.";

/** @param {HTMLElement} root @param {HTMLElement} rolling @param {Handlers} handlers */
export function createProposal(root, rolling, { ask, send, look, view, kept, tell, open, close, refuse, resume }) {
  const rolled = part(rolling, "rolled");
  let event = /** @type {FightEvent | null} */ (null);
  let proposal = /** @type {Proposal | null} */ (null);

  const isHalf = () => proposal?.title !== undefined;
  const what = () => ({
    label: proposal?.title ?? rolled.querySelector("h2")?.textContent?.trim() ?? "",
    isHalf: isHalf(),
  });
  const pending = createPending(root, { apply, drop, show, tell });

  function unfold() {
    pending.hide();
    open();
    rolled.focus({ preventScroll: true });
    rolling.scrollIntoView({ block: "nearest" });
  }

  /** @param {Pick<Proposal, "request" | "faces"> & import("./proposals.js").Half} of @param {View} seen @returns {Proposal} */
  function made(of, { panel, who, to, act }) {
    return { id: crypto.randomUUID(), lines: [], view: { panel, who, to, act }, ...of };
  }

  /** @param {any} reply @param {object} request */
  function draw(reply, request) {
    event = reply.event;
    proposal = made({ request, faces: reply.event.faces ?? [] }, view());
    kept.set(proposal);
    setHtml(rolled, reply.html);
    unfold();
    tell(rolled.querySelector(".outcome")?.textContent?.trim() ?? "");
  }

  /** Without faces and text nothing is kept. @param {Pick<Proposal, "request" | "faces"> & import("./proposals.js").Half} half @param {View} seen */
  function type(half, seen) {
    if (event) return;
    proposal = half.faces.length || half.text ? made(half, seen) : null;
    kept.set(proposal);
  }

  function setAside() {
    rolling.hidden = true;
    pending.show(what());
  }

  /** @param {() => unknown} go  what waits until there is no roll @returns {boolean}  whether there is one */
  function settleFirst(go) {
    if (!event && !isHalf()) return false;
    setAside();
    pending.ask(what(), go);
    return true;
  }

  async function apply() {
    const made = event;
    if (!made) return false;
    if (kept.get()?.id !== proposal?.id) {
      close();
      refuse([{ text: ELSEWHERE }]);
      return false;
    }
    event = null;
    // A line leaves open what the player looks at now, and the order is still to be settled.
    const stays = rolling.hidden || view().panel === "order";
    if (await send(applied(made, linesOf(rolled)), stays ? {} : { panel: "" })) return drop();
    event = made;
    return false;
  }

  async function drop() {
    kept.set(null);
    close();
    return true;
  }

  async function show() {
    if (proposal) await look(proposal.view);
    if (event) unfold();
    else if (proposal && isHalf()) {
      pending.hide();
      resume(proposal);
    }
  }

  async function restore() {
    const stored = kept.get();
    const reply = stored && (await ask(stored.kind ?? "fight_roll", { ...stored.request, faces: stored.faces }));
    if (!reply || event || proposal) return;
    // An order is not shown as a roll: who goes on typing it adds it at once.
    if (stored.title !== undefined && (reply.needs || (reply.ok && stored.kind === "fight_order"))) {
      proposal = stored;
      return pending.show(what());
    }
    if (!reply.ok) {
      kept.set(null);
      return refuse([{ text: GONE }, ...reply.problems]);
    }
    event = reply.event;
    const { title: _, ...whole } = stored;
    proposal = whole;
    setHtml(rolled, reply.html);
    setLines(rolled, new Map(stored.lines));
    pending.show(what());
  }

  /** Asks again with the same dice and another choice. @param {HTMLSelectElement} choice @param {string} name */
  async function choose(choice, name) {
    const before = proposal;
    if (!before) return;
    const { options } = /** @type {{options?: object}} */ (before.request);
    const request = { ...before.request, options: { ...options, [name]: choice.value } };
    const reply = await ask("fight_roll", { ...request, faces: before.faces });
    if (!reply || proposal !== before) return;
    if (!reply.ok) return refuse(reply.problems);
    draw(reply, request);
    document.getElementById(choice.id)?.focus({ preventScroll: true });
  }

  rolled.addEventListener("change", ({ target }) => {
    if (!proposal) return;
    if (target instanceof HTMLSelectElement && target.dataset.later) return choose(target, target.dataset.later);
    proposal = { ...proposal, lines: [...linesOf(rolled)] };
    kept.set(proposal);
  });

  return {
    get is() {
      return !!event || isHalf();
    },
    draw,
    type,
    setAside,
    settleFirst,
    apply,
    drop,
    restore,
    clear() {
      event = null;
      proposal = null;
      rolled.replaceChildren();
      pending.hide();
    },
  };
}
