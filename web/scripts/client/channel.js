// channel.js: a line from a page to a worker: one for all pages where the browser can, this page's own where it cannot.
//
// Contract. `openChannel(script, name, shared, hears)` gives `send`, `close`, `withdraw`, and `retire`. Pages that name a
// shared worker alike share it. `hears` is told of each message; when the script is `broken`; when the worker is `gone`
// without a word; when it is so `busy` that this page has to go elsewhere, or stays `mute` (worker-watch.js). `hears` hears nothing any
// more once the line is closed. A worker holds a lock named after itself while it starts and works: browsers tell a page of
// a worker's end in no other way.
//
// `withdraw`, `close` and `retire` take all questions back: a question that has not begun is dropped, and one that runs is
// ended (stop-check.js). Each question names a blob URL of the page, which exists as long as the question is open: so a
// page that is closed or crashes takes its questions back, too. `retire` also ends the worker.

import { ownScript } from "../shared/trusted.js";
import { watchWorker } from "./worker-watch.js";
import { sharedWorker } from "./workers.js";

const REFUSED = "This page may start no worker, as in a sandboxed frame.";

/**
 * @typedef {object} Hears
 * @property {(message: any) => void} message
 * @property {(reason: string) => void} broken
 * @property {() => void} gone
 * @property {() => void} busy
 * @property {() => void} mute
 */
/** @typedef {{send: (message: {id: number, request: string}) => void, withdraw: () => void, close: () => void, retire: () => void}} Channel */

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
    return { send() {}, withdraw() {}, close() {}, retire() {} };
  }
  const end = common?.port ?? /** @type {Worker} */ (own);
  const watch = watchWorker(`${script.href} ${called}`, hears, () => end.postMessage({ ping: true }));
  let closed = false;
  /** The blob URL that the open questions name. */
  let token = "";

  function withdraw() {
    URL.revokeObjectURL(token);
    token = "";
    watch.withdrawn();
  }

  /** @param {object} farewell */
  function close(farewell) {
    closed = true;
    withdraw();
    watch.forget();
    end.postMessage(farewell);
    own?.terminate();
  }

  /** @type {Worker | SharedWorker} */ (common ?? own).onerror = (event) => {
    const told = event instanceof ErrorEvent && event.message;
    if (!closed) hears.broken(told || "Python's worker could not be loaded.");
  };
  end.onmessage = ({ data }) => {
    if (closed) return;
    watch.heard(data);
    if (!data.taken && !("idle" in data)) hears.message(data);
  };
  return {
    send(message) {
      token ||= URL.createObjectURL(new Blob());
      end.postMessage({ ...message, token, sent: Date.now() });
      watch.asked(message.id);
    },
    withdraw,
    close: () => close({ leave: true }),
    retire: () => close({ retire: true }),
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
