// character-data.js: what lists say of the data of a character, whatever a file or a link has put there.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "../support/browser.mjs";

const module = async () => (await openPage(["storage/character-data"]))[0];

test("only_yes_makes_a_foe", async () => {
  const { isFoe } = await module();

  assert.ok(isFoe([["foe", "yes"]]));
  for (const data of [[], [["foe", "no"]], [["foe", "YES"]], [["foe"]], [null], 7, null, undefined, "foe"])
    assert.ok(!isFoe(data), JSON.stringify(data));
});

test("foes_come_after_characters_and_are_named_as_foes", async () => {
  const { foesLast, titleOf } = await module();
  const entries = [{ name: "Wolf", foe: true }, { name: "Anna", foe: false }, { name: "" }, { name: "", foe: true }];

  assert.deepEqual(foesLast(entries).map(titleOf), ["Anna", "Unnamed", "Wolf (foe)", "Unnamed (foe)"]);
});
