// entered-inputs.js, fill-values.js, source-marks.js, example-line.js: which inputs the player, a sheet or the example has
// filled, and how the page marks them.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openPage } from "../support/browser.mjs";

const BEFORE = [
  ["defense", "17"],
  ["chips", "prone"],
  ["chips", "cover"],
  ["blows", ""],
];

describe("differing keys", () => {
  const compare = async (one, other) => (await openPage(["calculator/entered-inputs"]))[0].differingKeys(one, other);

  test("an_unchanged_form_has_no_entered_inputs", async () => {
    assert.deepEqual(await compare(BEFORE, [...BEFORE].reverse().reverse()), []);
  });

  test("a_changed_input_counts_as_entered", async () => {
    const after = BEFORE.map(([key, text]) => [key, key === "defense" ? "18" : text]);

    assert.deepEqual(await compare(BEFORE, after), ["defense"]);
  });

  test("a_changed_chip_makes_the_whole_set_entered", async () => {
    assert.deepEqual(
      await compare(
        BEFORE,
        BEFORE.filter(([, text]) => text !== "cover"),
      ),
      ["chips"],
    );
  });

  test("the_inputs_of_an_added_or_removed_row_count_as_entered", async () => {
    const rows = [
      ["foes.0.hp", "4"],
      ["foes.1.hp", "5"],
    ];

    assert.deepEqual(await compare(rows, rows.slice(0, 1)), ["foes.1.hp"]);
    assert.deepEqual(await compare(rows.slice(0, 1), rows), ["foes.1.hp"]);
  });
});

describe("still entered", () => {
  const given = new Map([
    ["skill", {}],
    ["weapon", {}],
  ]);
  const still = async (entered, kept) =>
    (await openPage(["calculator/fill-values"]))[0].stillEntered(new Set(entered), given, kept);

  test("an_input_that_the_sheet_fills_is_no_longer_entered", async () => {
    assert.deepEqual(await still(["skill", "weapon.damage", "distance"], []), ["distance"]);
  });

  test("a_kept_input_stays_entered", async () => {
    assert.deepEqual(await still(["skill", "distance"], [{ key: "skill" }]), ["skill", "distance"]);
  });
});

describe("source marks", () => {
  test("all_marks_ask_once_which_inputs_are_entered", async () => {
    const [{ createSourceMarks }] = await openPage(["calculator/source-marks"]);
    const places = ["skill", "weapon", "defense"].map((filling) => ({ dataset: { filling }, replaceChildren() {} }));
    const form = { addEventListener() {}, querySelectorAll: (found) => (found === "[data-filling]" ? places : []) };
    let asked = 0;
    const enteredKeys = () => {
      asked += 1;
      return new Set();
    };

    createSourceMarks({ form, changed() {} }, enteredKeys).draw();

    assert.equal(asked, 1);
  });
});

describe("example line", () => {
  const target = { key: "defense", text: "Defense 17", example: true, theirs: true };
  const other = { key: "distance", text: "Distance 30 m", example: true, theirs: false };
  const text = async (left) => {
    const { before, named, after } = (await openPage(["calculator/example-line"]))[0].textFor(left);
    return `${before}${named}. ${after}`;
  };

  test("a_missing_target_is_named_with_advice", async () => {
    assert.equal(
      await text([target, { ...target, text: "Hit points 25" }]),
      "Example’s target: Defense 17, Hit points 25. Choose a target or enter its numbers.",
    );
  });

  test("the_advice_is_to_enter_numbers_when_a_target_does_not_suffice", async () => {
    assert.equal(await text([target, other]), "From the example: Defense 17, Distance 30 m. Enter your own.");
  });

  test("inputs_after_the_third_are_counted", async () => {
    assert.equal(
      await text([other, other, other, other, other]),
      "From the example: Distance 30 m, Distance 30 m, Distance 30 m, 2 more. Enter your own.",
    );
  });
});
