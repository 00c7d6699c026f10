// Scripts as they are shipped: what only their reader needs is left out. The sources stay as they are, and so do the
// modules: each file is one file, with the names it had.
//
//   node strip_comments.mjs FROM TO

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const [from, to] = process.argv.slice(2);
const compilerOptions = { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, removeComments: true };

mkdirSync(to, { recursive: true });
for (const name of readdirSync(from).filter((each) => each.endsWith(".js"))) {
  const { outputText } = ts.transpileModule(readFileSync(join(from, name), "utf8"), {
    compilerOptions,
    fileName: name,
  });
  writeFileSync(join(to, name), outputText);
}
