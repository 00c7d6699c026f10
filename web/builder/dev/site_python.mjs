// The built site's own Python in Node: its Pyodide files, its std.pack, its core.pack, every game's pack.
//
//   node site_python.mjs <python folder> <core.pack>
//
// Each line of standard input is a request as JSON, {script, text, fresh}; each line of standard output its reply,
// {value} or {error}. The script's `main(text)` returns the value. Requests share one Python and its imported modules;
// one with `fresh` gets a Python that has just started, and no later request sees that Python.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const [folder, core] = process.argv.slice(2).map((path) => resolve(path));
const load = (name) => import(pathToFileURL(resolve(folder, name)).href);
const { loadPyodide } = await load("pyodide.mjs");
const { default: lockFileContents } = await load("lock.mjs");
await load("pyodide.asm.js");

const unpack = (path) => gunzipSync(readFileSync(path));

const assets = resolve(core, "../..");
const games = readdirSync(assets, { recursive: true }).filter((path) => /^game-.*\.pack$/.test(path));
const packs = [core, ...games.map((game) => join(assets, game))].map((path) => new Uint8Array(unpack(path)));
const library = unpack(join(folder, "std.pack"));

/** A Python that has just started, with every pack. What Python prints goes to standard error. */
async function start() {
  const place = mkdtempSync(join(tmpdir(), "tableside-"));
  writeFileSync(join(place, "std.zip"), library);
  const python = await loadPyodide({
    indexURL: folder,
    packageBaseUrl: folder,
    lockFileContents,
    stdLibURL: join(place, "std.zip"),
    stdout: console.error,
  });
  rmSync(place, { recursive: true });
  const loader = python.pyimport("packs");
  for (const pack of packs) loader.add(python.toPy(pack));
  return python;
}

function run(python, { script, text }) {
  const globals = python.toPy({});
  python.runPython(readFileSync(script, "utf8"), { globals, filename: script });
  return globals.get("main")(text);
}

let shared;
for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  let reply;
  try {
    shared ??= request.fresh ? undefined : await start();
    reply = { value: run(request.fresh ? await start() : shared, request) };
  } catch (error) {
    reply = { error: String(error instanceof Error ? (error.stack ?? error.message) : error) };
  }
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}
