// own-rows.js: a player's own rows are kept on this device, compared with others' before they are brought in, never lost.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "../support/browser.mjs";

const KEY = "tableside./.own.raiders";
const KNIFE = [
  ["weapons.0.name", "Longknife"],
  ["weapons.0.damage", "5"],
];
const COAT = [
  ["armor.0.name", "Bark coat"],
  ["armor.0.armor", "2"],
];

const open = async () => (await openPage(["storage/own-rows"]))[0];

test("rows_are_there_after_a_reload_in_the_stored_form", async () => {
  const { createOwnRowsStore } = await open();
  assert.equal(createOwnRowsStore("raiders").write(KNIFE), "");

  assert.deepEqual((await open()).createOwnRowsStore("raiders").read().pairs, KNIFE);
  assert.equal(localStorage.getItem(KEY), JSON.stringify({ schema: 1, pairs: KNIFE }));
});

test("rows_of_a_newer_tableside_are_neither_used_nor_replaced", async () => {
  const newer = JSON.stringify({ schema: 2, pairs: KNIFE });
  localStorage.setItem(KEY, newer);
  const store = (await open()).createOwnRowsStore("raiders");

  const { pairs, trouble, open: isOpen } = store.read();

  assert.deepEqual([pairs, isOpen], [[], false]);
  assert.match(trouble, /from a newer Tableside/);
  assert.match(store.write(COAT), /from a newer Tableside/);
  assert.equal(localStorage.getItem(KEY), newer);
});

test("older_rows_say_their_schema", async () => {
  localStorage.setItem("tableside./.own.wwn", JSON.stringify({ schema: 1, pairs: KNIFE }));

  assert.equal((await open()).createOwnRowsStore("wwn").read().schema, 1);
});

test("what_cannot_be_read_is_set_aside_before_something_new_is_kept", async () => {
  localStorage.setItem(KEY, '{"schema": 1, "pairs": "Longknife"}');
  const store = (await open()).createOwnRowsStore("raiders");
  assert.match(store.read().trouble, /cannot be read/);

  assert.equal(store.write(COAT), "");

  assert.equal(localStorage.getItem(`${KEY}.unreadable`), '{"schema": 1, "pairs": "Longknife"}');
  assert.deepEqual(store.read().pairs, COAT);
});

test("a_file_gets_the_rows_of_every_game_that_has_some", async () => {
  const { allOwnRows, createOwnRowsStore } = await open();
  assert.deepEqual(allOwnRows(), []);
  createOwnRowsStore("raiders").write(KNIFE);

  assert.deepEqual(allOwnRows(), [{ system: "raiders", schema: 1, data: KNIFE }]);
});

test("pairs_become_rows_and_rows_become_pairs", async () => {
  const { pairsOf, rowsOf } = await open();
  const rows = rowsOf([...KNIFE, ["weapons", ""], ["no row", "x"], ["weapons.7.name", " Pike "], ...COAT]);

  assert.deepEqual(
    rows.map(({ kind, name }) => [kind, name]),
    [
      ["weapons", "Longknife"],
      ["weapons", "Pike"],
      ["armor", "Bark coat"],
    ],
  );
  assert.deepEqual(pairsOf(rows), [...KNIFE, ["weapons.1.name", " Pike "], ...COAT]);
});

test("bringing_rows_in_adds_and_replaces_by_name_within_a_kind", async () => {
  const { preview } = await open();
  const here = [...KNIFE, ...COAT];
  const brought = [
    ["weapons.0.name", "longknife"],
    ["weapons.0.damage", "6"],
    ["weapons.1.name", "Bark coat"],
    ...COAT,
  ];

  const { changes, pairs } = preview(here, brought);

  assert.deepEqual(
    changes.map(({ line }) => line),
    [
      "longknife (weapon) will replace yours of that name.",
      "Bark coat (weapon) will be added.",
      "Bark coat (armor) is here already, just so.",
    ],
  );
  assert.deepEqual(pairs, [
    ["weapons.0.name", "longknife"],
    ["weapons.0.damage", "6"],
    ...COAT,
    ["weapons.1.name", "Bark coat"],
  ]);
});

test("the_same_rows_twice_change_nothing", async () => {
  const { preview } = await open();
  const { pairs } = preview(KNIFE, COAT);

  const again = preview(pairs, [...COAT].reverse());

  assert.deepEqual(
    again.changes.map(({ what }) => what),
    ["unchanged"],
  );
  assert.deepEqual(preview(pairs, COAT).pairs, pairs);
});

test("characters_that_use_something_of_the_name_are_named", async () => {
  const { usersOf } = await open();
  const characters = [
    { name: "Anna", data: [["weapons.1.name", "longknife "]] },
    { name: "", data: [["worn_name", "Longknife"]] },
    { name: "Bert", data: [["own_conditions.0.name", "Longknife"]] },
    { name: "Cora", data: [["notes", "Longknife"]] },
  ];
  const users = (kind) => usersOf({ kind, name: "Longknife" }, characters);

  assert.deepEqual(users("weapons"), ["Anna"]);
  assert.deepEqual(users("armor"), ["Unnamed"]);
  assert.deepEqual(users("conditions"), ["Bert"]);
});
