// channel.js: a line from a page to a worker: one for all pages where the browser can, this page's own where it cannot.
//
// Contract. `openChannel(script, name, shared, hears)` gives `send`, `close`, and `retire`, which ends the worker too, as
// soon as it has done what it is at. Pages that name a shared worker alike share it. `hears` is told of each message; when
// the script is `broken`; when the worker is `gone` without a word; when it is so `busy` that a newcomer is not heard, or
// was ending just as the newcomer came. `gone`, too, is one that says twice that it is idle while this page waits: it has
// lost the question, or got stuck over it. `hears` hears nothing any more once the line is closed. A worker holds a lock
// named after itself while it starts and works: browsers tell a page of a worker's end in no other way.

import { ownScript } from "./trusted.js";
import { sharedWorker } from "./workers.js";

const SILENCE_MS = 4_000;
/** One that is not there yet has only small scripts to load before it says its first word. */
const COMING_MS = 12_000;
/** A word may come a little later than the lock that was held over it. */
const GRACE_MS = 500;
/** While a question is open the worker is asked what it is at: it answers between two calculations, never in one. */
const PING_MS = 5_000;
const MOST_IDLE = 2;
const REFUSED = "This page may start no worker, as in a sandboxed frame.";

/**
 * @typedef {object} Hears
 * @property {(message: any) => void} message
 * @property {(reason: string) => void} broken
 * @property {() => void} gone
 * @property {() => void} busy
 */
/** @typedef {{send: (message: {id: number, request: string}) => void, close: () => void, retire: () => void}} Channel */

/**
 * @param {URL} script
 * @param {string} name
 * @param {boolean} shared
 * @param {Hears} hears
 * @returns {Channel}
 */
export function openChannel(script, name, shared, hears) {
  const common = shared ? sharedWorker(script, name) : null;
  // A name of its own for each: two pages may both have a worker of their own.
  const called = common ? name : `${name} ${Math.random()}`;
  const own = common ? null : ownWorker(script, called);
  if (!common && !own) {
    queueMicrotask(() => hears.broken(REFUSED));
    return { send() {}, close() {}, retire() {} };
  }
  const end = common?.port ?? /** @type {Worker} */ (own);
  const life = watchLife(`${script.href} ${called}`, hears, () => end.postMessage({ ping: true }));
  let closed = false;

  /** @param {object} farewell */
  function close(farewell) {
    closed = true;
    life.forget();
    end.postMessage(farewell);
    own?.terminate();
  }

  /** @type {Worker | SharedWorker} */ (common ?? own).onerror = (event) => {
    const told = event instanceof ErrorEvent && event.message;
    if (!closed) hears.broken(told || "Python's worker could not be loaded.");
  };
  end.onmessage = ({ data }) => {
    if (closed) return;
    life.heard(data);
    if (!data.taken && !("idle" in data)) hears.message(data);
  };
  return {
    send(message) {
      life.asked(message.id);
      end.postMessage(message);
    },
    close: () => close({ leave: true }),
    retire: () => close({ retire: true }),
  };
}

/**
 * Waits for the worker's lock while the page waits for the worker; a page at rest must be free to be put to sleep.
 *
 * @param {string} lock  the worker's
 * @param {Hears} hears
 * @param {() => void} ping
 */
function watchLife(lock, hears, ping) {
  /** @type {Set<number>} */
  const open = new Set();
  let spoken = false;
  let starting = false;
  let coming = true;
  let timer = 0;
  let pings = 0;
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

  async function look() {
    const mine = timer;
    // Where locks are refused, as to a sandboxed frame, nobody tells of the end.
    const locks = await navigator.locks?.query().catch(() => null);
    if (!locks || timer !== mine) return;
    const works = locks.held?.some(({ name }) => name === lock);
    if (!spoken && (works || !coming)) hears.busy();
    else if (!spoken) {
      coming = false;
      lookAfter(COMING_MS);
    } else if (spoken && works) waitForLock();
    else if (spoken && waits()) hears.gone();
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

  function rest() {
    clearTimeout(timer);
    clearInterval(pings);
    timer = pings = 0;
    watch?.abort();
    watch = null;
  }

  return {
    /** @param {number} id */
    asked(id) {
      open.add(id);
      // One that has not spoken yet, or is starting, is looked after above.
      pings ||= setInterval(() => spoken && !starting && ping(), PING_MS);
      if (spoken && !watch) lookAfter(SILENCE_MS);
    },
    /** @param {any} message */
    heard(message) {
      spoken = true;
      idle = message.idle ? idle + 1 : 0;
      if (open.size && idle >= MOST_IDLE) hears.gone();
      if ("idle" in message) return;
      if ("state" in message) starting = message.state === "starting";
      else if (!message.taken) open.delete(message.id);
      if (!waits()) rest();
      else if (starting || message.taken) waitForLock();
      else if (!watch) lookAfter(SILENCE_MS);
    },
    forget() {
      open.clear();
      starting = false;
      rest();
    },
  };
}

/** Nothing where the page may start none (as in a sandboxed frame). @param {URL} script @param {string} name */
function ownWorker(script, name) {
  try {
    return new Worker(ownScript(sameOrigin(script)), { type: "module", name });
  } catch {
    return null;
  }
}

/** A worker's script must be of the page's own origin; on a stranger's page a one-line script imports ours. */
function sameOrigin(/** @type {URL} */ script) {
  if (script.origin === location.origin) return script;
  const line = `import ${JSON.stringify(script.href)};`;
  return URL.createObjectURL(new Blob([line], { type: "text/javascript" }));
}
