// compare-link.js: the pinned side of a comparison and both titles travel in an address, and come back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "../support/browser.mjs";

const link = async () => (await openPage(["calculator/compare-link"]))[0];

test("a_comparison_comes_back_from_its_keys", async () => {
  const { comparison, keys } = await link();
  for (const titles of [
    ["", ""],
    ["Sword", ""],
    ["", "Bow from the hill"],
    ["A", "A"],
  ]) {
    const one = { pinned: [["offense", "7"]], titles };
    assert.deepEqual(comparison(keys(one)), one);
  }
});

test("a_link_without_titles_is_as_it_was", async () => {
  const { keys } = await link();
  assert.deepEqual(keys({ pinned: [["offense", "7"]], titles: ["", ""] }), [["vs.offense", "7"]]);
  assert.deepEqual(keys({ pinned: null, titles: ["A", "B"] }), []);
});

test("titles_alone_pin_nothing_and_a_long_one_is_cut", async () => {
  const { comparison } = await link();
  assert.equal(comparison([["vs.title", "Sword"]]).pinned, null);
  const { titles } = comparison([
    ["vs.title", `  a \n b ${"x".repeat(99)}`],
    ["vs.title", "b"],
    ["vs.title", "third"],
  ]);
  assert.deepEqual(titles, [`a b ${"x".repeat(36)}`, "b"]);
});
