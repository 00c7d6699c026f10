// sheet/preview.js: what a file's characters would change here, before they do, and what bringing them in then does.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "../support/browser.mjs";
import { SCHEMAS } from "../support/paths.mjs";
import { ANNA, BERT, draft, record } from "../support/records.mjs";
import { refusedAs } from "../support/refusals.mjs";

/** The characters of a page, a preview of records over them, and the way to bring those in. */
async function open() {
  const [characters, sheetpreview] = await openPage(["storage/characters", "sheet/preview"]);
  const kept = await characters.openCharacters({ schemas: SCHEMAS });
  const preview = async (records) => sheetpreview.preview(records, await kept.all(), kept.newer);
  const bring = async (records) => kept.bring(sheetpreview.toBring(await preview(records)));
  return { kept, preview, bring, toBring: sheetpreview.toBring };
}

test("the_preview_says_for_each_what_it_would_do", async () => {
  const { kept, preview } = await open();
  const same = await kept.save(draft("Same", "00000001"), { from: 0 });
  const here = await kept.save(draft("Here", "00000002"), { from: 0 });
  const later = { updated: "2030-01-01T00:00:00Z" };

  const found = await preview([
    record("New", "00000000"),
    { ...same, revision: 9, ...later },
    record("There", "00000002", later),
    record("Future", "00000003", { schema: 3 }),
  ]);

  assert.deepEqual(
    found.map(({ what }) => what),
    ["added", "unchanged", "replaced", "added"],
  );
  assert.deepEqual(
    found.map((each) => each.later),
    ["", "", "file", ""],
  );
  assert.deepEqual(
    found.map(({ seen }) => seen),
    [0, 1, 1, 0],
  );
  assert.equal(found[0].line, "New will be added.");
  assert.equal(found[1].line, "Same is here already, just so.");
  assert.match(found[2].line, /^There will replace the one here\. The file's is newer: Jan 1, 2030,/);
  assert.equal(
    found[3].line,
    "Future will be added. It was made by a newer Tableside, stays untouched and opens read-only.",
  );
  assert.deepEqual(await kept.get("00000002"), here, "nothing is done yet");
});

test("an_older_file_is_reported_as_older", async () => {
  const { kept, preview } = await open();
  const here = await kept.save(draft(), { from: 0 });

  const [found] = await preview([{ ...here, updated: "2020-01-01T00:00:00Z", data: [] }]);

  assert.equal(found.later, "here");
  assert.match(found.line, /The one here is newer: Jan 1, 2020,/);
});

test("a_character_changed_at_the_same_time_is_reported_so", async () => {
  const { kept, preview } = await open();
  const here = await kept.save(draft(), { from: 0 });

  const [found] = await preview([{ ...here, data: [] }]);

  assert.equal(found.later, "");
  assert.match(found.line, /Both were changed at the same time/);
});

test("a_foe_is_called_a_foe", async () => {
  const { preview } = await open();
  const foe = (text) => [
    ["name", "Wolf"],
    ["foe", text],
  ];

  const found = await preview([
    record("Wolf", ANNA, { data: foe("yes") }),
    record("Wolf", BERT, { data: foe("maybe") }),
  ]);

  assert.deepEqual(
    found.map(({ line }) => line),
    ["Wolf (foe) will be added.", "Wolf will be added."],
  );
});

test("a_character_without_a_name_is_called_unnamed", async () => {
  const { preview } = await open();

  const [found] = await preview([record("", ANNA)]);

  assert.equal(found.line, "Unnamed will be added.");
});

test("the_same_file_twice_changes_nothing", async () => {
  const { kept, preview, bring } = await open();
  await kept.save(draft("Here"), { from: 0 });
  const theirs = [record(), record("Bert", BERT)];

  await bring(theirs);
  const after = await kept.all();
  await bring(theirs);

  assert.deepEqual(await kept.all(), after);
  assert.deepEqual(
    after.map(({ name, revision }) => [name, revision]),
    [
      ["Anna", 2],
      ["Bert", 1],
    ],
  );
  assert.deepEqual(
    (await preview(theirs)).map(({ what }) => what),
    ["unchanged", "unchanged"],
  );
});

test("all_of_a_file_is_brought_in_or_nothing", async () => {
  const { kept, preview } = await open();
  const previews = await preview([record(), record("Bert", BERT)]);
  await kept.save(draft("Meanwhile", BERT), { from: 0 });

  await refusedAs("Conflict", kept.bring(previews));

  assert.deepEqual(
    (await kept.all()).map(({ name }) => name),
    ["Meanwhile"],
  );
});

test("older_and_newer_schemas_come_in_as_they_are", async () => {
  const { kept, preview, bring, toBring } = await open();
  const theirs = [record("Anna", ANNA, { schema: 1 }), record("Future", BERT, { schema: 3 })];

  await bring(theirs);

  assert.deepEqual(await kept.all(), theirs);
  assert.deepEqual(
    (await kept.list()).map(({ newer }) => newer),
    [false, true],
  );
  const past = await preview([record("Past", BERT)]);
  assert.equal(past[0].what, "kept");
  assert.equal(past[0].line, "Past stays as it is here: that one was made by a newer Tableside.");
  assert.deepEqual(toBring(past), []);
});
