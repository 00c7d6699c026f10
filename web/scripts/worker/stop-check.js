// stop-check.js: ends a calculation that its page has taken back, or that needs too much time or memory.
//
// Contract. A worker hears nothing while Python runs. So Python itself calls `poll` after every few dozen loops and
// calls, and raises KeyboardInterrupt when the result is SIGINT. `run(token, memory, work)` gives `{value, ended}`: `ended` is
// why the work was ended ("withdrawn", "time" or "memory"), else "". `token` is a blob URL of the page that asks: the page
// revokes it to take its question back, and the browser does so when the page is gone. A synchronous request is the only
// way to see this in the middle of a calculation. `isWithdrawn(token)` looks at once.

import { CALCULATION_LIMIT_SECONDS, STOP_CHECK_MS } from "../shared/timeouts.js";

export const MOST_MEGABYTES = 512;
/** The clock costs more than the rest of a poll, and is not read at each. */
const POLLS_PER_LOOK = 64;
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
  let begun = 0;
  let next = 0;
  let ended = "";
  let polls = 0;
  /** A token of a page could be read once: so one that cannot be read does not exist. */
  let readable = false;

  /** @param {number} now */
  function reason(now) {
    if (now - begun > CALCULATION_LIMIT_SECONDS * 1_000) return "time";
    if (megabytes() > MOST_MEGABYTES) return "memory";
    return isWithdrawn(token) ? "withdrawn" : "";
  }

  /** Repeated until the work has ended: Python ignores an exception in some places. */
  function isDue() {
    if (!running) return false;
    const now = performance.now();
    if (now < next) return false;
    next = now + STOP_CHECK_MS;
    ended ||= reason(now);
    return !!ended;
  }

  /** @param {string} token */
  function isWithdrawn(token) {
    return readable && !exists(token);
  }

  return {
    /** Called very often. */
    poll() {
      polls += 1;
      if (polls < POLLS_PER_LOOK) return 0;
      polls = 0;
      return isDue() ? SIGINT : 0;
    },
    isWithdrawn,
    /** To be called for each question, before the page may have taken it back. @param {string} token */
    learn(token) {
      readable ||= exists(token);
    },
    /**
     * Throws what the work throws, unless the work was ended.
     *
     * @template T
     * @param {string} asker  token of the page
     * @param {() => number} memory  that Python has taken, in MB
     * @param {() => T} work
     * @returns {{value: T | null, ended: string}}
     */
    run(asker, memory, work) {
      token = asker;
      megabytes = memory;
      begun = performance.now();
      next = begun + STOP_CHECK_MS;
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

/** What a page gets in place of an answer, as JSON text; nothing where the page has taken its question back. @param {string} why */
export function refusal(why) {
  const text = REFUSALS[why];
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
