// tracker.js: stores the state of a tracker on this device, and starts the tracker over.
//
// Contract. `bindTracker(session)` saves the state of a form with `data-tracker` after each valid answer to a player's
// change. Opening a link replaces nothing. When another tab saves, this page shows the new state if it showed the stored
// one. `[data-start-over]` empties the list `data-events`; `[data-reset]` removes the stored state. `[data-undo-start]`
// undoes both until the next change.

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
  /** The player has made a change that is not saved yet. */
  let edited = false;
  /** The page shows the stored state. */
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
    else state.forget(); // the page shows the example
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
  // In the capture phase: before session.js fills in the example.
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
