// fight/session.js: the fight that is open: its events are stored before anything that follows from them is shown.
//
// Contract. `createFightSession(system, fights, handlers)`: `open(fight)` shows a fight; revision 0 means that it is not
// stored yet. `send(event)` asks Python for the fight with a new event, stores the events that Python returns, and only then
// calls `handlers.show`; a refused event changes nothing and is reported by `handlers.problem`. `moveTo(cursor)` and `redo()`
// move the cursor in the same way, and `rewrite(change, done)` stores other events in place of the present ones. `undo()` takes
// back what was done last: a jump, a rewrite or the last event; `handlers.done` gets a sentence that says what. `look(change)`
// changes only what the page shows. All of this happens in the order of the calls; after each `show` the odds are asked for.
// `ask(kind, more)` asks anything else about the fight. `handlers.request` gives null when there is no reply; it reports that
// itself.

import { createOrder } from "../shared/in-order.js";
import { sentences } from "../shared/problems.js";
import { Conflict } from "../storage/fights.js";
import { tableRules } from "../storage/table-rules-store.js";
import { createHistory } from "./history.js";
import { createOdds } from "./odds.js";
import { after, looked } from "./views.js";

/** @typedef {import("../storage/fights.js").FightEvent} FightEvent */
/** @typedef {import("../storage/fights.js").Fight} Fight */
/** @typedef {import("../storage/fights.js").History} History */
/** @typedef {import("./views.js").View} View */
/** @typedef {Pick<Fight, "id" | "name" | "revision" | "updated" | "data"> & {isPreview?: boolean}} Opened  nothing changes in a preview */
/**
 * @typedef {object} Handlers
 * @property {(request: object) => Promise<any>} request  asks Python
 * @property {(reply: any, view: View, isNews: boolean) => void} show  `isNews`: the fight has changed, not only the view
 * @property {(odds: Record<string, string>) => void} odds
 * @property {(text: string) => void} problem  a sentence; empty when there is none
 * @property {(text: string) => void} done  a sentence that says what was undone, done again or changed
 * @property {(fight: Opened) => void} saved
 * @property {(stored: Fight | null) => void} conflict  another tab has saved the fight, or deleted it
 */

const ONLY_PREVIEW = "Keep this fight first: until then nothing in it changes.";

