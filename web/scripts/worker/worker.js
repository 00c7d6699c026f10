// worker.js: starts Python once and answers requests.
//
// Contract. Runs as a module SharedWorker (one for all pages of the site) or as a module Worker.
//   in   {id, request, token, sent}   `request` is JSON text for web.worker.endpoint.handle. The page withdraws it by
//                          revoking `token` (stop-check.js). `sent` is the time in milliseconds.
//   out  {id, taken}       Python begins this request
//        {id, response}    the reply as JSON text
//        {id, failed}      the request failed inside Python, with a sentence; the worker continues
//        {state, text?}    "starting", "ready", "failed" with a sentence, or "ended": this worker answers no more requests,
//                          a new one would. A new listener gets the present state.
//   in   {ping: true}
//   out  {idle}            true when no request is being answered: earlier requests of this page are lost
//   in   {leave: true}     this page listens no more
//        {retire: true}    no page needs this worker
// The worker holds a lock named after its address and name while it starts and while it answers (worker-lock.js). A worker
// that fails reports so and closes itself. A page that needs Python again starts a new worker.

import { WITHDRAWAL_CHECK_MS, WORKER_CLOSE_DELAY_MS } from "../shared/timeouts.js";
import { add, addGame, fetchOthers, fetchPack, games, loading, needed } from "./packs.js";
import { createWorkerLock } from "./worker-lock.js";
import "../paths.js"; // imported by the other modules; this line makes the browser request it together with them
import { boot, sentence, survived } from "./python.js";
import { createStopCheck, refusal } from "./stop-check.js";
import { createWarmup } from "./warmup.js";

/** WebAssembly never returns memory: a worker that exceeds this after an ended request ends, too. */
const MOST_KEPT_MEGABYTES = 192;

/** @typedef {{postMessage: (message: object) => void}} Listener */

const here = /** @type {any} */ (globalThis);
const stops = createStopCheck();
const python = boot(stops.poll);
const lock = createWorkerLock(`${import.meta.url} ${here.name}`);
const warmup = createWarmup(python, lock.isWorking, fail, addGame);
/** The packs of the games that no page has asked for are still to be fetched. */
let hasOtherPacks = true;

lock.begin();
lock.onRest(() => {
  if (isOver()) return;
  warmup.schedule();
  if (hasOtherPacks && latest.state === "ready") fetchOthers();
  hasOtherPacks = false;
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
  // The page that started this worker may still be connecting, and must receive the state.
  setTimeout(() => here.close(), WORKER_CLOSE_DELAY_MS);
}

function isOver() {
  return latest.state === "failed" || latest.state === "ended";
}

/** @param {Listener} listener */
async function welcome(listener) {
  await lock.held();
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
  // The packs are fetched while Python starts or answers another request.
  const packs = needed(message.request);
  for (const pack of packs) fetchPack(pack);
  // Nothing waits for the lock: the browser grants it while Python runs.
  lock.begin();
  try {
    await answer(listener, message, packs);
  } finally {
    lock.end();
  }
}

/** @param {Listener} listener @param {any} message @param {import("./packs.js").Pack[]} packs */
async function answer(listener, message, packs) {
  const engine = await python.catch(() => null);
  // Every listener has received the state "failed".
  if (!engine) return;
  try {
    await Promise.all(packs.map((pack) => add(engine, pack)));
    const [one, ...others] = games(packs);
    if (one && !others.length) warmup.add(one);
  } catch (error) {
    return void listener.postMessage({ id: message.id, failed: sentence(error) });
  }
  if (isOver() || left.has(listener)) return;
  if (Date.now() - message.sent > WITHDRAWAL_CHECK_MS && stops.isWithdrawn(message.token)) return;
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
python.then(() => tell({ state: "ready" }), fail).finally(lock.end);
