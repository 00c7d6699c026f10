// fight/actions.js: does what the buttons and forms of a fight say.
//
// Contract. `bindActions(root, handlers)` serves all parts of the section, whatever Python draws there. `data-event` is an
// event that a button adds. `data-event-form` is an event to which a form adds its named inputs; `data-number` marks whole
// numbers, `data-json` JSON, `data-own` values of the fighter's sheet; a submit button with `data-sign="-1"` negates `by`.
// `data-view` changes what is shown, a select with `data-look` one value of it. `data-cursor` moves to that many events, `data-undo` and `data-redo` by one.
// `data-strike` leaves out the event at a place; the form `data-edit` gives the changes of an event other numbers
// (`data-change`). The form `data-places` sets the order, `data-order` rolls it in a mode of the game. A button that is used
// again before its event is shown counts once, except where each use adds a number (`by`). The second tap of a quick pair
// does nothing to `data-strike` and to an event of `data-single`, as the page may have changed under the finger.
// Escape closes the open panel, but not from a text box that holds a text.

import { fieldsOf, merged, ordered, ownOf } from "./events.js";
import { bindOrder } from "./order.js";

/** @typedef {import("../storage/fights.js").FightEvent} FightEvent */
/**
 * @typedef {object} Handlers
 * @property {() => string} panel  what panel is open, or empty
 * @property {(event: FightEvent) => Promise<unknown>} send
 * @property {(change: any) => Promise<unknown>} look
 * @property {(cursor: number) => Promise<unknown>} moveTo
 * @property {() => Promise<unknown>} undo
 * @property {() => Promise<unknown>} redo
 * @property {(at: number, numbers: Record<string, number>) => Promise<unknown>} correct  gives changes of an older event other numbers, by their place
 * @property {(at: number) => Promise<unknown>} strikeOut  leaves an older event out
 */

/** All that moves the cursor or changes older entries: the places of entries hold until it is shown. */
const REWRITE = "rewrite";

/** @param {HTMLElement} root @param {Handlers} handlers */
export function bindActions(root, handlers) {
  /** What is on its way to storage. @type {Set<string>} */
  const underWay = new Set();

  /** Does the work unless the same work is under way: its second tap meant what the page showed before. @param {string} what @param {() => Promise<unknown>} work */
  async function once(what, work) {
    if (underWay.has(what)) return;
    underWay.add(what);
    try {
      await work();
    } finally {
      underWay.delete(what);
    }
  }

  /** @param {FightEvent} event */
  const send = (event) =>
    "by" in event ? handlers.send(event) : once(JSON.stringify(event), () => handlers.send(event));

  root.addEventListener("click", ({ target, detail }) => {
    const button = target instanceof Element ? target.closest("button, a") : null;
    if (!(button instanceof HTMLElement)) return;
    const { event, view, cursor, undo, redo, strike } = button.dataset;
    const isSecondTap = detail > 1;
    if (event !== undefined && !(isSecondTap && button.dataset.single !== undefined)) send(JSON.parse(event));
    if (view !== undefined) handlers.look(JSON.parse(view));
    if (cursor !== undefined) once(REWRITE, () => handlers.moveTo(Number(cursor)));
    if (undo !== undefined) once(REWRITE, handlers.undo);
    if (redo !== undefined) once(REWRITE, handlers.redo);
    if (strike !== undefined && !isSecondTap) once(REWRITE, () => handlers.strikeOut(Number(strike)));
  });
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    const closes = handlers.panel() && !(event.target instanceof HTMLInputElement && event.target.value);
    if (closes) handlers.look({ panel: "" });
  });
  bindOrder(root, send);
  // The odds of an act follow what it asks.
  root.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLSelectElement && target.dataset.option !== undefined) {
      handlers.look({ options: optionsOf(root) });
    }
    if (target instanceof HTMLSelectElement && target.dataset.look !== undefined) {
      handlers.look({ [target.dataset.look]: target.value });
    }
  });
  root.addEventListener("submit", (submitted) => {
    submitted.preventDefault();
    const form = /** @type {HTMLFormElement} */ (submitted.target);
    const { eventForm, edit, places } = form.dataset;
    if (places !== undefined) send(ordered(fieldsOf(form)));
    if (edit !== undefined) once(REWRITE, () => handlers.correct(Number(edit), numbersOf(form)));
    if (eventForm === undefined) return;
    const sign = Number(/** @type {HTMLElement | null} */ (submitted.submitter)?.dataset.sign ?? 1);
    const own = ownOf(form);
    send({ ...merged(JSON.parse(eventForm), fieldsOf(form), sign), ...(own.length ? { own } : {}) });
  });
}

/** What is chosen for each act of the open panel, by the act. @param {HTMLElement} root */
function optionsOf(root) {
  const options = /** @type {Record<string, Record<string, string>>} */ ({});
  for (const select of /** @type {NodeListOf<HTMLSelectElement>} */ (root.querySelectorAll("select[data-option]"))) {
    const of = (options[select.dataset.of ?? ""] ??= {});
    of[select.dataset.option ?? ""] = select.value;
  }
  return options;
}

/** The numbers of an older event's changes, by their place. @param {HTMLFormElement} form @returns {Record<string, number>} */
function numbersOf(form) {
  const inputs = [.../** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("input[data-change]"))];
  const whole = inputs.filter(({ value }) => /^-?\d{1,6}$/.test(value.trim()));
  return Object.fromEntries(whole.map(({ dataset, value }) => [dataset.change, Number(value)]));
}
