// slow-notice.js: a calculation that takes longer than two seconds is said to be still working, and can be stopped.
//
// Contract. `createSlowNotice(rules, ways)` gives `ask(request)`, which asks Python. While a question is open for longer
// than that, `ways.slow` with its `[data-stop]` is shown, in `ways.place()` where that is given, and `ways.tell` says so.
// Stop ends the calculations: every open question is rejected with Canceled, and `ways.stopped` is called.

import { SLOW_NOTICE_MS } from "../shared/timeouts.js";

/** @typedef {{slow: HTMLElement, place?: () => Element | null, tell: (text: string) => void, stopped: () => void}} Ways */

/** @param {import("../pyrules.js").Rules} rules @param {Ways} ways */
export function createSlowNotice(rules, { slow, place, tell, stopped }) {
  /** Questions that Python has not answered yet. */
  let open = 0;

  function offer() {
    if (!open) return;
    place?.()?.append(slow);
    slow.hidden = false;
    tell("This takes long; a Stop button is at the answer.");
  }

  slow.querySelector("[data-stop]")?.addEventListener("click", () => {
    rules.cancel();
    stopped();
    document.getElementById("main")?.focus({ preventScroll: true });
  });

  return {
    /** @param {object} request @returns {Promise<any>} */
    async ask(request) {
      open += 1;
      const reply = rules.request(request);
      let limit = 0;
      // Python's start is not what one would stop.
      rules.ready.then(() => (limit = setTimeout(offer, SLOW_NOTICE_MS))).catch(() => {});
      try {
        return await reply;
      } finally {
        clearTimeout(limit);
        open -= 1;
        if (!open) slow.hidden = true;
        // The answer that has come draws the headline again; the button stays for what is still open.
        else if (!slow.hidden) setTimeout(offer);
      }
    },
  };
}
