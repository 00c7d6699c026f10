// pyrules.js: the rules in any page of any site.
//
//   import { createRules } from "<site>/assets/app-<hash>/scripts/pyrules.js";
//   const rules = createRules();
//   const { values } = await rules.answer("raiders.strike", { offense: 7, defense: 10 });
//
// Contract. `createRules` starts the worker at once; every call waits for it. Python lives in the worker alone: what
// goes in and comes out is plain JSON. A call resolves to a Reply; wrong input resolves too, with `ok: false` and a
// sentence for each field in `problems`. A call rejects with an Error only when there can be no reply: Python did not
// start, broke down, or was disposed of. Pages of one origin share one worker, so the second page answers at once.

import { BUILD } from "./paths.js";

/** @typedef {{field: string | null, code: string, value?: unknown, text: string}} Problem */
/** @typedef {{ok: boolean, problems: Problem[], values?: any, [more: string]: any}} Reply  plus what the kind adds */
/** @typedef {Record<string, unknown> | [string, string][]} Inputs  typed values, or text pairs as in a link */
/** @typedef {{option?: string, faces?: number[]}} RollOptions  which of several rolls; the faces of dice thrown by hand */
/** @typedef {{resolve: (reply: any) => void, reject: (reason: Error) => void}} Waiting */

/**
 * @typedef {object} Rules
 * @property {(id: string, inputs?: Inputs) => Promise<Reply>} answer  exact odds from a calculator
 * @property {(id: string, inputs?: Inputs, options?: RollOptions) => Promise<Reply>} roll  one throw, step by step
 * @property {() => Promise<Reply>} systems  the games and their calculators
 * @property {(request: object) => Promise<any>} request  any other request the endpoint knows
 * @property {Promise<void>} ready  settles with the worker's start; replaced by restart()
 * @property {() => Promise<void>} restart  a fresh worker; calls still waiting are rejected
 * @property {() => void} dispose  let go of the worker; calls still waiting are rejected
 */

/**
 * @param {object} [options]
 * @param {string | URL} [options.base]  folder of the scripts; by default the one this file came from
 * @param {boolean} [options.shared]  false for a worker of this page's own
 * @returns {Rules}
 */
export function createRules({ base = new URL(".", import.meta.url), shared = true } = {}) {
  const script = new URL("worker.js", base);
  /** @type {Map<number, Waiting>} */
  const waiting = new Map();
  let lastId = 0;
  let generation = 0;
  let link = connect();

  function connect() {
    generation += 1;
    const name = `py-${BUILD}${generation > 1 ? `-${generation}-${Date.now()}` : ""}`;
    /** @type {Waiting} */
    let start;
    const ready = /** @type {Promise<void>} */ (new Promise((resolve, reject) => (start = { resolve, reject })));
    // Whoever only calls answer() hears of a failed start there.
    ready.catch(() => {});
    const channel = openChannel(script, name, shared, receive, (reason) => end(new Error(reason)));
    /** @type {Error | null} */
    let ended = null;

    /** @param {any} message */
    function receive(message) {
      if (message.state === "ready") start.resolve(undefined);
      else if (message.state === "failed") end(new Error(message.text));
      else if ("id" in message) settle(message);
    }

    /** @param {Error} reason */
    function end(reason) {
      ended = reason;
      start.reject(reason);
      for (const call of waiting.values()) call.reject(reason);
      waiting.clear();
    }

    return { ready, end, send: channel.send, close: channel.close, whyEnded: () => ended };
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
    const reason = link.whyEnded();
    if (reason) return Promise.reject(reason);
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      link.send({ id, request: JSON.stringify(request) });
    });
  }

  return {
    answer: (id, inputs = {}) => request({ kind: "answer", calculator: id, ...given(inputs) }),
    roll: (id, inputs = {}, options = {}) => request({ kind: "roll", calculator: id, ...given(inputs), ...options }),
    systems: () => request({ kind: "systems" }),
    request,
    get ready() {
      return link.ready;
    },
    restart() {
      link.end(new Error("Python was restarted."));
      link.close();
      link = connect();
      return link.ready;
    },
    dispose() {
      link.end(new Error("These rules were disposed of."));
      link.close();
    },
  };
}

/** @param {Inputs} inputs */
function given(inputs) {
  return Array.isArray(inputs) ? { pairs: inputs } : { inputs };
}

/**
 * A line to a worker: shared by all pages where the browser can, this page's own where it cannot.
 *
 * @param {URL} script
 * @param {string} name  pages that name it alike share it
 * @param {boolean} shared
 * @param {(message: any) => void} receive
 * @param {(reason: string) => void} broken
 */
function openChannel(script, name, shared, receive, broken) {
  const failed = (/** @type {Event} */ event) =>
    broken(event instanceof ErrorEvent && event.message ? event.message : "Python's worker could not be loaded.");
  const common = shared && script.origin === location.origin ? sharedWorker(script, name) : null;
  if (common) {
    common.onerror = failed;
    common.port.onmessage = (event) => receive(event.data);
    return {
      send: (/** @type {object} */ message) => common.port.postMessage(message),
      close: () => common.port.postMessage({ leave: true }),
    };
  }
  const worker = new Worker(sameOrigin(script), { type: "module", name });
  worker.onerror = failed;
  worker.onmessage = (event) => receive(event.data);
  return {
    send: (/** @type {object} */ message) => worker.postMessage(message),
    close: () => worker.terminate(),
  };
}

/**
 * Null where the browser has none, or refuses it to this page (as in a sandboxed frame).
 *
 * @param {URL} script
 * @param {string} name
 */
function sharedWorker(script, name) {
  // Chromium keeps the worker over a page change only when asked; every page must ask alike.
  const options = { type: "module", name, extendedLifetime: true };
  try {
    return new SharedWorker(script, /** @type {WorkerOptions} */ (options));
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
