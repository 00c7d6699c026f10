// own-import.js: own rows of several games in one file; a game whose rows cannot be stored stops none of the others.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "../support/browser.mjs";

const GAMES = { openquest: "OpenQuest", raiders: "Raiders", wwn: "WWN" };
const OFFERS = Object.keys(GAMES).map((system) => ({ system, pairs: [["weapons.0.name", `Knife of ${system}`]] }));

const open = async () => await openPage(["sheet/own-import", "storage/own-rows"]);
const keyOf = (system) => `tableside./.own.${system}`;

/** Storage that is full for the rows of one game. */
function refuse(system) {
  const write = localStorage.setItem.bind(localStorage);
  localStorage.setItem = (key, text) => {
    if (key === keyOf(system)) throw new DOMException("full", "QuotaExceededError");
    write(key, text);
  };
}

test("the_rows_of_every_game_are_stored_and_its_game_named", async () => {
  const [{ storeRows }, { createOwnRowsStore }] = await open();

  assert.deepEqual(storeRows(OFFERS, GAMES), {
    stored: OFFERS,
    text: "Own rows brought in: OpenQuest, Raiders, WWN.",
  });
  assert.deepEqual(createOwnRowsStore("wwn").read().pairs, OFFERS[2].pairs);
  assert.deepEqual(storeRows([], GAMES), { stored: [], text: "" });
});

test("a_game_that_fails_is_named_with_the_games_whose_rows_were_stored", async () => {
  const [{ storeRows }, { createOwnRowsStore }] = await open();
  refuse("raiders");

  const { stored, text } = storeRows(OFFERS, GAMES);

  assert.deepEqual(stored, [OFFERS[0], OFFERS[2]]);
  assert.match(
    text,
    /^Own rows brought in: OpenQuest, WWN\. Not brought in: own rows of Raiders\. This browser cannot/,
  );
  assert.deepEqual(createOwnRowsStore("wwn").read().pairs, OFFERS[2].pairs);
  assert.deepEqual(createOwnRowsStore("raiders").read().pairs, []);
});

test("rows_of_a_newer_tableside_say_so_and_nothing_claims_to_be_brought_in", async () => {
  const [{ storeRows }] = await open();
  const newer = JSON.stringify({ schema: 99, pairs: OFFERS[1].pairs });
  localStorage.setItem(keyOf("raiders"), newer);

  const { stored, text } = storeRows([OFFERS[1]], GAMES);

  assert.deepEqual(stored, []);
  assert.match(text, /^Not brought in: own rows of Raiders\. Your own rows on this device are from a newer Tableside/);
  assert.equal(localStorage.getItem(keyOf("raiders")), newer);
});
