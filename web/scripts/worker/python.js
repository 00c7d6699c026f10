// Python, booted once from what the build has packed.
//
// Contract. `boot()` settles with Python, ready to answer, or fails with a sentence. `unpacked(url)` fetches a pack and
// gives what Python reads of it.

import { CORE, PYTHON } from "../paths.js";
import { DOWNLOAD_PAUSES_MS, PYTHON_START_LIMIT_MS } from "../shared/timeouts.js";

/** @typedef {object} Python
 * @property {(request: string) => string} handle  JSON text in and out (web/worker/endpoint.py)
 * @property {(pack: ArrayBuffer) => void} add
 * @property {() => void} settle
 * @property {(game: string) => boolean} rehearse  one example (web/worker/warmup.py); whether there was one
 * @property {() => number} megabytes  of memory that Python has taken; it returns none
 * @property {Function} PythonError
 */

const here = /** @type {any} */ (globalThis);
const fetchNow = here.fetch.bind(here);
const folder = new URL(PYTHON, import.meta.url).href;
const wasmUrl = `${folder}pyodide.asm.wasm`;
const libraryUrl = `${folder}std.zip`;
const coreUrl = new URL(CORE, import.meta.url).href;
/** A worker started again has a name that says so. */
export const again = /-again-/.test(here.name);
/** What failed the first time must not come from the HTTP cache. @type {RequestInit} */
const how = again ? { cache: "reload" } : {};

/**
 * Early start: everything is asked for before anything is waited for.
 *
 * @param {() => number} poll  called while Python works; the number of a signal to raise, or 0
 * @returns {Promise<Python>}
 */
export async function boot(poll) {
  // pyodide.asm.js leaves its function where pyodide.mjs looks for it.
  const scripts = ["pyodide.mjs", "lock.mjs", "pyodide.asm.js"].map(imported);
  const library = retried((options) => unpacked(libraryUrl, options));
  const core = retried((options) => unpacked(coreUrl, options));
  const compiled = compiledFrom(wasmUrl);
  const parts = await Promise.all([compiled, library, core, Promise.all(scripts)]);
  const [engine, lock] = parts[3];
  return inTime(start(parts[0], parts[1], parts[2], engine.loadPyodide, lock.default, poll));
}

/** A script of Python's; one that fails is fetched and imported once more. @param {string} name */
async function imported(name) {
  if (again) await download(folder + name);
  return import(folder + name).catch(async () => {
    await download(folder + name, { cache: "reload" });
    // A browser may keep the failure under the first address.
    return import(`${folder}${name}?again`);
  });
}

/**
 * What `work` makes of a file. A response can break off, as when the browser stops the service worker that gives it: then
 * the file is fetched again after each pause.
 *
 * @template T
 * @param {(options: RequestInit) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function retried(work) {
  let options = how;
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
async function download(url, options = how) {
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
 * A pack is a zip with one entry: what Python reads, which is smaller when squeezed as a whole.
 *
 * @param {string} url @param {RequestInit=} options
 */
export async function unpacked(url, options) {
  const pack = await (await download(url, options)).arrayBuffer();
  const head = new DataView(pack);
  const start = 30 + head.getUint16(26, true) + head.getUint16(28, true);
  const entry = new Response(new Uint8Array(pack, start, head.getUint32(18, true)));
  const inflated = /** @type {ReadableStream} */ (entry.body).pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(inflated).arrayBuffer();
}

/** @param {string} url */
async function compiledFrom(url) {
  if (typeof WebAssembly !== "object") throw new Error("This browser has WebAssembly switched off.");
  return retried(async (options) => compile(await download(url, options)));
}

/** @param {Response} response */
async function compile(response) {
  // A host may serve wasm under another type, which streaming refuses.
  const streams = typeOf(response).startsWith("application/wasm");
  try {
    return await (streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer()));
  } catch (error) {
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
 * @param {() => number} poll
 * @returns {Promise<Python>}
 */
async function start(module, library, core, loadPyodide, lockFileContents, poll) {
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
    const packs = pyodide.pyimport("packs");
    /** @param {ArrayBuffer} pack */
    const add = (pack) => packs.add(pyodide.toPy(new Uint8Array(pack)));
    add(core);
    // Only then does Python poll at all.
    pyodide.setInterruptBuffer([0]);
    return {
      handle: pyodide.pyimport("web.worker.endpoint").handle,
      add,
      settle: packs.settle,
      rehearse: (game) => pyodide.pyimport("web.worker.warmup").step(game),
      megabytes: () => pyodide._module.HEAP8.length / 2 ** 20,
      PythonError: pyodide.ffi.PythonError,
    };
  } finally {
    here.fetch = fetchNow;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}

/**
 * Pyodide's own function looks for an interrupt in a buffer that it shares with the page, which few hosts allow.
 *
 * @param {any} imports @param {() => number} poll
 * @returns {WebAssembly.Imports}
 */
function polled(imports, poll) {
  return { ...imports, env: { ...imports.env, _Py_CheckEmscriptenSignals_Helper: poll } };
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
    const limit = setTimeout(() => reject(new Error("Python did not start in time.")), PYTHON_START_LIMIT_MS);
    started.then(resolve, reject).finally(() => clearTimeout(limit));
  });
}

/**
 * An exception leaves Python intact; anything else (no memory, no stack left) does not.
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
