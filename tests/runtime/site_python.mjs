// Runs a Python script in the built site's own Python: its Pyodide files, its std.zip, its core.zip, every game's pack.
//
//   node site_python.mjs <python folder> <core.zip> <script.py> < request
//
// The script's `main(text)` gets standard input and returns the text to print.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { inflateRawSync } from "node:zlib";

const [folder, core, script] = process.argv.slice(2).map((path) => resolve(path));
const load = (name) => import(pathToFileURL(resolve(folder, name)).href);
const { loadPyodide } = await load("pyodide.mjs");
const { default: lockFileContents } = await load("lock.mjs");
await load("pyodide.asm.js");

/** What is inside a pack: a zip with one entry. */
function unpack(path) {
  const pack = readFileSync(path);
  const start = 30 + pack.readUInt16LE(26) + pack.readUInt16LE(28);
  return inflateRawSync(pack.subarray(start, start + pack.readUInt32LE(18)));
}

const assets = resolve(core, "../..");
const games = readdirSync(assets, { recursive: true }).filter((path) => /^game-.*\.zip$/.test(path));
const place = mkdtempSync(join(tmpdir(), "tableside-"));
writeFileSync(join(place, "std.zip"), unpack(join(folder, "std.zip")));
const python = await loadPyodide({
  indexURL: folder,
  packageBaseUrl: folder,
  lockFileContents,
  stdLibURL: join(place, "std.zip"),
});
rmSync(place, { recursive: true });
const packs = python.pyimport("packs");
for (const pack of [core, ...games.map((game) => join(assets, game))])
  packs.add(python.toPy(new Uint8Array(unpack(pack))));
const globals = python.globals;
python.runPython(readFileSync(script, "utf8"), { globals, filename: script });
process.stdout.write(globals.get("main")(await text(process.stdin)));
