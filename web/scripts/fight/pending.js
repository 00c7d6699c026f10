// fight/pending.js: the line of a roll that is not applied yet, above the bar under the thumb.
//
// Contract. `createPending(root, handlers)`: `show(what)` says that the roll is not applied yet, with *Apply*, *Show* and
// *Drop*. `ask(what, go)` says so to a player who wants to go on, and calls `go` once the roll is applied or dropped; *Show*
// gives that up. A roll whose dice are typed in part has no *Apply*. `hide()` removes the line. `handlers.apply` and
// `handlers.drop` resolve to whether that is done.

import { part, say } from "../shared/parts.js";

/** @typedef {{label: string, isHalf: boolean}} What  the roll, and whether its dice are typed in part */

/**
 * @param {HTMLElement} root
 * @param {{apply: () => Promise<boolean>, drop: () => Promise<boolean>, show: () => Promise<unknown>, tell: (text: string) => void}} handlers
 */
export function createPending(root, handlers) {
  const place = part(root, "pending");
  /** What waits until the roll is applied or dropped. @type {(() => unknown) | null} */
  let waiting = null;

  /** @param {What} what */
  const state = ({ label, isHalf }) => `${label}: ${isHalf ? "not all dice are typed yet" : "not applied yet"}`;

  /** @param {string} words @param {boolean} isHalf @param {string} after  what the buttons lead to */
  function draw(words, isHalf, after) {
    say(root, "pending-words", words);
    part(place, "pending-apply").textContent = `Apply${after}`;
    part(place, "pending-apply").hidden = isHalf;
    part(place, "pending-drop").textContent = `Drop${after}`;
    place.hidden = false;
  }

  /** @param {() => Promise<boolean>} settle */
  async function goOn(settle) {
    const go = waiting;
    if (!(await settle())) return;
    waiting = null;
    await go?.();
  }

  part(place, "pending-apply").addEventListener("click", () => goOn(handlers.apply));
  part(place, "pending-drop").addEventListener("click", () => goOn(handlers.drop));
  part(place, "pending-show").addEventListener("click", () => {
    waiting = null;
    handlers.show();
  });

  return {
    /** @param {What} what */
    show(what) {
      waiting = null;
      draw(state(what), what.isHalf, "");
    },
    /** @param {What} what @param {() => unknown} go */
    ask(what, go) {
      waiting = go;
      const words = `Before you go on: ${state(what)}.`;
      draw(words, what.isHalf, ", go on");
      part(place, what.isHalf ? "pending-show" : "pending-apply").focus({ preventScroll: true });
      handlers.tell(words);
    },
    hide() {
      waiting = null;
      place.hidden = true;
    },
  };
}
