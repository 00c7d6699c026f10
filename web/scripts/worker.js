// The worker: Python, booted once, answering requests.
//
// Contract. Runs as a module SharedWorker (one for all pages of the site) or as a module Worker.
//   in   {id, request}     `request` is JSON text for web.endpoint.handle
//   out  {id, response}    its JSON text
//        {id, failed}      the request broke inside Python; the worker lives on
//        {state, text?}    "starting", "ready", or "failed" with a sentence; a new listener is told at once
//   in   {leave: true}     this page listens no more
// A worker that has failed says so and closes itself: whoever wants Python again starts a new one.

import { CORE, PYTHON } from "./paths.js";

/** Downloads have no limit; once everything is here, even a slow phone needs only seconds. */
const START_LIMIT_MS = 60_000;
const FAREWELL_MS = 2_000;

/** @typedef {{postMessage: (message: object) => void}} Listener */
/** @typedef {{handle: (request: string) => string, PythonError: Function}} Python */

const here = /** @type {any} */ (globalThis);
const fetchNow = here.fetch.bind(here);
const folder = new URL(PYTHON, import.meta.url).href;
const wasmUrl = `${folder}pyodide.asm.wasm`;
const libraryUrl = `${folder}std.zip`;
const coreUrl = new URL(CORE, import.meta.url).href;
// A worker started again has a number in its name; what failed the first time must not come from the HTTP cache.
/** @type {RequestInit} */
const how = /-\d+-\d+$/.test(here.name) ? { cache: "no-cache" } : {};

const python = boot();

// Early start: everything is asked for before anything is waited for.

/** @returns {Promise<Python>} */
async function boot() {
  const scripts = ["pyodide.mjs", "pyodide.asm.mjs", "lock.mjs"].map((name) => import(folder + name));
  const library = download(libraryUrl);
  const core = download(coreUrl).then((response) => response.arrayBuffer());
  const compiled = compile(download(wasmUrl));
  const parts = await Promise.all([compiled, library, core, Promise.all(scripts)]);
  const [engine, factory, lock] = parts[3];
  return inTime(start(parts[0], parts[1], parts[2], engine.loadPyodide, factory.default, lock.default));
}

/** @param {string} url */
async function download(url) {
  const name = url.slice(url.lastIndexOf("/") + 1);
  const response = await fetchNow(url, how).catch(() => {
    throw new Error(`${name} could not be fetched: there is no connection.`);
  });
  if (!response.ok) throw new Error(`${name} could not be fetched: the server said ${response.status}.`);
  return response;
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
 * @param {Response} library
 * @param {ArrayBuffer} core
 * @param {(options: object) => Promise<any>} loadPyodide
 * @param {Function} createPyodideModule
 * @param {string} lockFileContents
 * @returns {Promise<Python>}
 */
async function start(module, library, core, loadPyodide, createPyodideModule, lockFileContents) {
  /** @type {Record<string, Response>} */
  const held = { [wasmUrl]: new Response(), [libraryUrl]: library };
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
      createPyodideModule,
      lockFileContents,
      stdLibURL: libraryUrl,
      env: { PYTHONPATH: "/core.zip" },
      fsInit: async (/** @type {any} */ files) => files.writeFile("/core.zip", new Uint8Array(core)),
    });
    const pyodide = await Promise.race([loaded, refused]);
    return { handle: pyodide.pyimport("web.endpoint").handle, PythonError: pyodide.ffi.PythonError };
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
function welcome(listener) {
  listeners.add(listener);
  listener.postMessage(latest);
}

/** @param {Listener} listener @param {any} message */
async function receive(listener, message) {
  if (message.leave) return void listeners.delete(listener);
  const engine = await python.catch(() => null);
  // A failed start has been told to all.
  if (!engine) return;
  try {
    listener.postMessage({ id: message.id, response: engine.handle(message.request) });
  } catch (error) {
    // An exception leaves Python intact; anything else (no memory, no stack left) does not.
    if (error instanceof engine.PythonError) listener.postMessage({ id: message.id, failed: sentence(error) });
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
python.then(() => tell({ state: "ready" }), fail);
