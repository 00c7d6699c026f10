// Writes scripts without their comments. Each module stays one file with the same path.
//
// node strip_comments.mjs FROM TO

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

const [from, to] = process.argv.slice(2);
const compilerOptions = { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, removeComments: true };

for (const name of readdirSync(from, { recursive: true }).filter((each) => each.endsWith(".js"))) {
  const { outputText } = ts.transpileModule(readFileSync(join(from, name), "utf8"), {
    compilerOptions,
    fileName: name,
  });
  mkdirSync(dirname(join(to, name)), { recursive: true });
  writeFileSync(join(to, name), outputText);
}
