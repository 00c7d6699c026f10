// Runs steps of pack.py inside the pinned Pyodide, in Node.
//
//   node pack.mjs <pyodide folder> <work folder> <step>...
//
// Python sees the work folder as /work; pack.py says what it reads and writes there. Python runs with the folder's
// library.zip, the library as the site will have it. Each step has a fresh Python; the machine code of Pyodide is made
// once.

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [pyodideFolder, workFolder, ...steps] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(resolve(pyodideFolder, "pyodide.mjs")).href);
const script = await readFile(new URL("./pack.py", import.meta.url), "utf8");

async function run(step) {
  // A fixed hash seed: sets that a compiled module holds as constants keep their order from build to build.
  const python = await loadPyodide({
    stdLibURL: resolve(workFolder, "library.zip"),
    env: { PYTHONHASHSEED: "0", PYTHONDONTWRITEBYTECODE: "1", PACK_STEP: step },
  });
  python.mountNodeFS("/work", resolve(workFolder));
  python.mountNodeFS("/tools", fileURLToPath(new URL(".", import.meta.url)));
  python.runPython(`import sys; sys.path.append("/tools")`);
  python.runPython(script, { filename: "pack.py" });
}

for (const step of steps) {
  try {
    await run(step);
  } catch (error) {
    console.error(`At ${step}: ${error instanceof Error ? error.message : error}`);
    process.exit(1);
  }
}
