// stop-check.js: ends a calculation that its page has withdrawn, or that needs too much time or memory.
//
// Contract. A worker receives no message while Python runs. Python therefore calls `poll` after every few dozen loops and
// calls, and raises KeyboardInterrupt when `poll` returns SIGINT. `run(token, memory, work)` returns `{value, ended}`:
// `ended` is "withdrawn", "time" or "memory" when the work was ended, else "". `token` is a blob URL of the page that asks.
// The page revokes the URL to withdraw its request, and the browser revokes it when the page closes. A synchronous request
// for the URL is the only way to notice this during a calculation. `isWithdrawn(token)` checks at once.

import { CALCULATION_LIMIT_SECONDS, STOP_CHECK_MS } from "../shared/timeouts.js";

export const MOST_MEGABYTES = 512;
/** Reading the clock costs more than the rest of a poll, so only one poll in this many reads it. */
const POLLS_PER_CHECK = 64;
const SIGINT = 2;
/** @type {Record<string, string>} */
const REFUSALS = {
  time: `This calculation was ended after ${CALCULATION_LIMIT_SECONDS} seconds. Smaller inputs, such as fewer dice, need less time.`,
  memory: `This calculation was ended at ${MOST_MEGABYTES} MB of memory. Smaller inputs, such as fewer dice, need less.`,
};

export function createStopCheck() {
  let running = false;
  let token = "";
  let megabytes = () => 0;
  let start = 0;
  let nextCheck = 0;
  let ended = "";
  let polls = 0;
  /** This worker has read a token before, so a token that cannot be read now has been revoked. */
  let canRead = false;

  /** @param {number} now */
  function reasonToEnd(now) {
    if (now - start > CALCULATION_LIMIT_SECONDS * 1_000) return "time";
    if (megabytes() > MOST_MEGABYTES) return "memory";
    return isWithdrawn(token) ? "withdrawn" : "";
  }

  /** True at every check until the work has ended, because Python ignores an exception in some places. */
  function isDue() {
    if (!running) return false;
    const now = performance.now();
    if (now < nextCheck) return false;
    nextCheck = now + STOP_CHECK_MS;
    ended ||= reasonToEnd(now);
    return !!ended;
  }

  /** @param {string} token */
  function isWithdrawn(token) {
    return canRead && !exists(token);
  }

  return {
    /** Called very often, so this must be cheap. */
    poll() {
      polls += 1;
      if (polls < POLLS_PER_CHECK) return 0;
      polls = 0;
      return isDue() ? SIGINT : 0;
    },
    isWithdrawn,
    /** Call this for each request on arrival, before the page may have withdrawn it. @param {string} token */
    learn(token) {
      canRead ||= exists(token);
    },
    /**
     * Throws what `work` throws, unless the work was ended.
     *
     * @template T
     * @param {string} asker  the token of the page
     * @param {() => number} memory  used by Python, in MB
     * @param {() => T} work
     * @returns {{value: T | null, ended: string}}
     */
    run(asker, memory, work) {
      token = asker;
      megabytes = memory;
      start = performance.now();
      nextCheck = start + STOP_CHECK_MS;
      ended = "";
      running = true;
      try {
        return { value: work(), ended };
      } catch (error) {
        if (!ended) throw error;
        return { value: null, ended };
      } finally {
        running = false;
      }
    },
  };
}

/** The reply to a request that was ended, as JSON text; undefined for a withdrawn one. @param {string} ended */
export function refusal(ended) {
  const text = REFUSALS[ended];
  return text && JSON.stringify({ ok: false, problems: [{ field: "", code: "too_much", value: null, text }] });
}

/** @param {string} token */
function exists(token) {
  const request = new XMLHttpRequest();
  try {
    request.open("GET", token, false);
    request.send();
    return request.status === 200;
  } catch {
    return false;
  }
}
