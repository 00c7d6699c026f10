// Runs a Python script in the built site's own Python: its Pyodide files, its std.zip, its core.zip.
//
//   node site_python.mjs <python folder> <core.zip> <script.py> < request
//
// The script's `main(text)` gets standard input and returns the text to print.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

const [folder, core, script] = process.argv.slice(2).map((path) => resolve(path));
const load = (name) => import(pathToFileURL(resolve(folder, name)).href);
const { loadPyodide } = await load("pyodide.mjs");
const { default: lockFileContents } = await load("lock.mjs");

const python = await loadPyodide({
  indexURL: folder,
  packageBaseUrl: folder,
  lockFileContents,
  stdLibURL: resolve(folder, "std.zip"),
  env: { PYTHONPATH: "/core.zip" },
  fsInit: async (files) => files.writeFile("/core.zip", readFileSync(core)),
});
const globals = python.globals;
python.runPython(readFileSync(script, "utf8"), { globals, filename: script });
process.stdout.write(globals.get("main")(await text(process.stdin)));
