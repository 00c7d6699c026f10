// entered-inputs.js, fill-values.js, example-line.js: whose value each input holds, as far as no page is needed to tell.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openPage } from "../support/browser.mjs";

const BEFORE = [
  ["defense", "17"],
  ["chips", "prone"],
  ["chips", "cover"],
  ["blows", ""],
];

describe("own", () => {
  const compare = async (one, other) => (await openPage(["calculator/entered-inputs"]))[0].differingKeys(one, other);

  test("a_form_that_nobody_touched_has_no_inputs_of_the_player", async () => {
    assert.deepEqual(await compare(BEFORE, [...BEFORE].reverse().reverse()), []);
  });

  test("an_input_that_says_something_else_is_the_players", async () => {
    const after = BEFORE.map(([key, text]) => [key, key === "defense" ? "18" : text]);

    assert.deepEqual(await compare(BEFORE, after), ["defense"]);
  });

  test("a_chip_less_or_more_makes_the_set_the_players", async () => {
    assert.deepEqual(
      await compare(
        BEFORE,
        BEFORE.filter(([, text]) => text !== "cover"),
      ),
      ["chips"],
    );
  });

  test("a_row_that_came_or_went_counts_by_its_inputs", async () => {
    const rows = [
      ["foes.0.hp", "4"],
      ["foes.1.hp", "5"],
    ];

    assert.deepEqual(await compare(rows, rows.slice(0, 1)), ["foes.1.hp"]);
    assert.deepEqual(await compare(rows.slice(0, 1), rows), ["foes.1.hp"]);
  });
});

describe("kept own", () => {
  const given = new Map([
    ["skill", {}],
    ["weapon", {}],
  ]);
  const kept = async (own, stay) => (await openPage(["calculator/fill-values"]))[0].keptOwn(new Set(own), given, stay);

  test("what_a_sheet_supplies_is_the_players_no_more", async () => {
    assert.deepEqual(await kept(["skill", "weapon.damage", "distance"], []), ["distance"]);
  });

  test("what_stays_as_it_was_entered_stays_the_players", async () => {
    assert.deepEqual(await kept(["skill", "distance"], [{ key: "skill" }]), ["skill", "distance"]);
  });
});

describe("example line", () => {
  const target = { key: "defense", text: "Defense 17", example: true, theirs: true };
  const other = { key: "distance", text: "Distance 30 m", example: true, theirs: false };
  const words = async (left) => {
    const { before, named, after } = (await openPage(["calculator/example-line"]))[0].wordsFor(left);
    return `${before}${named}. ${after}`;
  };

  test("a_missing_target_is_named_with_what_to_do_about_it", async () => {
    assert.equal(
      await words([target, { ...target, text: "Hit points 25" }]),
      "Example’s target: Defense 17, Hit points 25. Choose a target or enter its numbers.",
    );
  });

  test("where_no_target_would_help_the_numbers_are_to_be_entered", async () => {
    assert.equal(await words([target, other]), "From the example: Defense 17, Distance 30 m. Enter your own.");
  });

  test("many_inputs_are_counted_from_the_fourth_on", async () => {
    assert.equal(
      await words([other, other, other, other, other]),
      "From the example: Distance 30 m, Distance 30 m, Distance 30 m, 2 more. Enter your own.",
    );
  });
});
