// A stranger's Pyodide: stock library, micropip, and a wheel from an address.
//
//   node stock_python.mjs <pyodide folder> <wheel address> <micropip and packaging addresses...> < script
//
// Installs the wheel with micropip and prints what the script's last line is worth.

import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

const [folder, wheel, ...tools] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(resolve(folder, "pyodide.mjs")).href);
const python = await loadPyodide();
await python.loadPackage(tools, { messageCallback: () => {} });
await python.pyimport("micropip").install(wheel);
process.stdout.write(String(python.runPython(await text(process.stdin))));
