// pyrules.js: the rules in any page of any site.
//
//   import { createRules } from "<site>/assets/app-<hash>/scripts/pyrules.js";
//   const rules = createRules();
//   const { values } = await rules.answer("raiders.strike", { offense: 7, defense: 10 });
//
// Contract. `createRules` starts the worker at once, and every call waits for Python. Python runs in the worker alone:
// requests and replies are plain JSON. A call resolves with a Reply; wrong input resolves, too, with `ok: false` and a
// sentence for each field in `problems`. A call rejects with an Error when there can be no reply: Python did not start,
// stopped twice during the call, or the rules were disposed of. A call rejects with Canceled after cancel() or restart().
// Pages of one origin share one worker, so the second page gets its answer at once. A page starts another worker when the
// shared one works for another page for too long. A page that the reader leaves withdraws its requests, and sends them again
// when it is shown again.

import { openChannel } from "./client/channel.js";
import { currentName, NAME, nextName } from "./client/workers.js";
import { appFolder } from "./shared/root.js";

/** @typedef {{field: string | null, code: string, value?: unknown, text: string}} Problem */
/** @typedef {{ok: boolean, problems: Problem[], values?: any, [more: string]: any}} Reply  plus what the kind adds */
/** @typedef {Record<string, unknown> | [string, string][]} Inputs  typed values, or text pairs as in a link */
/** @typedef {{option?: string, faces?: number[]}} RollOptions  which of several rolls; the faces of dice that the player rolled */
/** @typedef {{resolve: (reply: any) => void, reject: (reason: Error) => void}} Waiting */
/** @typedef {Waiting & {message: {id: number, request: string}, losses: number}} Call */

/**
 * @typedef {object} Rules
 * @property {(id: string, inputs?: Inputs) => Promise<Reply>} answer  exact odds from a calculator
 * @property {(id: string, inputs?: Inputs, options?: RollOptions) => Promise<Reply>} roll  one roll, step by step
 * @property {() => Promise<Reply>} systems  the games and their calculators
 * @property {(request: object) => Promise<any>} request  any other request of the endpoint
 * @property {Promise<void>} ready  resolves when Python has started; restart() sets a new promise
 * @property {() => void} cancel  ends all calculations and rejects the waiting calls
 * @property {() => Promise<void>} restart  starts a new worker and rejects the waiting calls
 * @property {() => void} dispose  disconnects from the worker and rejects the waiting calls
 */

/** The error of a call that cancel() or restart() has ended. */
export class Canceled extends Error {
  name = "Canceled";
}

/** A call that was lost with its worker goes to a new worker. After this many losses the call may be their cause. */
const MOST_LOSSES = 2;

/**
 * @param {object} [options]
 * @param {string | URL} [options.base]  folder of the scripts; by default that of this file
 * @param {boolean} [options.shared]  false for a worker of this page's own
 * @returns {Rules}
 */
