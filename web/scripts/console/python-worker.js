// python-worker.js: runs scripts of the Console in stock Pyodide, inside the sandboxed frame.
//
// Contract. The page fetches this file as text; the frame starts it as a worker of its own origin, without storage and
// network. `{files, wheel}` starts Python from bytes: `files` by their names (web/builder/site/console.py), `wheel` is the
// name of the wheel that micropip installs. `{script}` runs a script. Every message back is JSON: `{kind: "ready"}`,
// `{kind: "failed", text}`, `{kind: "text" | "shown" | "error", content}` as web/console/run.py sends them, and `{kind:
// "done"}`. This file imports nothing, because there is nothing it could import from.

/** Pyodide asks for its files under this address, which does not exist. */
const NOWHERE = "https://console.invalid/";
/** As much memory as a script may take: more would end the whole tab on a phone. */
const MOST_PAGES = 512 * 16;
const MEMORY_PAGE = 65_536;

const here = /** @type {any} */ (globalThis);
const send = here.postMessage.bind(here);
/** @param {string} kind @param {object} [more] */
const tell = (kind, more) => send(JSON.stringify({ kind, ...more }));
/** @type {((source: string) => Promise<void>) | null} */
let run = null;

here.onmessage = async (/** @type {MessageEvent} */ { data }) => {
  try {
    if (data.files) {
      run = await start(data.files, data.wheel);
      tell("ready");
    } else {
      await run?.(data.script);
      tell("done");
    }
  } catch (error) {
    tell("failed", { text: String(error).slice(-2_000) });
  }
};

/** @param {BodyInit} body @returns {Promise<any>} */
function imported(body) {
  return import(URL.createObjectURL(new Blob([/** @type {BlobPart} */ (body)], { type: "text/javascript" })));
}

/** @param {ArrayBuffer} packed */
function unpacked(packed) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

/** @param {Record<string, ArrayBuffer>} files @param {string} wheel */
async function start(files, wheel) {
  limitMemory();
  // pyodide.asm.js sets the global function that pyodide.mjs calls.
  await imported(await unpacked(files["pyodide.asm.js"]));
  const { loadPyodide } = await imported(files["pyodide.mjs"]);
  const type = { headers: { "content-type": "application/wasm" } };
  /** @type {Record<string, Response>} */
  const local = {
    [`${NOWHERE}pyodide.asm.wasm`]: new Response(await unpacked(files["pyodide.asm.wasm"]), type),
    [`${NOWHERE}python_stdlib.zip`]: new Response(files["python_stdlib.zip"]),
  };
  const fetchNow = here.fetch;
  here.fetch = async (/** @type {RequestInfo | URL} */ input) => local[String(input)] ?? Response.error();
  const lockFileContents = new TextDecoder().decode(files["lock.json"]);
  const pyodide = await loadPyodide({ indexURL: NOWHERE, packageBaseUrl: NOWHERE, lockFileContents });
  here.fetch = fetchNow;
  for (const name of Object.keys(files).filter((name) => /^(micropip|packaging)-/.test(name))) {
    pyodide.unpackArchive(files[name], "wheel");
  }
  pyodide.FS.writeFile(`/tmp/${wheel}`, new Uint8Array(files[wheel]));
  await pyodide.pyimport("micropip").install(`emfs:/tmp/${wheel}`);
  pyodide.unpackArchive(files["console.zip"], "zip");
  const { run_with_json: runWithJson } = pyodide.pyimport("console.run");
  const post = (/** @type {string} */ kind, /** @type {string} */ json) => send(`{"kind":"${kind}","content":${json}}`);
  return (/** @type {string} */ source) => runWithJson(source, post);
}

function limitMemory() {
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (/** @type {number} */ pages) {
    if (this.buffer.byteLength / MEMORY_PAGE + pages > MOST_PAGES)
      throw new RangeError("The script needs too much memory.");
    return grow.call(this, pages);
  };
}
