// python.js: starts Python from the files that the build has packed.
//
// Contract. `boot(poll)` resolves with Python, ready to answer, or rejects with an error whose message is a sentence.
// `unpacked(url)` fetches a pack and resolves with the bytes that Python reads. The stages of the start are marks of the
// worker's `performance`: "fetched" (and compiled), "started" (Pyodide), "imported" (the core).

import { CORE, PYTHON } from "../paths.js";
import { DOWNLOAD_PAUSES_MS, PYTHON_START_LIMIT_MS } from "../shared/timeouts.js";

/** @typedef {object} Python
 * @property {(request: string) => string} handle  JSON text in and out (web/worker/endpoint.py)
 * @property {(pack: ArrayBuffer) => void} add  makes the modules of a pack importable
 * @property {() => void} settle  the start is over: from now on garbage is collected
 * @property {(game: string) => boolean} runExample  runs one warm-up example (web/worker/warmup.py); false when none is left
 * @property {() => number} megabytes  memory that Python has taken; WebAssembly never returns any
 * @property {Function} PythonError
 */

const here = /** @type {any} */ (globalThis);
const fetchNow = here.fetch.bind(here);
const folder = new URL(PYTHON, import.meta.url).href;
const wasmUrl = `${folder}pyodide.asm.wasm`;
const libraryUrl = `${folder}std.pack`;
const coreUrl = new URL(CORE, import.meta.url).href;
/** This worker replaces one that broke; its name says so (client/workers.js). */
export const isRestarted = /-again-/.test(here.name);
/** A file that was damaged the first time must not come from the HTTP cache again. @type {RequestInit} */
const fetchOptions = isRestarted ? { cache: "reload" } : {};

/**
 * Requests every file before it waits for any.
 *
 * @param {() => number} poll  called while Python runs; returns the number of a signal to raise, or 0
 * @returns {Promise<Python>}
 */
export async function boot(poll) {
  // pyodide.asm.js sets the global function that pyodide.mjs calls.
  const scripts = ["pyodide.mjs", "lock.mjs", "pyodide.asm.js"].map(imported);
  const library = retried((options) => unpacked(libraryUrl, options));
  const core = retried((options) => unpacked(coreUrl, options));
  const compiled = compiledFrom(wasmUrl);
  const parts = await Promise.all([compiled, library, core, Promise.all(scripts)]);
  performance.mark("fetched");
  const [engine, lock] = parts[3];
  return inTime(start(parts[0], parts[1], parts[2], engine.loadPyodide, lock.default, poll));
}

/** Imports a script of Pyodide; after a failure the script is fetched and imported once more. @param {string} name */
async function imported(name) {
  if (isRestarted) await download(folder + name);
  return import(folder + name).catch(async () => {
    await download(folder + name, { cache: "reload" });
    // A browser may remember the failure of the first address.
    return import(`${folder}${name}?again`);
  });
}

/**
 * Calls `work`, which fetches a file, again after each pause until it succeeds. A response can break off, for example when
 * the browser stops the service worker that delivers it.
 *
 * @template T
 * @param {(options: RequestInit) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function retried(work) {
  let options = fetchOptions;
  for (const pause of DOWNLOAD_PAUSES_MS) {
    try {
      return await work(options);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
      options = { cache: "reload" };
    }
  }
  return work(options);
}

/** @param {string} url */
async function download(url, options = fetchOptions) {
  const name = url.slice(url.lastIndexOf("/") + 1);
  const response = await fetchNow(url, options).catch(() => {
    throw new Error(`${name} could not be fetched: there is no connection.`);
  });
  if (!response.ok) throw new Error(`${name} could not be fetched: the server said ${response.status}.`);
  if (typeOf(response).startsWith("text/html")) {
    throw new Error(`${name} could not be fetched: the network answered with a page of its own. Sign in to it first.`);
  }
  return response;
}

/** @param {Response} response */
function typeOf(response) {
  return response.headers.get("content-type") ?? "";
}

/**
 * A pack is compressed as a whole, which is smaller than module by module.
 *
 * @param {string} url @param {RequestInit=} options
 */
