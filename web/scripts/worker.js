// The worker: Python, booted once, answering requests.
//
// Contract. Runs as a module SharedWorker (one for all pages of the site) or as a module Worker.
//   in   {id, request}     `request` is JSON text for web.endpoint.handle
//   out  {id, response}    its JSON text
//        {id, failed}      the request broke inside Python; the worker lives on
//        {id, taken}       before that: it is being worked on
//        {state, text?}    "starting", "ready", or "failed" with a sentence; a new listener is told at once
//   in   {ping: true}      is anything being done?
//   out  {idle}            nothing is: who has asked before and waits still, waits in vain
//   in   {leave: true}     this page listens no more
//        {retire: true}    nobody needs this worker any more
// While it starts and while it works on a request it holds a lock of its address and name (busy.js). A worker that has
// failed says so and closes itself: whoever wants Python again starts a new one.

import { createBusy } from "./busy.js";
import { add, fetchOthers, fetchPack, loading, needed } from "./packs.js";
import "./paths.js"; // which the others import: so it is asked for with them and not after them
import { boot, sentence, survived } from "./python.js";
import { createRehearsal } from "./rehearse.js";

const FAREWELL_MS = 2_000;

/** @typedef {{postMessage: (message: object) => void}} Listener */

const here = /** @type {any} */ (globalThis);
const python = boot();
const work = createBusy(`${import.meta.url} ${here.name}`);
const rehearsal = createRehearsal(python, work.busy, fail);
/** Not every game has been asked for. */
let spare = true;

work.begin();
work.atRest(() => {
  if (latest.state === "failed") return;
  rehearsal.soon();
  if (spare && latest.state === "ready") fetchOthers();
  spare = false;
});

/** @type {Set<Listener>} */
const listeners = new Set();
/** @type {{state: string, text?: string}} */
let latest = { state: "starting" };

/** @param {{state: string, text?: string}} news */
function tell(news) {
  latest = news;
  for (const listener of listeners) listener.postMessage(news);
}

/** @param {unknown} reason */
function fail(reason) {
  tell({ state: "failed", text: sentence(reason) });
  // Not at once: the page that started this worker may still be connecting, and must hear of it.
  setTimeout(() => here.close(), FAREWELL_MS);
}

/** @param {Listener} listener */
async function welcome(listener) {
  await work.held();
  listeners.add(listener);
  listener.postMessage(latest);
}

/** @param {Listener} listener @param {any} message */
async function receive(listener, message) {
  if (message.retire) return here.close();
  if (message.leave) return void listeners.delete(listener);
  if (message.ping) return listener.postMessage({ idle: !loading() });
  // On their way while Python starts, or is at something else.
  for (const pack of needed(message.request)) fetchPack(pack);
  await work.begin();
  try {
    listener.postMessage({ id: message.id, taken: true });
    await answer(listener, message);
  } finally {
    work.end();
  }
}

/** @param {Listener} listener @param {any} message */
async function answer(listener, message) {
  const engine = await python.catch(() => null);
  // A failed start has been told to all.
  if (!engine) return;
  try {
    const packs = needed(message.request);
    await Promise.all(packs.map((pack) => add(engine, pack)));
    const [one, ...others] = new Set(packs.map(({ id }) => id));
    if (!others.length) rehearsal.wants(one);
  } catch (error) {
    return void listener.postMessage({ id: message.id, failed: sentence(error) });
  }
  try {
    listener.postMessage({ id: message.id, response: engine.handle(message.request) });
    engine.settle();
  } catch (error) {
    if (survived(engine, error)) listener.postMessage({ id: message.id, failed: sentence(error) });
    else fail(`Python broke down: ${sentence(error)}`);
  }
}

if ("SharedWorkerGlobalScope" in here) {
  here.onconnect = (/** @type {MessageEvent} */ event) => {
    const [port] = event.ports;
    port.onmessage = (message) => receive(port, message.data);
    welcome(port);
  };
} else {
  here.onmessage = (/** @type {MessageEvent} */ event) => receive(here, event.data);
  welcome(here);
}
python.then(() => tell({ state: "ready" }), fail).finally(work.end);
