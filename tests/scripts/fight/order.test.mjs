// fight/order.js: a fighter who is moved gets the place where it is put, and the others stay in order.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "../support/browser.mjs";

const module = async () => (await openPage(["fight/order"]))[0];
/** Two who act together, then one, then two. */
const ROWS = ["a0", "b0", "c1", "d4", "e4"].map(([id, place]) => ({ id, place: Number(place) }));
/** The order as text, those who act together in brackets. */
const said = (event) => {
  const groups = [];
  for (const [id, [place]] of Object.entries(event.places)) (groups[place] ??= []).push(id);
  return groups.map((group) => group.sort().join("")).join(" ");
};

for (const [who, at, expected] of [
  ["c", 0, "c ab de"],
  ["c", 1, "abc de"],
  ["c", 2, "ab c de"],
  ["c", 4, "ab de c"],
  ["a", 0, "a b c de"],
  ["e", 2, "ab e c d"],
  ["d", 1, "abd c e"],
]) {
  test(`a_fighter_is_put_anywhere: ${who} at ${at}`, async () => {
    const { moved } = await module();

    assert.equal(said(moved(ROWS, who, at)), expected);
  });
}

for (const [who, by, expected] of [
  ["c", -1, "c ab de"],
  ["c", 1, "ab de c"],
  ["b", -1, "b a c de"],
  ["a", 1, "b a c de"],
  ["e", -1, "ab c e d"],
  ["e", 1, "ab c d e"],
]) {
  test(`a_step_passes_those_who_act_together: ${who} by ${by}`, async () => {
    const { stepped } = await module();

    assert.equal(said(stepped(ROWS, who, by)), expected);
  });
}

test("there_is_no_step_beyond_the_ends", async () => {
  const { stepped } = await module();
  const rows = ["a0", "b1"].map(([id, place]) => ({ id, place: Number(place) }));

  assert.deepEqual([stepped(rows, "a", -1), stepped(rows, "b", 1)], [null, null]);
});