/** @param {string} system @param {import("../storage/fights.js").Fights} fights @param {Handlers} handlers */
export function createFightSession(system, fights, handlers) {
  /** @type {Opened | null} */
  let fight = null;
  /** @type {View} */
  let view = { panel: "" };
  /** @type {any} */
  let shown = null;
  const order = createOrder();

  /** Starts after the work before it, if the same fight is still open. @template T @param {(fight: Opened) => Promise<T>} work @returns {Promise<T | null>} */
  function inTurn(work) {
    const id = fight?.id;
    return order.add(() => (fight && fight.id === id ? work(fight) : null));
  }

  /** The page may have opened another fight while work was under way. @param {Opened} of */
  const isOpen = (of) => fight?.id === of.id;

  /** @param {string} kind @param {Opened} of @param {object} [more] */
  const request = (kind, of, more) =>
    handlers.request({ kind, system, ...of.data, view, ...tableRules(system), ...more });

  const odds = createOdds({
    idle: order.idle,
    request: async (targets) => fight && request("fight_odds", fight, { targets }),
    show: handlers.odds,
  });

  /** @param {any} reply @param {boolean} [isNews] */
  function show(reply, isNews = true) {
    shown = reply;
    handlers.problem("");
    handlers.show(reply, view, isNews);
    odds.ask(reply.begun ? Object.keys(reply.names) : []);
  }

  /**
   * Stores a history, then shows the reply to it, unless the page has opened or closed a fight meanwhile.
   *
   * @param {Opened} of @param {History} data @param {any} reply @param {View} [next]
   */
  async function store(of, data, reply, next = view) {
    if (of.isPreview) {
      handlers.problem(ONLY_PREVIEW);
      return false;
    }
    const { id, name, revision: from, updated } = of;
    const saved = await fights.save({ system, id, name, data }, { from, updated }).catch((error) => failed(of, error));
    if (!saved) return false;
    if (!isOpen(of)) return true;
    fight = { id, name, revision: saved.revision, updated: saved.updated, data };
    past.forget();
    view = next;
    show(reply);
    handlers.saved(fight);
    return true;
  }

  /** Reports that a history was not stored. @param {Opened} of @param {unknown} error */
  async function failed(of, error) {
    if (!isOpen(of)) return;
    if (error instanceof Conflict) await meet(error.stored);
    else handlers.problem(`Not saved, so not done. ${error instanceof Error ? error.message : error}`);
  }

  /** Shows what another tab has stored. @param {Fight | null} stored */
  async function meet(stored) {
    if (stored) {
      fight = stored;
      past.forget();
      const reply = await request("fight", stored);
      if (reply?.ok) show(reply);
    }
    handlers.conflict(stored);
  }

  /** @param {any} reply @returns {boolean}  whether there is something to show */
  function isSound(reply) {
    if (reply && !reply.ok) handlers.problem(sentences(reply.problems));
    return !!reply?.ok;
  }

  /** @param {Opened} of @param {History} data */
  async function replace(of, data) {
    const next = { ...view, who: "" };
    const reply = await request("fight", of, { ...data, view: next });
    return isSound(reply) && store(of, data, reply, next);
  }

  const past = createHistory({ replace, isOpen, last: () => shown?.last ?? "", done: handlers.done });

  return {
    get fight() {
      return fight;
    },
    get view() {
      return view;
    },
    /** The last reply that is shown. */
    get shown() {
      return shown;
    },
    /** Whether a fighter is to be shown who is no longer there is for Python to say. @param {Opened | null} opened @param {View} [start] */
    open(opened, start = { panel: "" }) {
      odds.drop();
      fight = opened;
      past.forget();
      view = start;
      shown = null;
      return inTurn(async (of) => {
        if (of !== opened) return false;
        const reply = await request("fight", of);
        if (!isSound(reply) || of !== fight) return false;
        show(reply);
        return true;
      });
    },
    /** @param {FightEvent} event @param {Partial<View>} [change]  what the page shows then @returns {Promise<boolean | null>}  whether it is stored and shown */
    send: (event, change) =>
      inTurn(async (of) => {
        const next = after(view, event, change);
        const reply = await request("fight", of, { event, view: next });
        if (!isSound(reply)) return false;
        if (reply.changed) return store(of, { events: reply.events, cursor: reply.cursor }, reply, next);
        handlers.problem(reply.why ?? "This changes nothing.");
        return false;
      }),
    /** @param {number} cursor */
    moveTo: (cursor) => inTurn((of) => past.leap(of, past.move(of, cursor), "Back to an earlier entry.")),
    undo: () => inTurn(past.undo),
    redo: () => inTurn(past.redo),
    /** @param {(data: History) => History} change @param {string} done  a sentence that says what was changed */
    rewrite: (change, done) => inTurn((of) => past.leap(of, replace(of, change(of.data)), done)),
    /** @param {Partial<View>} change */
    look: (change) =>
      inTurn(async (of) => {
        const earlier = view;
        view = looked(view, change);
        const reply = await request("fight", of);
        if (!isOpen(of)) return false;
        if (isSound(reply)) show(reply, false);
        else view = earlier;
        return view !== earlier;
      }),
    /** @param {string} kind @param {object} [more] */
    ask: (kind, more) => inTurn((of) => request(kind, of, more)),
    /** Shows the stored fight if another tab has changed it. */
    refresh: () =>
      inTurn(async (of) => {
        const stored = await fights.get(of.id).catch(() => null);
        const isOther = stored?.revision !== of.revision || stored.updated !== of.updated;
        if (of.revision && isOther) await meet(stored);
      }),
    /** Stores the open fight: a preview, or one that another tab has deleted. */
    keep: () => inTurn((of) => store({ ...of, isPreview: false, revision: 0, updated: "" }, of.data, shown)),
  };
}
