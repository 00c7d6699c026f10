// fight/proposals.js: what is not applied yet stays on the device, by fight, and junk counts as none.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openPage } from "../support/browser.mjs";

const PROPOSAL = {
  id: "p",
  request: { act: "attack", who: "a", to: "b" },
  faces: [12, 3],
  view: { panel: "target" },
  lines: [[0, { ticked: false }]],
};

async function open() {
  const [{ createProposals }, settings] = await openPage(["fight/proposals", "storage/settings"]);
  return { ...settings, createProposals };
}

describe("a proposal", () => {
  test("is_there_for_its_fight_and_game_after_a_reload_until_it_is_removed", async () => {
    const { createProposals } = await open();
    createProposals("wwn").set("one", PROPOSAL);
    const later = (await open()).createProposals("wwn");

    assert.deepEqual(later.get("one"), PROPOSAL);
    assert.equal(later.get("two"), null);
    assert.equal((await open()).createProposals("obss").get("one"), null);
    later.set("one", null);
    assert.equal(createProposals("wwn").get("one"), null);
  });

  test("with_dice_that_are_typed_in_part_is_kept_with_its_title_and_text", async () => {
    const half = { ...PROPOSAL, faces: [12], title: "Hild: Attack", text: "3", kind: "fight_order" };
    (await open()).createProposals("wwn").set("one", half);
    assert.deepEqual((await open()).createProposals("wwn").get("one"), half);
  });

  test("of_an_older_fight_goes_after_ten_others", async () => {
    const proposals = (await open()).createProposals("wwn");
    for (let fight = 0; fight < 11; fight += 1) proposals.set(`${fight}`, PROPOSAL);

    assert.equal(proposals.get("0"), null);
    assert.deepEqual(proposals.get("1"), PROPOSAL);
  });

  test("that_cannot_be_read_counts_as_none", async () => {
    for (const junk of [
      "{",
      "7",
      "[7]",
      '[["one"]]',
      '[["one", null]]',
      JSON.stringify([["one", { ...PROPOSAL, faces: 1 }]]),
      JSON.stringify([["one", { ...PROPOSAL, lines: [7] }]]),
      JSON.stringify([["one", { ...PROPOSAL, title: 7 }]]),
      JSON.stringify([["one", { ...PROPOSAL, kind: "answer" }]]),
    ]) {
      const { createProposals, writeSetting } = await open();
      writeSetting("proposals wwn", junk);
      assert.equal(createProposals("wwn").get("one"), null, junk);
    }
  });
});
