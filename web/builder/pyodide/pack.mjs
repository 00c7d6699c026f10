// Runs steps of pack.py inside the pinned Pyodide, in Node.
//
//   node pack.mjs <pyodide folder> <work folder> <step>...
//
// Python sees the work folder as /work; pack.py says what it reads and writes there. Python runs with the folder's
// library.zip, the library as the site will have it.

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [pyodideFolder, workFolder, ...steps] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(resolve(pyodideFolder, "pyodide.mjs")).href);

// A fixed hash seed: sets that a compiled module holds as constants keep their order from build to build. Code without
// columns: they would point into sources that the worker does not have.
const python = await loadPyodide({
  stdLibURL: resolve(workFolder, "library.zip"),
  env: {
    PYTHONHASHSEED: "0",
    PYTHONDONTWRITEBYTECODE: "1",
    PYTHONNODEBUGRANGES: "1",
    PACK_STEPS: steps.join(" "),
  },
});
python.mountNodeFS("/work", resolve(workFolder));
python.mountNodeFS("/tools", fileURLToPath(new URL(".", import.meta.url)));
const script = await readFile(new URL("./pack.py", import.meta.url), "utf8");
try {
  python.runPython(`import sys; sys.path.append("/tools")`);
  python.runPython(script, { filename: "pack.py" });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
