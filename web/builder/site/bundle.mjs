// Makes the scripts and styles that pages load from the sources: few files, without comments, unneeded space and long local
// names.
//
// node bundle.mjs FROM TO PLAN
//
// PLAN is JSON. `modules` are the entry points, which keep their paths: `pages` are those that pages load, `library` is the
// one that other people's pages load, and another module imports the rest when it is used. What several of them import
// becomes files in `chunks/`. `apart` are entry points that share nothing. `written` is the module that the build writes
// later. `classic` are scripts without imports, with the newest ECMAScript that each may use; `styles` are stylesheets. The
// result also has `graph.json`: by the path of each module the modules that it imports statically.
//
// A page waits for each of its files. So what many pages share is one file, even if a few of them need only a part of it.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { transform } from "esbuild";
import { rollup } from "rollup";

const [from, to] = process.argv.slice(2, 4).map((path) => resolve(path));
const { modules, pages, apart, library, written, classic, styles } = JSON.parse(process.argv[4]);
/** What the oldest supported browsers know (start-check.js). */
const target = ["chrome103", "firefox119", "safari16.4"];
/** What so many pages import statically is one file, and what fewer of them import another. */
const MOST_PAGES = 8;
const MANY_PAGES = 5;
/** What the pages of calculators share with fewer pages is one file, because they are opened most often. */
const CALCULATOR = "pages/calculator.js";
/** So is what both of these share, unless a page that only shows loads it, too. */
const KEEPING = ["pages/sheet.js", "pages/fight.js"];
const VIEW = "pages/fight-view.js";

/** A module is one folder below the root, so that the relative address of the written module is right in every file. */
const IN_FOLDER = /^[\w-]+\/[\w.-]+$/;
const stays = {
  name: "written later",
  resolveId: (/** @type {string} */ id) => (/\/paths\.js$/.test(id) ? { id: `../${written}`, external: true } : null),
};
/** @type {Record<string, string[]>} */
const graph = {};

for (const entries of [modules, ...apart.map((/** @type {string} */ name) => [name])]) await bundle(entries);
for (const [name, newest] of Object.entries(classic)) {
  const source = readFileSync(join(from, name), "utf8");
  write(name, (await transform(source, { minify: true, target: newest || target })).code);
}
for (const name of styles) {
  const source = readFileSync(join(from, name), "utf8");
  write(name, (await transform(source, { loader: "css", minify: true, target })).code);
}
write("graph.json", JSON.stringify(graph, null, 1));

/** Writes the files of entry points that may share some. @param {string[]} entries */
async function bundle(entries) {
  const bundled = await rollup({
    input: Object.fromEntries(entries.map((name) => [name.replace(/\.js$/, ""), join(from, name)])),
    plugins: [stays],
    preserveEntrySignatures: "allow-extension",
    onLog: (_, { message }) => {
      throw new Error(message);
    },
  });
  const shared = chunks(entries);
  const { output } = await bundled.generate({
    format: "es",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
    hoistTransitiveImports: false,
    manualChunks: (id, { getModuleInfo }) => shared(id, getModuleInfo),
  });
  for (const file of output) {
    if (file.type !== "chunk") throw new Error(`${file.fileName} is no script.`);
    const minified = await transform(file.code, { minify: true, format: "esm", target, legalComments: "inline" });
    write(file.fileName, minified.code);
    graph[file.fileName] = file.imports.map((name) => name.replace("../", ""));
  }
}

/** Gives the file that a shared module belongs to; undefined: the bundler decides. @param {string[]} entries */
function chunks(entries) {
  const roots = [...pages, library].filter((name) => entries.includes(name));
  /** The roots that import each module statically. @type {Map<string, Set<string>>} */
  const users = new Map();

  /** @param {string} id @param {string} root @param {import("rollup").GetModuleInfo} getModuleInfo */
  function visit(id, root, getModuleInfo) {
    const info = getModuleInfo(id);
    if (!info || info.isExternal) return;
    const known = users.get(id) ?? new Set();
    users.set(id, known);
    if (known.has(root)) return;
    known.add(root);
    for (const imported of info.importedIds) visit(imported, root, getModuleInfo);
  }

  return (/** @type {string} */ id, /** @type {import("rollup").GetModuleInfo} */ getModuleInfo) => {
    if (!users.size) for (const root of roots) visit(join(from, root), root, getModuleInfo);
    const of = users.get(id);
    if (!of || entries.some((name) => join(from, name) === id)) return;
    if (of.size === 1) return isUsedLater(id, getModuleInfo) ? [...of].map(partsOf)[0] : undefined;
    // Other people's pages load the library: it must not bring along what our pages do when they start.
    if (of.has(library)) return of.size > MOST_PAGES ? "base" : "python";
    if (of.size >= MOST_PAGES) return "site";
    if (of.size >= MANY_PAGES) return "forms";
    if (of.has(CALCULATOR)) return "work";
    if (KEEPING.every((name) => of.has(name)) && !of.has(VIEW)) return "kept";
    return [...of].map((name) => basename(name, ".js")).join("-");
  };

  /** Whether a module that is imported when it is used imports this one, too. */
  function isUsedLater(/** @type {string} */ id, /** @type {import("rollup").GetModuleInfo} */ getModuleInfo) {
    return getModuleInfo(id)?.importers.some((importer) => !users.has(importer));
  }
}

/** @param {string} page */
function partsOf(page) {
  return `${basename(page, ".js")}-parts`;
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
