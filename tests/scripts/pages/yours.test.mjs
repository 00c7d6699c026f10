// yours.js: the game, the character and the fight that were used last.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "../support/browser.mjs";

const open = async () => (await openPage(["pages/yours"]))[0];
const entry = (system, id, updated, more = {}) => ({ system, id, name: id.toUpperCase(), updated, ...more });

test("the_newest_character_and_fight_are_named_after_the_game_of_the_newest_page", async () => {
  const { last } = await open();
  const visited = [
    ["obss/strike/", "Strike"],
    ["wwn/", "Worlds Without Number"],
  ];
  const characters = [
    entry("wwn", "a", "2026-01-02"),
    entry("obss", "b", "2026-01-03"),
    entry("obss", "c", "2026-01-01"),
  ];
  const fights = [entry("wwn", "f", "2026-01-01")];

  assert.deepEqual(last(visited, characters, fights), [
    ["obss/", ""],
    ["obss/sheet/#open=b", "B"],
    ["wwn/fight/#open=f", "F"],
  ]);
});

test("foes_are_no_characters_and_what_is_missing_is_left_out", async () => {
  const { last } = await open();

  assert.deepEqual(last([], [entry("wwn", "a", "2026-01-02", { foe: true })], []), []);
});
