// The worker: Python, booted once, answering requests.
//
// Contract. Runs as a module SharedWorker (one for all pages of the site) or as a module Worker.
//   in   {id, request, token, sent}   `request` is JSON text for web.worker.endpoint.handle; the page takes it back by revoking
//                          `token` (stop-check.js); `sent` is the time in milliseconds
//   out  {id, response}    its JSON text
//        {id, failed}      the request broke inside Python; the worker lives on
//        {id, taken}       before that: it is being worked on
//        {state, text?}    "starting", "ready", "failed" with a sentence, or "ended": this worker answers no more, another
//                          one would; a new listener is told at once
//   in   {ping: true}      is anything being done?
//   out  {idle}            nothing is: who has asked before and waits still, waits in vain
//   in   {leave: true}     this page listens no more
//        {retire: true}    nobody needs this worker any more
// While it starts and while it works on a request it holds a lock of its address and name (busy.js). A worker that has
// failed says so and closes itself: whoever wants Python again starts a new one.

import { createBusy } from "./busy.js";
import { add, addGame, fetchOthers, fetchPack, games, loading, needed } from "./packs.js";
import "./paths.js"; // which the others import: so it is asked for with them and not after them
import { boot, sentence, survived } from "./python.js";
import { createRehearsal } from "./rehearse.js";
import { createStopCheck, refusal } from "./stop-check.js";

const FAREWELL_MS = 2_000;
/** A question that waited longer may have been taken back. */
const PROMPT_MS = 100;
/** WebAssembly returns no memory: a worker that has grown beyond this over a question that was ended, ends too. */
const MOST_KEPT_MEGABYTES = 192;

/** @typedef {{postMessage: (message: object) => void}} Listener */

const here = /** @type {any} */ (globalThis);
const stops = createStopCheck();
const python = boot(stops.poll);
const busy = createBusy(`${import.meta.url} ${here.name}`);
const rehearsal = createRehearsal(python, busy.busy, fail, addGame);
/** Not every game has been asked for. */
let spare = true;

busy.begin();
busy.atRest(() => {
  if (isOver()) return;
  rehearsal.soon();
  if (spare && latest.state === "ready") fetchOthers();
  spare = false;
});

/** @type {Set<Listener>} */
const listeners = new Set();
/** @type {WeakSet<Listener>} */
const left = new WeakSet();
/** @type {{state: string, text?: string}} */
let latest = { state: "starting" };

/** @param {{state: string, text?: string}} news */
function tell(news) {
  latest = news;
  for (const listener of listeners) listener.postMessage(news);
}

/** @param {unknown} reason */
function fail(reason) {
  close({ state: "failed", text: sentence(reason) });
}

/** @param {{state: string, text?: string}} news */
function close(news) {
  tell(news);
  // Not at once: the page that started this worker may still be connecting, and must hear of it.
  setTimeout(() => here.close(), FAREWELL_MS);
}

function isOver() {
  return latest.state === "failed" || latest.state === "ended";
}

/** @param {Listener} listener */
async function welcome(listener) {
  await busy.held();
  listeners.add(listener);
  listener.postMessage(latest);
}

/** @param {Listener} listener @param {any} message */
async function receive(listener, message) {
  if (message.retire) return close({ state: "ended" });
  if (message.leave) {
    left.add(listener);
    return void listeners.delete(listener);
  }
  if (message.ping) return listener.postMessage({ idle: !loading() });
  stops.learn(message.token);
  // On their way while Python starts, or is at something else.
  for (const pack of needed(message.request)) fetchPack(pack);
  await busy.begin();
  try {
    await answer(listener, message);
  } finally {
    busy.end();
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
    const [one, ...others] = games(packs);
    if (!others.length) rehearsal.wants(one);
  } catch (error) {
    return void listener.postMessage({ id: message.id, failed: sentence(error) });
  }
  if (isOver() || left.has(listener)) return;
  if (Date.now() - message.sent > PROMPT_MS && stops.isWithdrawn(message.token)) return;
  listener.postMessage({ id: message.id, taken: true });
  try {
    work(listener, message, engine);
  } catch (error) {
    if (survived(engine, error)) listener.postMessage({ id: message.id, failed: sentence(error) });
    else fail(`Python broke down: ${sentence(error)}`);
  }
}

/** @param {Listener} listener @param {any} message @param {import("./python.js").Python} engine */
function work(listener, { id, token, request }, engine) {
  const { value, ended } = stops.run(token, engine.megabytes, () => engine.handle(request));
  const response = value ?? refusal(ended);
  if (response) listener.postMessage({ id, response });
  if (ended && engine.megabytes() > MOST_KEPT_MEGABYTES) close({ state: "ended" });
  else engine.settle();
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
python.then(() => tell({ state: "ready" }), fail).finally(busy.end);
