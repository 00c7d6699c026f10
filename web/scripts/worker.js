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
// While it starts and while it works on a request it holds a lock of its address and name: a page that waits and is given
// that lock knows of its end. A worker that has failed says so and closes itself: whoever wants Python again starts a new
// one.

import { CORE, GAMES, PYTHON } from "./paths.js";

/** Downloads have no limit; once everything is here, even a slow phone needs only seconds. */
const START_LIMIT_MS = 60_000;
const FAREWELL_MS = 2_000;
/** The lock only tells of our end. Whoever was given it last may be asleep, and must not keep the others waiting. */
const LOCK_LIMIT_MS = 2_000;
/** A pack that has not come by then is asked for once more, beside the first time: a browser can lose a request. */
const PACK_LATE_MS = 15_000;
/** When nobody has asked for so long, Python practises (web/rehearsal.py): the next page may want another calculator. */
const REST_MS = 3_000;
/** Where one example takes as long as this, whoever asks meanwhile would wait for it: then the device is too slow. */
const SLOW_EXAMPLE_MS = 250;
/** The kinds of requests that need a game's characters. */
const ABOUT_SHEETS = ["check", "fill", "migrate", "sheet", "sheet_paper", "sheet_rules"];

/** @typedef {{postMessage: (message: object) => void}} Listener */
/** @typedef {{handle: (request: string) => string, add: (pack: ArrayBuffer) => void, settle: () => void, rehearse: (game: string) => boolean, PythonError: Function}} Python */

const here = /** @type {any} */ (globalThis);
const fetchNow = here.fetch.bind(here);
const folder = new URL(PYTHON, import.meta.url).href;
const wasmUrl = `${folder}pyodide.asm.wasm`;
const libraryUrl = `${folder}std.zip`;
const coreUrl = new URL(CORE, import.meta.url).href;
// A worker started again has a name that says so; what failed the first time must not come from the HTTP cache.
const again = /-again-/.test(here.name);
/** @type {RequestInit} */
const how = again ? { cache: "no-cache" } : {};

/** @typedef {{id: string, sheet: boolean, url: string, pack: Promise<ArrayBuffer> | null}} Game  one pack of its */
/** @type {Game[]} */
const games = Object.entries(GAMES).map(([name, path]) => ({
  id: name.split("-")[0], // a large game has several: openquest-1, openquest-2
  sheet: name.endsWith("-sheet"), // its characters, which no calculator waits for
  url: new URL(path, import.meta.url).href,
  pack: null,
}));
const python = boot();

// Early start: everything is asked for before anything is waited for.

/** @returns {Promise<Python>} */
async function boot() {
  // pyodide.asm.js leaves its function where pyodide.mjs looks for it.
  const scripts = ["pyodide.mjs", "lock.mjs", "pyodide.asm.js"].map((name) => import(folder + name));
  const library = unpack(download(libraryUrl));
  const core = unpack(download(coreUrl));
  const compiled = compile(download(wasmUrl));
  const parts = await Promise.all([compiled, library, core, Promise.all(scripts)]);
  const [engine, lock] = parts[3];
  return inTime(start(parts[0], parts[1], parts[2], engine.loadPyodide, lock.default));
}

/** @param {string} url */
async function download(url, options = how) {
  const name = url.slice(url.lastIndexOf("/") + 1);
  const response = await fetchNow(url, options).catch(() => {
    throw new Error(`${name} could not be fetched: there is no connection.`);
  });
  if (!response.ok) throw new Error(`${name} could not be fetched: the server said ${response.status}.`);
  return response;
}

/**
 * A pack is a zip with one entry: what Python reads, which is smaller when squeezed as a whole.
 *
 * @param {Promise<Response>} download
 */
async function unpack(download) {
  const pack = await (await download).arrayBuffer();
  const head = new DataView(pack);
  const start = 30 + head.getUint16(26, true) + head.getUint16(28, true);
  const entry = new Response(new Uint8Array(pack, start, head.getUint32(18, true)));
  const inflated = /** @type {ReadableStream} */ (entry.body).pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(inflated).arrayBuffer();
}

