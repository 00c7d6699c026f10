// fight/view.js: players see what was made for them; anything else is refused with a sentence.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "../support/browser.mjs";

const PAIRS = [
  ["round", "3"],
  ["acting", "Hessa"],
  ["fighters.0.name", "Hessa"],
  ["fighters.0.side", "Party"],
  ["fighters.0.wounds", "hurt"],
  ["fighters.0.now", "yes"],
  ["fighters.0.number", "12 of 22"],
  ["fighters.1.name", "Goblin 1"],
  ["fighters.1.wounds", "unhurt"],
  ["fighters.1.condition", "Prone"],
];

const module = async () => (await openPage(["fight/view"]))[0];

test("a_view_is_read_from_its_pairs", async () => {
  const { readView } = await module();
  const { ok, view } = readView(PAIRS);

  assert.equal(ok, true);
  assert.deepEqual([view.round, view.acting], [3, ["Hessa"]]);
  assert.deepEqual(
    view.lines.map(({ name, isNow, number, conditions }) => [name, isNow, number, conditions]),
    [
      ["Hessa", true, "12 of 22", []],
      ["Goblin 1", false, "", ["Prone"]],
    ],
  );
});

test("a_view_comes_back_from_its_link", async () => {
  const { encode, decode } = await module();
  const made = await encode({ system: "wwn", schema: 1, data: PAIRS });

  assert.match(made.fragment, /^#view=1\./);
  assert.deepEqual((await decode(made.fragment)).data, PAIRS);
});

for (const pairs of [
  null,
  {},
  "round",
  [["round"]],
  [["round", 3]],
  [["round", "x"]],
  [["secret", "x"]],
  [["fighters.1.name", "x"]],
  [["fighters.0.wounds", "hurt"]],
  [["fighters.0.constructor", "x"]],
  [["fighters.0.name", "x".repeat(401)]],
  Array(3_001).fill(["acting", "x"]),
]) {
  test(`what is no view is refused: ${JSON.stringify(pairs).slice(0, 40)}`, async () => {
    const { readView } = await module();
    const read = readView(pairs);

    assert.equal(read.ok, false);
    assert.match(read.why, /\.$/);
  });
}
