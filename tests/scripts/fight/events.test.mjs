// fight/events.js: what a player enters becomes an event, and what a player changes changes nothing else.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "../support/browser.mjs";

const module = async () => (await openPage(["fight/events"]))[0];
const then = [
  { do: "track", who: "b", name: "hit_points", by: -6 },
  { do: "hold", who: "b", id: "prone" },
  { do: "track", who: "b", name: "strain", to: 2 },
];
const ACT = { do: "act", who: "a", then };

test("fields_are_merged_by_their_names_and_kinds", async () => {
  const { merged } = await module();
  const fields = [
    { name: "name", value: "Bran" },
    { name: "hidden", value: true },
    { name: "number", value: "12", as: "number" },
    { name: "ends", value: '[{"at":"turn_end"}]', as: "json" },
    { name: "note", value: "" },
    { name: "left", value: "", as: "number" },
  ];

  assert.deepEqual(merged({ do: "edit", who: "b" }, fields), {
    do: "edit",
    who: "b",
    name: "Bran",
    hidden: true,
    number: 12,
    ends: [{ at: "turn_end" }],
    note: "",
  });
});

test("a_minus_button_negates_the_number_and_text_stays_for_python_to_refuse", async () => {
  const { merged } = await module();
  const by = (value, sign) => merged({ do: "track" }, [{ name: "by", value, as: "number" }], sign).by;

  assert.deepEqual([by("3", -1), by("3", 1), by("-3", -1), by("x", -1), by("1.5", 1)], [-3, 3, 3, "x", "1.5"]);
});

test("a_roll_is_applied_with_its_ticked_lines_and_their_numbers", async () => {
  const { applied } = await module();
  const all = new Map([
    [0, { ticked: true, number: 4 }],
    [1, { ticked: true }],
    [2, { ticked: true }],
  ]);

  assert.deepEqual(applied(ACT, new Map()), ACT);
  assert.deepEqual(applied(ACT, all).then, [
    { do: "track", who: "b", name: "hit_points", by: -4 },
    { do: "hold", who: "b", id: "prone" },
    { do: "track", who: "b", name: "strain", to: 2 },
  ]);
  assert.deepEqual(applied(ACT, new Map([[1, { ticked: false }]])).then, [ACT.then[0], ACT.then[2]]);
});

test("a_change_that_is_nothing_at_first_can_only_become_a_loss", async () => {
  const { applied } = await module();
  const then = [{ do: "track", who: "b", name: "fortune", by: 0 }];
  const event = { do: "act", who: "a", then };
  const by = (number) => applied(event, new Map([[0, { ticked: true, number }]])).then[0].by;

  assert.deepEqual([by(3), by(-3), Math.abs(by(0))], [-3, -3, 0]);
});

test("typed_places_are_an_order", async () => {
  const { ordered } = await module();

  assert.deepEqual(
    ordered([
      { name: "a", value: "2" },
      { name: "b", value: "x" },
    ]),
    {
      do: "order",
      places: { a: [2], b: ["x"] },
    },
  );
});
