// Makes the scripts and styles that pages load from the sources: modules that are always loaded together become one file, without
// comments, unneeded space and long local names.
//
// node bundle.mjs FROM TO PLAN
//
// PLAN is JSON. `modules` are the entry points, which keep their paths: pages load them, or another module imports them when
// they are used. `together` has, by the name of a file in `chunks/`, modules that stand in this file with all that they import
// and no earlier file has. What else several entry points import becomes files in `chunks/` too, named by their content.
// `written` is the module that the build writes later. `classic` are scripts without imports, with the newest ECMAScript that
// each may use; `styles` are stylesheets, which get what they import. The result also has `graph.json`: by the path of each
// module the modules that it imports statically.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { build, transform } from "esbuild";
import { rollup } from "rollup";

const [from, to] = process.argv.slice(2, 4).map((path) => resolve(path));
const { modules, together, alone, written, classic, styles } = JSON.parse(process.argv[4]);
/** What the oldest supported browsers know (start-check.js). */
const target = ["chrome103", "firefox119", "safari16.4"];

/** A module is one folder below the root, so that the relative address of the written module is right in every file. */
const IN_FOLDER = /^[\w-]+\/[\w.-]+$/;
const WRITTEN = `../${written}`;
const stays = {
  name: "written later",
  resolveId: (/** @type {string} */ name) => (/\/paths\.js$/.test(name) ? { id: WRITTEN, external: true } : null),
};
const short = {
  name: "as short as it can be",
  renderChunk: (/** @type {string} */ code) =>
    transform(code, { minify: true, format: "esm", target, legalComments: "inline" }),
};

const names = Object.fromEntries(modules.map((name) => [name, name]));
const output = [
  await bundled(names, together),
  ...(await Promise.all(alone.map((name) => bundled({ [name]: inFolder(name) }, {})))),
].flat();
for (const name of alone.filter((name) => inFolder(name) !== name)) write(name, `export*from"./${inFolder(name)}";`);
for (const { fileName, code } of output) write(fileName, code);
for (const [name, newest] of Object.entries(classic)) {
  const source = readFileSync(join(from, name), "utf8");
  write(name, (await transform(source, { minify: true, target: newest || target })).code);
}
const sheets = await build({
  absWorkingDir: from,
  entryPoints: styles,
  write: false,
  outdir: to,
  outbase: from,
  bundle: true,
  minify: true,
  target,
  logLevel: "error",
});
for (const { path, text } of sheets.outputFiles) write(relative(to, path), text);
const graph = output.map(({ fileName, imports }) => [
  fileName,
  imports.map((imported) => (imported === WRITTEN ? written : imported)),
]);
write("graph.json", JSON.stringify(Object.fromEntries(graph), null, 1));

/** Where a module stands that pages load by another path. @param {string} name */
function inFolder(name) {
  return IN_FOLDER.test(name) ? name : `alone/${name}`;
}

/** @param {Record<string, string>} entries  the path of each that is made, by its source @param {Record<string, string[]>} shared */
async function bundled(entries, shared) {
  const named = Object.entries(entries).map(([source, name]) => [name.replace(/\.js$/, ""), join(from, source)]);
  const bundle = await rollup({
    input: Object.fromEntries(named),
    plugins: [stays, short],
    preserveEntrySignatures: "strict",
    onLog: (_, { message }) => {
      throw new Error(message);
    },
  });
  /** The file of each shared module. @type {Map<string, string>} */
  const files = new Map();
  /** @param {string} id @param {string} file @param {(id: string) => any} infoOf */
  function assign(id, file, infoOf) {
    if (files.has(id) || id === WRITTEN) return;
    files.set(id, file);
    const info = infoOf(id);
    if (!info) throw new Error(`No page loads ${relative(from, id)}, which "together" has in the file ${file}.`);
    for (const imported of info.importedIds) assign(imported, file, infoOf);
  }
  const { output } = await bundle.generate({
    format: "es",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
    manualChunks(id, { getModuleInfo }) {
      if (!files.size) {
        for (const [file, roots] of Object.entries(shared)) {
          for (const root of roots) assign(join(from, root), file, getModuleInfo);
        }
      }
      return files.get(id);
    },
    hoistTransitiveImports: false,
  });
  return output;
}

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