export function createRules({ base = new URL("scripts/", appFolder), shared = true } = {}) {
  const script = new URL("worker/worker.js", base);
  const common = shared && script.origin === location.origin;
  /** @type {Map<number, Call>} */
  const waiting = new Map();
  let lastId = 0;
  let link = connect(common ? currentName() : NAME);

  /** @param {string} name */
  function connect(name) {
    /** @type {Waiting} */
    let start;
    const ready = /** @type {Promise<void>} */ (new Promise((resolve, reject) => (start = { resolve, reject })));
    // A failed start also rejects each call.
    ready.catch(() => {});
    let started = false;
    const channel = openChannel(script, name, common, {
      onMessage(news) {
        if (news.state === "ready") {
          started = true;
          start.resolve(undefined);
        } else if (news.state === "failed" && !started) end(new Error(news.text));
        else if (news.state === "failed") lose();
        else if (news.state === "ended") leave(started);
        else if ("id" in news) settle(news);
      },
      onBroken: (reason) => end(new Error(reason)),
      onLost() {
        if (!started && !waiting.size) start.reject(new Error("Python stopped while it was starting."));
        lose();
      },
      onUnresponsive: () => replace(),
      // A slow connection may be the cause, so the loss counts only for calls that were lost before.
      onSilent: () => lose(false, (call) => call.losses > 0),
    });
    return {
      name,
      channel,
      ready,
      begun: () => start.resolve(undefined),
      fail: (/** @type {Error} */ reason) => start.reject(reason),
      lost: false,
      ended: /** @type {Error | null} */ (null),
    };
  }

  /** The worker has stopped; its calls go to a new one. @param {boolean} [started] @param {(call: Call) => boolean} [counts] */
  function lose(started = true, counts = () => true) {
    for (const [id, call] of waiting) {
      if (counts(call)) call.losses += 1;
      if (call.losses < MOST_LOSSES) continue;
      waiting.delete(id);
      call.reject(new Error("Python stopped twice in the middle of this calculation."));
    }
    leave(started);
  }

  /** Starts a new worker if a call waits. @param {boolean} [started]  false: the page still waits for Python's start */
  function leave(started = true) {
    link.lost = true;
    if (waiting.size || !started) replace();
    else link.channel.close();
  }

  /** @param {string} name  of the worker that gets the waiting calls */
  function replace(name = nextName(link.name, common)) {
    const left = link;
    left.channel.close();
    link = connect(name);
    // The `ready` of the lost worker settles with the start of the new one.
    link.ready.then(left.begun, left.fail);
    for (const { message } of waiting.values()) link.channel.send(message);
  }

  /** @param {Error} reason */
  function end(reason) {
    link.ended = reason;
    link.fail(reason);
    reject(reason);
  }

  /** @param {Error} reason */
  function reject(reason) {
    for (const call of waiting.values()) call.reject(reason);
    waiting.clear();
  }

  function pageLeft() {
    if (!waiting.size) return;
    link.lost = true;
    link.channel.close();
  }

  /** The browser shows the page again from its page cache. */
  function pageShown() {
    if (waiting.size && link.lost) replace(common ? currentName() : NAME);
  }

  /** @param {{id: number, response?: string, failed?: string}} message */
  function settle({ id, response, failed }) {
    const call = waiting.get(id);
    waiting.delete(id);
    if (response === undefined) call?.reject(new Error(failed));
    else call?.resolve(JSON.parse(response));
  }

  /** @param {object} request @returns {Promise<any>} */
  function request(request) {
    if (link.ended) return Promise.reject(link.ended);
    if (link.lost) replace();
    const message = { id: ++lastId, request: JSON.stringify(request) };
    return new Promise((resolve, reject) => {
      waiting.set(message.id, { message, resolve, reject, losses: 0 });
      link.channel.send(message);
    });
  }

  window.addEventListener("pagehide", pageLeft);
  window.addEventListener("pageshow", pageShown);
  return {
    answer: (id, inputs = {}) => request({ kind: "answer", calculator: id, ...given(inputs) }),
    roll: (id, inputs = {}, options = {}) => request({ kind: "roll", calculator: id, ...given(inputs), ...options }),
    systems: () => request({ kind: "systems" }),
    request,
    get ready() {
      return link.ready;
    },
    cancel() {
      link.channel.withdraw();
      reject(new Canceled("This calculation was canceled."));
    },
    restart() {
      end(new Canceled("Python was restarted."));
      link.channel.shutDown();
      link = connect(nextName(link.name, common));
      return link.ready;
    },
    dispose() {
      end(new Error("These rules were disposed of."));
      window.removeEventListener("pagehide", pageLeft);
      window.removeEventListener("pageshow", pageShown);
      link.channel.close();
    },
  };
}

/** @param {Inputs} inputs */
function given(inputs) {
  return Array.isArray(inputs) ? { pairs: inputs } : { inputs };
}
