// Makes the scripts and styles that pages load from the sources: modules that are always loaded together become one file, without
// comments, unneeded space and long local names.
//
// node bundle.mjs FROM TO PLAN
//
// PLAN is JSON. `modules` are the entry points, which keep their paths: pages load them, or another module imports them when
// they are used. What several of them import becomes files in `chunks/`, named by their content. `written` is the module
// that the build writes later. `classic` are scripts without imports, with the newest ECMAScript that each may use; `styles`
// are stylesheets. The result also has `graph.json`: by the path of each module the modules that it imports statically.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { build, transform } from "esbuild";

const [from, to] = process.argv.slice(2, 4).map((path) => resolve(path));
const { modules, written, classic, styles } = JSON.parse(process.argv[4]);
/** What the oldest supported browsers know (start-check.js). */
const target = ["chrome103", "firefox119", "safari16.4"];

/** A module is one folder below the root, so that the relative address of the written module is right in every file. */
const IN_FOLDER = /^[\w-]+\/[\w.-]+$/;
const stays = {
  name: "written later",
  setup: ({ onResolve }) => onResolve({ filter: /\/paths\.js$/ }, () => ({ path: `../${written}`, external: true })),
};

const { metafile, outputFiles } = await build({
  absWorkingDir: from,
  entryPoints: modules,
  plugins: [stays],
  write: false,
  outdir: to,
  outbase: from,
  chunkNames: "chunks/[name]-[hash]",
  bundle: true,
  splitting: true,
  minify: true,
  format: "esm",
  target,
  legalComments: "inline",
  metafile: true,
  logLevel: "error",
});

for (const { path, text } of outputFiles) write(relative(to, path), text);
for (const [name, newest] of Object.entries(classic)) {
  const source = readFileSync(join(from, name), "utf8");
  write(name, (await transform(source, { minify: true, target: newest || target })).code);
}
for (const name of styles) {
  const source = readFileSync(join(from, name), "utf8");
  write(name, (await transform(source, { loader: "css", minify: true, target })).code);
}
const nameOf = (path) => relative(to, resolve(from, path));
const graph = Object.entries(metafile.outputs).map(([path, { imports }]) => [
  nameOf(path),
  imports
    .filter(({ kind }) => kind === "import-statement")
    .map(({ path: imported, external }) => (external ? written : nameOf(imported))),
]);
write("graph.json", JSON.stringify(Object.fromEntries(graph), null, 1));

/** @param {string} name @param {string} text */
function write(name, text) {
  if (!IN_FOLDER.test(name) && /\bimport\.meta\b|\.\.\/paths\.js/.test(text)) {
    throw new Error(`${name} uses an address that is relative to its folder: such a module must be in a folder.`);
  }
  if (/new URL\("(?!\.\.\/)[^"]*",import\.meta/.test(text)) {
    throw new Error(`${name} uses an address that is relative to a source's own folder: its file is elsewhere.`);
  }
  mkdirSync(dirname(join(to, name)), { recursive: true });
  writeFileSync(join(to, name), text);
}