export async function unpacked(url, options) {
  const { body } = await download(url, options);
  const bytes = /** @type {ReadableStream} */ (body).pipeThrough(new DecompressionStream("gzip"));
  return new Response(bytes).arrayBuffer();
}

/** @param {string} url */
async function compiledFrom(url) {
  if (typeof WebAssembly !== "object") throw new Error("This browser has WebAssembly switched off.");
  return retried(async (options) => compile(await download(url, options)));
}

/** @param {Response} response */
async function compile(response) {
  // Streaming compilation refuses wasm that the host serves under another type.
  const streams = typeOf(response).startsWith("application/wasm");
  try {
    return await (streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer()));
  } catch (error) {
    throw new Error(`This browser refused to compile Python: ${sentence(error)}`);
  }
}

/**
 * Starts Python from the files that have been downloaded.
 *
 * Pyodide would fetch and compile these files itself, but only after its scripts have loaded. While Pyodide starts, its
 * fetch and its streaming instantiation therefore return the downloaded files.
 *
 * @param {WebAssembly.Module} module
 * @param {ArrayBuffer} library
 * @param {ArrayBuffer} core
 * @param {(options: object) => Promise<any>} loadPyodide
 * @param {string} lockFileContents
 * @param {() => number} poll
 * @returns {Promise<Python>}
 */
async function start(module, library, core, loadPyodide, lockFileContents, poll) {
  /** @type {Record<string, Response>} */
  const downloaded = { [wasmUrl]: new Response(), [libraryUrl]: new Response(library) };
  const instantiateStreaming = WebAssembly.instantiateStreaming;
  /** @type {(reason: Error) => void} */
  let refuse;
  const refused = new Promise((_, reject) => (refuse = reject));
  here.fetch = async (/** @type {RequestInfo | URL} */ input, /** @type {RequestInit=} */ init) =>
    downloaded[String(input)] ?? fetchNow(input, init);
  WebAssembly.instantiateStreaming = async (_, imports) => ({
    module,
    // Pyodide only logs this error, and its start never settles.
    instance: await WebAssembly.instantiate(module, polled(imports, poll)).catch((error) => {
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
    performance.mark("started");
    const packs = pyodide.pyimport("packs");
    /** @param {ArrayBuffer} pack */
    const add = (pack) => packs.add(pyodide.toPy(new Uint8Array(pack)));
    add(core);
    const { handle } = pyodide.pyimport("web.worker.endpoint");
    performance.mark("imported");
    // Without an interrupt buffer Python never polls.
    pyodide.setInterruptBuffer([0]);
    return {
      handle,
      add,
      settle: packs.settle,
      runExample: (game) => pyodide.pyimport("web.worker.warmup").step(game),
      megabytes: () => pyodide._module.HEAP8.length / 2 ** 20,
      PythonError: pyodide.ffi.PythonError,
    };
  } finally {
    here.fetch = fetchNow;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}

/**
 * Replaces Pyodide's own check, which reads a buffer shared with the page: few hosts send the headers that allow one.
 *
 * @param {any} imports @param {() => number} poll
 * @returns {WebAssembly.Imports}
 */
function polled(imports, poll) {
  return { ...imports, env: { ...imports.env, _Py_CheckEmscriptenSignals_Helper: poll } };
}

/**
 * Rejects after the limit: where a policy refuses wasm, Pyodide's start never settles.
 *
 * @template T
 * @param {Promise<T>} started
 * @returns {Promise<T>}
 */
function inTime(started) {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error("Python did not start in time.")), PYTHON_START_LIMIT_MS);
    started.then(resolve, reject).finally(() => clearTimeout(limit));
  });
}

/**
 * Whether Python still works after this error. An exception of Python leaves it intact; exhausted memory or stack does not.
 *
 * @param {Python} python @param {unknown} error
 */
export function survived(python, error) {
  return error instanceof /** @type {any} */ (python.PythonError);
}

/** @param {unknown} reason */
export function sentence(reason) {
  return reason instanceof Error ? reason.message : String(reason);
}
