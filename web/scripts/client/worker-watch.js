// worker-watch.js: finds out whether the worker that a page waits for has ended, is lost or is busy with another page.
//
// Contract. `watchWorker(lock, handlers, ping)` gives `asked(id)` for each question sent, `heard(message)` for each message
// of the worker, `withdrawn()` when no answer is expected any more, and `forget()` at the end. `lock` is the name of the
// lock that the worker holds while it works. `handlers.gone` is called when the worker has ended, or has said five times in a row that it is idle.
// `handlers.busy` is called when the worker works for other pages for two seconds, `handlers.mute` when it never answers.

import { GRACE_MS, PING_MS, SILENCE_MS, STARTING_SILENCE_MS } from "../shared/timeouts.js";

const MOST_IDLE = 5;

/**
 * Waits for the worker's lock while the page waits for the worker; a page at rest must be free to be put to sleep.
 *
 * @param {string} lock  the worker's
 * @param {{gone: () => void, busy: () => void, mute: () => void}} handlers
 * @param {() => void} ping
 */
export function watchWorker(lock, handlers, ping) {
  /** @type {Set<number>} */
  const open = new Set();
  /** Those that the worker has begun. @type {Set<number>} */
  const taken = new Set();
  let spoken = false;
  let starting = false;
  let coming = true;
  let timer = 0;
  let pings = 0;
  /** Since the last ping. */
  let silent = false;
  /** How often in a row it was at nothing. */
  let idle = 0;
  /** @type {AbortController | null} */
  let watch = null;
  const waits = () => starting || open.size > 0;
  lookAfter(SILENCE_MS);

  /** @param {number} wait */
  function lookAfter(wait) {
    clearTimeout(timer);
    timer = setTimeout(look, wait);
  }

  /** Whether the worker holds its lock; null where locks are refused, as to a sandboxed frame. */
  async function works() {
    const locks = await navigator.locks?.query().catch(() => null);
    return locks ? !!locks.held?.some(({ name }) => name === lock) : null;
  }

  async function look() {
    const mine = timer;
    const held = await works();
    // Without locks nothing tells of the worker's end.
    if (held === null || timer !== mine) return;
    if (!spoken && held) handlers.busy();
    else if (!spoken && !coming) handlers.mute();
    else if (!spoken) {
      coming = false;
      lookAfter(STARTING_SILENCE_MS);
    } else if (held) waitForLock();
    else if (waits()) handlers.gone();
  }

  function waitForLock() {
    if (watch) return;
    // Nor may a look that is under way go on: what it sees is older than what was heard.
    clearTimeout(timer);
    timer = 0;
    const mine = new AbortController();
    watch = mine;
    const granted = () => {
      // Given just as it was wanted no more.
      if (watch !== mine) return;
      watch = null;
      lookAfter(GRACE_MS);
    };
    navigator.locks?.request(lock, { mode: "shared", signal: mine.signal }, granted).catch(() => {});
  }

  function pingNow() {
    // A worker that has not spoken yet, or is starting, is looked after by `look`.
    if (!spoken || starting) return;
    silent = true;
    ping();
  }

  /** A worker that answers no ping and has taken no question of this page works for another page. */
  async function tick() {
    if (!silent || taken.size) return pingNow();
    const mine = pings;
    // The answer may be among the events that this page has not come to yet.
    await new Promise((resolve) => setTimeout(resolve, GRACE_MS));
    if ((await works()) === false) return;
    if (silent && !taken.size && pings === mine && mine) handlers.busy();
  }

  function rest() {
    clearTimeout(timer);
    clearInterval(pings);
    timer = pings = 0;
    silent = false;
    watch?.abort();
    watch = null;
  }

  return {
    /** @param {number} id */
    asked(id) {
      open.add(id);
      if (!pings) {
        pings = setInterval(tick, PING_MS);
        pingNow();
      }
      if (spoken && !watch) lookAfter(SILENCE_MS);
    },
    /** @param {any} message */
    heard(message) {
      spoken = true;
      silent = false;
      idle = message.idle ? idle + 1 : 0;
      if (open.size && idle >= MOST_IDLE) handlers.gone();
      if ("idle" in message) return;
      if ("state" in message) starting = message.state === "starting";
      else if (message.taken) taken.add(message.id);
      else {
        open.delete(message.id);
        taken.delete(message.id);
      }
      if (!waits()) rest();
      else if (starting || message.taken) waitForLock();
      else if (!watch) lookAfter(SILENCE_MS);
    },
    /** No answer to what was asked so far is expected any more. */
    withdrawn() {
      open.clear();
      taken.clear();
      if (!waits()) rest();
    },
    forget: rest,
  };
}
