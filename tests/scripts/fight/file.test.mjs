// fight/file.js: a fight comes back from its file as it was, and any other file is refused with a sentence.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "../support/browser.mjs";

const then = [{ do: "hold", who: "b", id: "prone", ends: [{ at: "turn_end", number: 2 }] }];
const FIGHT = {
  schema: 1,
  system: "wwn",
  id: "33333333-cccc-4ccc-8ccc-333333333333",
  name: "At the bridge, “again”",
  revision: 7,
  updated: "2026-11-01T10:00:00.000Z",
  data: {
    events: [{ do: "begin" }, { do: "act", who: "a", then }],
    cursor: 1,
  },
};

const module = async () => (await openPage(["fight/file"]))[0];
const fileOf = (more = {}, fight = FIGHT) =>
  JSON.stringify({ app: "Tableside", format: 1, made: "now", fight, ...more });

test("a_fight_comes_back_as_it_was", async () => {
  const { fileName, read, write } = await module();

  assert.deepEqual(read(write(FIGHT)), { ok: true, fight: FIGHT });
  assert.equal(fileName(FIGHT), "at-the-bridge-again.json");
  assert.equal(fileName({ name: "" }), "tableside-fight.json");
});

for (const [text, words] of [
  ["", "is empty"],
  ["{", "is cut off"],
  ["null", "not a file of a Tableside fight"],
  [JSON.stringify({ app: "Tableside", format: 1, characters: [] }), "not a file of a Tableside fight"],
  [fileOf({ format: "1" }), "does not say its format"],
  [fileOf({ format: 2 }), "newer Tableside"],
  [fileOf({}, { ...FIGHT, schema: 2 }), "newer Tableside"],
  [fileOf({ more: 1 }), "must have the parts app, fight, format, made"],
  [fileOf({}, null), "is no record of a fight"],
  [fileOf({}, { ...FIGHT, data: { events: 7, cursor: 0 } }), "has no list of events"],
  [fileOf({ made: [[[[[[[[[[[[]]]]]]]]]]]] }), "nested too deep"],
]) {
  test(`a_file_is_refused_with_a_sentence: ${words}`, async () => {
    const { read } = await module();

    const { ok, why } = read(text);

    assert.equal(ok, false);
    assert.ok(why.includes(words), why);
  });
}

test("a_large_file_is_not_read", async () => {
  const { readFile } = await module();

  const { why } = await readFile({ size: 5 * 1024 * 1024, text: () => assert.fail("read") });

  assert.match(why, /larger than 4 MB/);
});