/** Whoever waits for it hears of its failure; it is no news where nobody does. @template T @param {Promise<T>} promise */
function quietly(promise) {
  promise.catch(() => {});
  return promise;
}

/** @param {Promise<Response>} download */
async function compile(download) {
  if (typeof WebAssembly !== "object") throw new Error("This browser has WebAssembly switched off.");
  try {
    return await WebAssembly.compileStreaming(download);
  } catch (error) {
    await download;
    throw new Error(`This browser refused to compile Python: ${sentence(error)}`);
  }
}

/**
 * Start Python from what is already here.
 *
 * Pyodide fetches and compiles for itself, but only once its scripts are in. While it starts, its fetch and its
 * streaming instantiation are answered with what we hold.
 *
 * @param {WebAssembly.Module} module
 * @param {ArrayBuffer} library
 * @param {ArrayBuffer} core
 * @param {(options: object) => Promise<any>} loadPyodide
 * @param {string} lockFileContents
 * @returns {Promise<Python>}
 */
async function start(module, library, core, loadPyodide, lockFileContents) {
  /** @type {Record<string, Response>} */
  const held = { [wasmUrl]: new Response(), [libraryUrl]: new Response(library) };
  const instantiateStreaming = WebAssembly.instantiateStreaming;
  /** @type {(reason: Error) => void} */
  let refuse;
  const refused = new Promise((_, reject) => (refuse = reject));
  here.fetch = async (/** @type {RequestInfo | URL} */ input, /** @type {RequestInit=} */ init) =>
    held[String(input)] ?? fetchNow(input, init);
  WebAssembly.instantiateStreaming = async (_, imports) => ({
    module,
    // Pyodide would only log this, and never settle.
    instance: await WebAssembly.instantiate(module, imports).catch((error) => {
      refuse(error);
      throw error;
    }),
  });
  try {
    const loaded = loadPyodide({
      indexURL: folder,
      packageBaseUrl: folder,
      lockFileContents,
      stdLibURL: libraryUrl,
    });
    const pyodide = await Promise.race([loaded, refused]);
    const packs = pyodide.pyimport("packs");
    /** @param {ArrayBuffer} pack */
    const add = (pack) => packs.add(pyodide.toPy(new Uint8Array(pack)));
    add(core);
    return {
      handle: pyodide.pyimport("web.endpoint").handle,
      add,
      settle: packs.settle,
      rehearse: (game) => pyodide.pyimport("web.rehearsal").step(game),
      PythonError: pyodide.ffi.PythonError,
    };
  } finally {
    here.fetch = fetchNow;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}

/**
 * Where a policy refuses wasm, Pyodide's start never settles.
 *
 * @template T
 * @param {Promise<T>} started
 * @returns {Promise<T>}
 */
function inTime(started) {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error("Python did not start in time.")), START_LIMIT_MS);
    started.then(resolve, reject).finally(() => clearTimeout(limit));
  });
}

// Talking

// The lock is not held at rest: Firefox puts no page to sleep whose worker holds one, and there Python outlives a page
// only while that page sleeps.
let underWay = 0;
/** Not every game has been asked for. */
let spare = true;
/** @type {Promise<() => void>}  settled when the lock is held, or cannot be, with the way to let it go */
let lock = Promise.resolve(() => {});

function begin() {
  underWay += 1;
  if (underWay === 1) lock = new Promise(take);
  return held();
}

/** Settled when the lock is held, or has been waited for long enough. */
function held() {
  return Promise.race([lock, new Promise((late) => setTimeout(late, LOCK_LIMIT_MS))]);
}

/** @param {(letGo: () => void) => void} taken */
function take(taken) {
  const hold = () => new Promise((/** @type {(nothing: void) => void} */ free) => taken(free));
  if (!here.navigator.locks) taken(() => {});
  else here.navigator.locks.request(`${import.meta.url} ${here.name}`, hold).catch(() => taken(() => {}));
}

/** Lets go of the lock, be it only once it comes. */
function end() {
  underWay -= 1;
  if (underWay) return;
  lock.then((letGo) => letGo());
  clearTimeout(resting);
  resting = setTimeout(rehearse, REST_MS);
  if (spare && latest.state === "ready") fetchOthers();
  spare = false;
}

