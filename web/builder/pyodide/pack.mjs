// Carries out tasks of pack.py inside the pinned Pyodide, in Node.
//
//   node pack.mjs <pyodide folder> <work folder>
//
// Each line of standard input is a task as JSON, [name, ...what it is about]; each line of standard output its result:
// "" or what went wrong, as JSON. What Python prints goes to standard error.
//
// Python sees the work folder as /work; pack.py says what it reads and writes there. Python runs with the folder's
// library.zip, the library as the site will have it.

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";

const [pyodideFolder, workFolder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(resolve(pyodideFolder, "pyodide.mjs")).href);

// A fixed hash seed: sets that a compiled module holds as constants keep their order from build to build. Code without
// columns: they would point into sources that the worker does not have.
const python = await loadPyodide({
  stdLibURL: resolve(workFolder, "library.zip"),
  stdout: console.error,
  env: {
    PYTHONHASHSEED: "0",
    PYTHONDONTWRITEBYTECODE: "1",
    PYTHONNODEBUGRANGES: "1",
  },
});
python.mountNodeFS("/work", resolve(workFolder));
python.mountNodeFS("/tools", fileURLToPath(new URL(".", import.meta.url)));
python.runPython(`import sys; sys.path.append("/tools")`);
python.runPython(await readFile(new URL("./pack.py", import.meta.url), "utf8"), { filename: "pack.py" });
python.runPython("prepare()");
const carryOut = python.globals.get("carry_out");

for await (const line of createInterface({ input: process.stdin })) {
  let problem = "";
  try {
    carryOut(...JSON.parse(line));
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  process.stdout.write(`${JSON.stringify(problem)}\n`);
}
