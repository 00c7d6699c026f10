// fight/pending.js: the line of a roll that is not applied yet, above the bar under the thumb.
//
// Contract. `createPending(root, handlers)`: `show(label)` says that the roll is not applied yet, with *Apply*, *Show* and
// *Drop*. `ask(label, go)` says so to a player who wants to go on, and calls `go` once the roll is applied or dropped; *Show*
// gives that up. `hide()` removes the line. `handlers.apply` and `handlers.drop` resolve to whether that is done.

import { part, say } from "../shared/parts.js";

/**
 * @param {HTMLElement} root
 * @param {{apply: () => Promise<boolean>, drop: () => Promise<boolean>, show: () => Promise<unknown>, tell: (text: string) => void}} handlers
 */
export function createPending(root, handlers) {
  const place = part(root, "pending");
  /** What waits until the roll is applied or dropped. @type {(() => unknown) | null} */
  let waiting = null;

  /** @param {string} words @param {string} after  what the buttons lead to */
  function draw(words, after) {
    say(root, "pending-words", words);
    part(place, "pending-apply").textContent = `Apply${after}`;
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
    /** @param {string} label */
    show(label) {
      waiting = null;
      draw(`${label}: not applied yet`, "");
    },
    /** @param {string} label @param {() => unknown} go */
    ask(label, go) {
      waiting = go;
      const words = `Before you go on: ${label} is not applied yet.`;
      draw(words, ", go on");
      part(place, "pending-apply").focus({ preventScroll: true });
      handlers.tell(words);
    },
    hide() {
      waiting = null;
      place.hidden = true;
    },
  };
}
