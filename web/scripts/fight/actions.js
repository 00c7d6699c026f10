// fight/actions.js: does what the buttons and forms of a fight say.
//
// Contract. `bindActions(root, handlers)` serves all parts of the section, whatever Python draws there. `data-event` is an
// event that a button adds. `data-event-form` is an event to which a form adds its named inputs; `data-number` marks whole
// numbers, and a submit button with `data-sign="-1"` negates `by`. `data-view` changes what is shown. `data-cursor` moves to
// that many events, `data-undo` and `data-redo` by one. A button that is used again before its event is shown counts once,
// except where each use adds a number (`by`).

import { fieldsOf, merged } from "./events.js";

/** @typedef {import("../storage/fights.js").FightEvent} FightEvent */
/**
 * @typedef {object} Handlers
 * @property {(event: FightEvent) => Promise<unknown>} send
 * @property {(change: any) => Promise<unknown>} look
 * @property {(cursor: number) => Promise<unknown>} moveTo
 * @property {() => Promise<unknown>} undo
 * @property {() => Promise<unknown>} redo
 */

/** @param {HTMLElement} root @param {Handlers} handlers */
export function bindActions(root, handlers) {
  /** The events on their way to storage. @type {Set<string>} */
  const underWay = new Set();

  /** @param {FightEvent} event */
  async function send(event) {
    const text = JSON.stringify(event);
    if (underWay.has(text) && !("by" in event)) return;
    underWay.add(text);
    await handlers.send(event);
    underWay.delete(text);
  }

  root.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button, a") : null;
    if (!(button instanceof HTMLElement)) return;
    const { event, view, cursor, undo, redo } = button.dataset;
    if (event !== undefined) send(JSON.parse(event));
    if (view !== undefined) handlers.look(JSON.parse(view));
    if (cursor !== undefined) handlers.moveTo(Number(cursor));
    if (undo !== undefined) handlers.undo();
    if (redo !== undefined) handlers.redo();
  });
  root.addEventListener("submit", (submitted) => {
    submitted.preventDefault();
    const form = /** @type {HTMLFormElement} */ (submitted.target);
    const { eventForm } = form.dataset;
    if (eventForm === undefined) return;
    const sign = Number(/** @type {HTMLElement | null} */ (submitted.submitter)?.dataset.sign ?? 1);
    send(merged(JSON.parse(eventForm), fieldsOf(form), sign));
  });
}
