// controllers.js: `data-controller` in the templates and `section()` in the scripts name the same existing scripts.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";

const TEMPLATES = new URL("../../../web/templates/", import.meta.url);
const SCRIPTS = new URL("../../../web/scripts/", import.meta.url);

/** The files of a folder that end so, as pairs of path and text. */
async function texts(folder, ending) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(ending));
  return Promise.all(names.map(async (name) => [name, await readFile(new URL(name, folder), "utf8")]));
}

/** The scripts that templates name. */
async function namedInTemplates() {
  const found = (await texts(TEMPLATES, ".html")).flatMap(([, text]) => [
    ...text.matchAll(/data-controller="([^"]*)"/g),
  ]);
  return new Set(found.flatMap(([, names]) => names.split(" ")));
}

/** The `section()` calls of scripts, as pairs of the calling script and the name that it looks for. */
async function calls() {
  const scripts = await texts(SCRIPTS, ".js");
  return scripts.flatMap(([path, text]) => [...text.matchAll(/\bsection\("([^"]*)"/g)].map(([, name]) => [path, name]));
}

test("every_controller_is_an_existing_script", async () => {
  const paths = new Set((await texts(SCRIPTS, ".js")).map(([path]) => path));

  const unknown = [...(await namedInTemplates())].filter((name) => !paths.has(`${name}.js`));

  assert.deepEqual(unknown, []);
});

test("scripts_look_for_exactly_the_sections_that_templates_name", async () => {
  const wanted = new Set((await calls()).map(([, name]) => name));

  assert.ok(wanted.size > 10);
  assert.deepEqual([...wanted].sort(), [...(await namedInTemplates())].sort());
});

test("a_section_is_found_by_its_script_or_by_a_script_that_imports_it", async () => {
  const sources = new Map(await texts(SCRIPTS, ".js"));

  const strangers = (await calls()).filter(([path, name]) => {
    const file = name.slice(name.lastIndexOf("/") + 1);
    return path !== `${name}.js` && !sources.get(path).includes(`/${file}.js"`);
  });

  assert.deepEqual(strangers, []);
});
