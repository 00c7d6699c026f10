// engine.js: the Console's Python in its sandboxed frame, as the page sees it.
//
// Contract. `createEngine(place, onMessage)` gives `run(script)` and `stop()`. The first run fetches Python and starts it in
// a frame inside `place`; later runs use the same Python. `stop` removes the frame with all that runs in it, also an endless
// loop. `onMessage` gets each message of the run as a checked object: `{kind: "text" | "error", content: string}`,
// `{kind: "shown", content: object[]}`, and once, at the end, `{kind: "done" | "failed" | "flooded", content: string}`. What
// a frame that was removed still sends is dropped. Nothing that comes out of the frame is trusted.

import { appFolder } from "../shared/root.js";
import { CONSOLE_START_LIMIT_MS } from "../shared/timeouts.js";
import { fetchFiles } from "./files.js";

/** @typedef {{kind: string, content: any}} Message */

const NOT_STARTED = "The Console's Python did not start in this browser.";
const BROKEN = "Python ended: the script needs too much memory, or its calls go too deep.";
const FLOODED = "The script was stopped: it sends more than a page can show.";
const TEXTS = ["text", "error"];

/** @param {HTMLElement} place @param {(message: Message) => void} onMessage */
export function createEngine(place, onMessage) {
  /** @type {MessagePort | null}  to the Python that has started */
  let engine = null;
  /** The number of the run that may still send messages. */
  let current = 0;

  /** Null when it is stopped before it has started. @param {() => boolean} isWanted */
  async function begin(isWanted) {
    const [source, given] = await Promise.all([workerSource(), fetchFiles()]);
    if (!isWanted()) return null;
    const frame = document.createElement("iframe");
    frame.title = "Python";
    frame.hidden = true;
    frame.src = new URL("console-frame.html", appFolder).href;
    const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
    place.replaceChildren(frame);
    await loaded;
    const { port1, port2 } = new MessageChannel();
    const sandbox = frame.contentWindow?.frames[0];
    if (!sandbox) throw new Error(NOT_STARTED);
    // The sandbox has an origin that no address names.
    sandbox.postMessage(source, "*", [port2]);
    const ready = new Promise((/** @type {(value: void) => void} */ resolve, reject) => {
      setTimeout(() => reject(new Error(NOT_STARTED)), CONSOLE_START_LIMIT_MS);
      port1.onmessage = ({ data }) => {
        if (parsed(data).kind === "ready") resolve();
        else reject(new Error(NOT_STARTED));
      };
    });
    port1.postMessage(given, Object.values(given.files));
    await ready;
    return isWanted() ? port1 : null;
  }

  function end() {
    current += 1;
    engine?.close();
    engine = null;
    place.replaceChildren();
  }

  return {
    /** @param {string} script */
    async run(script) {
      current += 1;
      const mine = current;
      const finish = (/** @type {string} */ kind, content = "") => {
        if (kind !== "done") end();
        onMessage({ kind, content });
      };
      /** @param {any} message */
      const hear = ({ kind, content }) => {
        if (mine !== current) return;
        if (kind === "done") finish("done");
        else if (kind === "failed") finish("failed", BROKEN);
        else if (kind === "flooded") finish("flooded", FLOODED);
        else if (TEXTS.includes(kind) && typeof content === "string") onMessage({ kind, content });
        else if (kind === "shown" && Array.isArray(content)) onMessage({ kind, content });
      };
      try {
        engine ??= await begin(() => mine === current);
        if (!engine) return;
        engine.onmessage = ({ data }) => hear(parsed(data));
        engine.postMessage({ script });
      } catch (error) {
        if (mine === current) finish("failed", error instanceof Error ? error.message : NOT_STARTED);
      }
    },
    stop: end,
  };
}

/** @param {unknown} data @returns {any}  an object; what is no message has no kind */
function parsed(data) {
  try {
    return Object(JSON.parse(String(data)));
  } catch {
    return {};
  }
}

async function workerSource() {
  const response = await fetch(new URL("scripts/console/python-worker.js", appFolder));
  if (!response.ok) throw new Error(NOT_STARTED);
  return response.text();
}
