// channel.js: connects a page to a worker: to one that all pages share where the browser can, else to the page's own.
//
// Contract. `openChannel(script, name, shared, handlers)` gives `send`, `withdraw`, `close` and `shutDown`. Pages that use the
// same name share the worker. `handlers.onMessage` gets each message of the worker. `onBroken` gets a sentence when the script
// cannot run. `onLost`, `onUnresponsive` and `onSilent` are those of worker-watch.js. After `close` or `shutDown` no handler
// is workerName. The worker holds a lock named after its address and name while it starts and while it works: browsers offer a
// page no other way to notice a worker's end.
//
// `withdraw`, `close` and `shutDown` withdraw all requests: the worker drops those that it has not begun, and ends the one
// that runs (stop-check.js). Each request names a blob URL of the page, which the page revokes to withdraw the request. The
// browser revokes the URL of a page that closes or crashes. `shutDown` also ends the worker.

import { ownScript } from "../shared/trusted.js";
import { watchWorker } from "./worker-watch.js";
import { sharedWorker } from "./workers.js";

const REFUSED = "This page may start no worker, as in a sandboxed frame.";

/** @typedef {{onMessage: (message: any) => void, onBroken: (reason: string) => void} & import("./worker-watch.js").WatchHandlers} Handlers */
/** @typedef {{send: (message: {id: number, request: string}) => void, withdraw: () => void, close: () => void, shutDown: () => void}} Channel */

/**
 * @param {URL} script
 * @param {string} name
 * @param {boolean} shared
 * @param {Handlers} handlers
 * @returns {Channel}
 */
export function openChannel(script, name, shared, handlers) {
  const common = shared ? sharedWorker(script, name) : null;
  // Two pages may each have a worker of their own, so each gets another name.
  const workerName = common ? name : `${name} ${Math.random()}`;
  const own = common ? null : ownWorker(script, workerName);
  if (!common && !own) {
    queueMicrotask(() => handlers.onBroken(REFUSED));
    return { send() {}, withdraw() {}, close() {}, shutDown() {} };
  }
  const end = common?.port ?? /** @type {Worker} */ (own);
  const watch = watchWorker(`${script.href} ${workerName}`, handlers, () => end.postMessage({ ping: true }));
  let closed = false;
  /** The blob URL that the open requests name. */
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
    watch.stop();
    end.postMessage(farewell);
    own?.terminate();
  }

  /** @type {Worker | SharedWorker} */ (common ?? own).onerror = (event) => {
    const reason = event instanceof ErrorEvent && event.message;
    if (!closed) handlers.onBroken(reason || "Python's worker could not be loaded.");
  };
  end.onmessage = ({ data }) => {
    if (closed) return;
    watch.received(data);
    if (!data.taken && !("idle" in data)) handlers.onMessage(data);
  };
  return {
    send(message) {
      token ||= URL.createObjectURL(new Blob());
      end.postMessage({ ...message, token, sent: Date.now() });
      watch.asked(message.id);
    },
    withdraw,
    close: () => close({ leave: true }),
    shutDown: () => close({ retire: true }),
  };
}

/** Null where the page may start no worker, for example in a sandboxed frame. @param {URL} script @param {string} name */
function ownWorker(script, name) {
  try {
    return new Worker(ownScript(sameOrigin(script)), { type: "module", name });
  } catch {
    return null;
  }
}

/** A worker's script must have the page's own origin. On another site's page a one-line script imports ours. */
function sameOrigin(/** @type {URL} */ script) {
  if (script.origin === location.origin) return script;
  const line = `import ${JSON.stringify(script.href)};`;
  return URL.createObjectURL(new Blob([line], { type: "text/javascript" }));
}
