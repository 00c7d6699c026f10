// patience.js: what Python has not answered after two seconds can be stopped.
//
// Contract. `createPatience(rules, answer, ways)` gives `ask(request)`, which asks Python. While a question is open for
// longer than that, `[data-slow]` with its `[data-stop]` stands in the headline of `answer`, and `ways.tell` says so. To
// stop is to restart Python: every open question is rejected with Restarted, and `ways.stopped` is called.

const SLOW_MS = 2_000;

/**
 * @param {import("./pyrules.js").Rules} rules
 * @param {HTMLElement} answer
 * @param {{tell: (text: string) => void, stopped: () => void}} ways
 */
export function createPatience(rules, answer, ways) {
  const slow = /** @type {HTMLElement} */ (document.querySelector("[data-slow]"));
  /** Questions that Python has not answered yet. */
  let open = 0;

  function offer() {
    if (!open) return;
    answer.querySelector(".headline")?.append(slow);
    slow.hidden = false;
    ways.tell("This takes long; a Stop button is at the answer.");
  }

  slow.querySelector("[data-stop]")?.addEventListener("click", () => {
    rules.restart();
    ways.stopped();
    document.getElementById("main")?.focus({ preventScroll: true });
  });

  return {
    /** @param {object} request @returns {Promise<any>} */
    async ask(request) {
      open += 1;
      const reply = rules.request(request);
      let limit = 0;
      // Python's start is not what one would stop.
      rules.ready.then(() => (limit = setTimeout(offer, SLOW_MS))).catch(() => {});
      try {
        return await reply;
      } finally {
        clearTimeout(limit);
        open -= 1;
        if (!open) slow.hidden = true;
        // The answer that has come draws the headline anew; the button stays for what is still open.
        else if (!slow.hidden) setTimeout(offer);
      }
    },
  };
}
