// slow-notice.js: says that a long calculation is still running, and offers to stop it.
//
// Contract. `createSlowNotice(rules, parts)` gives `ask(request)`, which asks Python. When a request is open for longer
// than SLOW_NOTICE_MS, the element `slow` with its `[data-stop]` is shown, inside `place()` if that is given, and `tell` gets
// a sentence. Stop ends the calculations: every open request is rejected with Canceled, and `stopped` is called.

import { SLOW_NOTICE_MS } from "../shared/timeouts.js";

/** @typedef {{slow: HTMLElement, place?: () => Element | null, tell: (text: string) => void, stopped: () => void}} Parts */

/** @param {import("../pyrules.js").Rules} rules @param {Parts} parts */
export function createSlowNotice(rules, { slow, place, tell, stopped }) {
  /** The number of requests without an answer. */
  let open = 0;

  function showNotice() {
    if (!open) return;
    place?.()?.append(slow);
    slow.hidden = false;
    tell("This takes long; the Stop button ends it.");
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
      // The limit begins when Python has started: Stop does not end the start.
      rules.ready.then(() => (limit = setTimeout(showNotice, SLOW_NOTICE_MS))).catch(() => {});
      try {
        return await reply;
      } finally {
        clearTimeout(limit);
        open -= 1;
        if (!open) slow.hidden = true;
        // The answer redraws the headline and removes the notice, which the other open requests still need.
        else if (!slow.hidden) setTimeout(showNotice);
      }
    },
  };
}