let resting = 0;
/** The games of the last questions, whose packs are all here. @type {Set<string>} */
const toRehearse = new Set();

let slow = false;

/** One example after the other, as long as nobody asks. What broke the worker before this one may have been that. */
async function rehearse() {
  const engine = await python.catch(() => null);
  if (!engine || again || latest.state === "failed") return;
  try {
    for (const game of toRehearse) {
      for (let more = true; more && !slow; ) {
        // Whoever asks is heard between two of them, and begins another rest.
        await new Promise((heard) => setTimeout(heard));
        if (underWay) return;
        const begun = performance.now();
        more = engine.rehearse(game);
        slow = performance.now() - begun > SLOW_EXAMPLE_MS;
      }
      toRehearse.delete(game);
    }
  } catch (error) {
    if (!survived(engine, error)) fail(`Python broke down: ${sentence(error)}`);
  }
}

/** An exception leaves Python intact; anything else (no memory, no stack left) does not. @param {Python} engine @param {unknown} error */
function survived(engine, error) {
  return error instanceof /** @type {any} */ (engine.PythonError);
}

begin();

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

/** @param {unknown} reason */
function sentence(reason) {
  return reason instanceof Error ? reason.message : String(reason);
}

/** @param {Listener} listener */
async function welcome(listener) {
  await held();
  listeners.add(listener);
  listener.postMessage(latest);
}

/** @param {Listener} listener @param {any} message */
async function receive(listener, message) {
  if (message.retire) return here.close();
  if (message.leave) return void listeners.delete(listener);
  if (message.ping) return listener.postMessage({ idle: !loading });
  // On their way while Python starts, or is at something else.
  for (const game of asked(message.request)) fetchPack(game);
  await begin();
  try {
    listener.postMessage({ id: message.id, taken: true });
    await answer(listener, message);
  } finally {
    end();
  }
}

/** @param {Listener} listener @param {any} message */
async function answer(listener, message) {
  const engine = await python.catch(() => null);
  // A failed start has been told to all.
  if (!engine) return;
  try {
    const packs = asked(message.request);
    await Promise.all(packs.map((game) => add(engine, game)));
    const [one, ...others] = new Set(packs.map(({ id }) => id));
    if (!others.length) toRehearse.add(one);
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

/** @type {Set<Game>} */
const added = new Set();

/** How many packs are on their way. */
let loading = 0;

/** A pack of a game: fetched when a question needs it, so that the others do not delay the first answer. @param {Game} game */
function fetchPack(game) {
  game.pack ??= quietly(bring(game.url));
  // What failed is fetched again for the next question.
  game.pack.catch(() => (game.pack = null));
  return game.pack;
}

/** Nothing waits for the line any more: the first question about another game should not have to. */
async function fetchOthers() {
  // One by one: the next page wants a connection, too, and a browser has six for a host.
  for (const game of games) await fetchPack(game).catch(() => {});
}

/** @param {string} url */
function bring(url) {
  loading += 1;
  let limit = 0;
  const again = new Promise((/** @type {(pack: Promise<ArrayBuffer>) => void} */ resolve) => {
    limit = setTimeout(() => resolve(unpack(download(url, { cache: "reload" }))), PACK_LATE_MS);
  });
  return Promise.race([unpack(download(url)), again]).finally(() => {
    clearTimeout(limit);
    loading -= 1;
  });
}

/** The packs that a request needs: those of the game that it names itself or by its calculator, or of all. @param {string} request */
function asked(request) {
  const { kind, calculator, system } = read(request);
  const id = String(calculator ?? system).split(".")[0];
  const wanted = games.filter((game) => !game.sheet || ABOUT_SHEETS.includes(kind));
  const named = wanted.filter((game) => game.id === id);
  return named.length ? named : wanted;
}

/** @param {string} request @returns {any} */
function read(request) {
  try {
    return JSON.parse(request) ?? {};
  } catch {
    return {}; // what is no JSON is for Python to refuse
  }
}

/** @param {Python} engine @param {Game} game */
async function add(engine, game) {
  const pack = await fetchPack(game);
  if (!added.has(game)) engine.add(pack);
  added.add(game);
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
python.then(() => tell({ state: "ready" }), fail).finally(end);
