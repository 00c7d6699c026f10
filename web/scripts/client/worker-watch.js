// worker-watch.js: finds out whether the worker that a page waits for has ended, is lost, or works for another page.
//
// Contract. `watchWorker(lock, handlers, ping)`: call `asked(id)` for each request sent, `received(message)` for each message
// of the worker, `withdrawn()` when no answer is expected any more, and `stop()` at the end. `lock` is the name of the lock
// that the worker holds while it works. `handlers.onLost` is called when the worker has ended, or answers MOST_IDLE pings in
// a row with *idle* while a request is open. `handlers.onUnresponsive` is called when the worker works for other pages for
// longer than PING_MS, or holds its lock and has sent no message. `handlers.onSilent` is called when the worker neither holds
// its lock nor has sent a message.

import { GRACE_MS, PING_MS, SILENCE_MS, STARTING_SILENCE_MS } from "../shared/timeouts.js";

const MOST_IDLE = 5;

/** @typedef {{onLost: () => void, onUnresponsive: () => void, onSilent: () => void}} WatchHandlers */

/**
 * Requests the worker's lock only while the page waits for the worker: the browser may suspend a page at rest.
 *
 * @param {string} lock  name of the worker's lock
 * @param {WatchHandlers} handlers
 * @param {() => void} ping
 */
export function watchWorker(lock, handlers, ping) {
  /** Requests without an answer. @type {Set<number>} */
  const open = new Set();
  /** Requests that the worker has begun. @type {Set<number>} */
  const taken = new Set();
  let hasSpoken = false;
  let isStarting = false;
  /** The worker may still be loading its scripts. */
  let mayBeLoading = true;
  let timer = 0;
  let pings = 0;
  /** No message has arrived since the last ping. */
  let isSilent = false;
  /** The number of *idle* answers in a row. */
  let idleAnswers = 0;
  /** Aborts the request for the worker's lock. @type {AbortController | null} */
  let lockRequest = null;
  const isWaiting = () => isStarting || open.size > 0;
  checkAfter(SILENCE_MS);

  /** @param {number} delay */
  function checkAfter(delay) {
    clearTimeout(timer);
    timer = setTimeout(check, delay);
  }

  /** Whether the worker holds its lock; null where the browser refuses locks, for example to a sandboxed frame. */
  async function isWorking() {
    const locks = await navigator.locks?.query().catch(() => null);
    return locks ? !!locks.held?.some(({ name }) => name === lock) : null;
  }

  async function check() {
    const mine = timer;
    const held = await isWorking();
    // Without locks nothing shows the worker's end.
    if (held === null || timer !== mine) return;
    if (!hasSpoken && held) handlers.onUnresponsive();
    else if (!hasSpoken && !mayBeLoading) handlers.onSilent();
    else if (!hasSpoken) {
      mayBeLoading = false;
      checkAfter(STARTING_SILENCE_MS);
    } else if (held) waitForLock();
    else if (isWaiting()) handlers.onLost();
  }

  function waitForLock() {
    if (lockRequest) return;
    // A check in progress saw the lock before the last message arrived: its result no longer counts.
    clearTimeout(timer);
    timer = 0;
    const mine = new AbortController();
    lockRequest = mine;
    const granted = () => {
      // The lock was granted just when this page stopped waiting.
      if (lockRequest !== mine) return;
      lockRequest = null;
      checkAfter(GRACE_MS);
    };
    navigator.locks?.request(lock, { mode: "shared", signal: mine.signal }, granted).catch(() => {});
  }

  function sendPing() {
    // `check` handles a worker that has not spoken yet or is starting.
    if (!hasSpoken || isStarting) return;
    isSilent = true;
    ping();
  }

  /** A worker that answers no ping and has begun no request of this page works for another page. */
  async function tick() {
    if (!isSilent || taken.size) return sendPing();
    const mine = pings;
    // The answer may be among the events that this page has not handled yet.
    await new Promise((resolve) => setTimeout(resolve, GRACE_MS));
    if ((await isWorking()) === false) return;
    if (isSilent && !taken.size && pings === mine && mine) handlers.onUnresponsive();
  }

  function stop() {
    clearTimeout(timer);
    clearInterval(pings);
    timer = pings = 0;
    isSilent = false;
    lockRequest?.abort();
    lockRequest = null;
  }

  return {
    /** @param {number} id */
    asked(id) {
      open.add(id);
      if (!pings) {
        pings = setInterval(tick, PING_MS);
        sendPing();
      }
      if (hasSpoken && !lockRequest) checkAfter(SILENCE_MS);
    },
    /** @param {any} message */
    received(message) {
      hasSpoken = true;
      isSilent = false;
      idleAnswers = message.idle ? idleAnswers + 1 : 0;
      if (open.size && idleAnswers >= MOST_IDLE) handlers.onLost();
      if ("idle" in message) return;
      if ("state" in message) isStarting = message.state === "starting";
      else if (message.taken) taken.add(message.id);
      else {
        open.delete(message.id);
        taken.delete(message.id);
      }
      if (!isWaiting()) stop();
      else if (isStarting || message.taken) waitForLock();
      else if (!lockRequest) checkAfter(SILENCE_MS);
    },
    /** No answer to the requests so far is expected any more. */
    withdrawn() {
      open.clear();
      taken.clear();
      if (!isWaiting()) stop();
    },
    stop,
  };
}
