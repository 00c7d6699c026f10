// How Node finds the scripts of a page, and the packages of the tests.
//
// A page imports `https://tableside.test/<base>assets/app-test/scripts/<path>.js?page=<number>`. The source is
// web/scripts/<path>.js, or a stand-in for a module that the build generates. The modules that a script imports get the
// same query, so each page has modules of its own. Packages are those of web/node_modules.

import { readFile } from "node:fs/promises";

const SITE = "https://tableside.test/";
const ROOT = new URL("../../../", import.meta.url);
const GENERATED = {
  "idb.js": new URL("web/node_modules/idb/build/index.js", ROOT),
  "paths.js": new URL("./paths.mjs", import.meta.url),
};

export function resolve(specifier, context, next) {
  const { parentURL = "" } = context;
  if (specifier.startsWith(SITE)) return { url: specifier, shortCircuit: true };
  if (parentURL.startsWith(SITE)) {
    const { search } = new URL(parentURL);
    return { url: new URL(specifier + search, parentURL).href, shortCircuit: true };
  }
  const isPackage = /^[\w@]/.test(specifier) && !/^(node|file|data):/.test(specifier);
  const isOurs = parentURL.startsWith(new URL("tests/", ROOT).href);
  return next(specifier, isPackage && isOurs ? { ...context, parentURL: new URL("web/", ROOT).href } : context);
}

export async function load(url, context, next) {
  if (!url.startsWith(SITE)) return next(url, context);
  const [, name] = new URL(url).pathname.split("/scripts/");
  const source = await readFile(GENERATED[name] ?? new URL(`web/scripts/${name}`, ROOT), "utf8");
  return { format: "module", source, shortCircuit: true };
}
