// tracker.js: keeps the state of a tracker on this device, and starts it over.
//
// Contract. `bindTracker(session)` saves the state of a form with `data-tracker` after each valid answer to a change that
// the player made. A link that was only opened replaces nothing. What another tab saves shows here if this page shows the
// kept state. `[data-start-over]` empties the list `data-events`; `[data-reset]` forgets the kept state. Both can be undone
// by `[data-undo-start]` until the next change.

import { format } from "../shared/link.js";
import { createTrackerState } from "../storage/tracker-state.js";

/** @typedef {import("../shared/link.js").Pairs} Pairs */

/** @param {import("./session.js").Session} session */
export function bindTracker(session) {
  const { form, calculator } = session;
  if (!("tracker" in form.dataset)) return;
  const state = createTrackerState(calculator);
  const startOver = form.querySelector("[data-start-over]");
  const reset = /** @type {HTMLElement} */ (form.querySelector("[data-reset]"));
  const banner = /** @type {HTMLElement} */ (form.querySelector("[data-started-over]"));
  const words = /** @type {HTMLElement} */ (banner.querySelector("[data-started-words]"));
  const undo = /** @type {HTMLElement} */ (banner.querySelector("[data-undo-start]"));
  /** The player has changed something that is not saved yet. */
  let edited = false;
  /** The page shows what is kept. */
  let current = false;
  let before = /** @type {Pairs} */ ([]);

  /** @param {Pairs} pairs @param {string} text */
  function offerUndo(pairs, text) {
    before = pairs;
    words.textContent = text;
    banner.hidden = false;
    undo.focus();
  }

  session.on("change", (by) => {
    if (by === null) {
      const kept = state.read();
      edited = false;
      current = !!kept && (!location.hash.includes("=") || format(kept) === location.hash);
    } else if (by) {
      edited = true;
      banner.hidden = true;
    }
  });
  session.on("answer", () => {
    if (!edited) return;
    edited = false;
    current = true;
    if (session.link().length) state.write(session.link());
    else state.forget(); // it is the example
  });
  state.watch(() => {
    const kept = state.read();
    if (!current || !kept || format(kept) === format(session.link())) return;
    banner.hidden = true;
    session.load(kept);
    session.tell("This tracker was changed in another tab; its newest state is shown.");
  });
  startOver?.addEventListener("click", () => {
    const { events = "" } = form.dataset;
    const pairs = session.pairs();
    const rest = pairs.filter(([key]) => key !== events && !key.startsWith(`${events}.`));
    session.load([...rest, [events, ""]], startOver);
    offerUndo(pairs, "Started over: nothing has happened yet.");
  });
  // Before session.js fills in the example.
  form.addEventListener(
    "click",
    ({ target }) => {
      if (!(target instanceof Node) || !reset.contains(target)) return;
      const pairs = session.pairs();
      state.forget();
      queueMicrotask(() => offerUndo(pairs, "The example is back."));
    },
    true,
  );
  undo.addEventListener("click", () => {
    session.load(before, undo);
    /** @type {HTMLElement} */ (startOver ?? reset).focus();
  });
}
