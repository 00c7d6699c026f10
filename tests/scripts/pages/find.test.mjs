// find.js: what is searched for stands first, and the game that one comes from before the others.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openPage } from "../support/browser.mjs";

const entry = (title, system, kind = "rule", more = {}) => ({
  system,
  kind,
  title,
  text: "",
  where: "",
  url: `${system}/rules/#${kind}-${title}`,
  ...more,
});
const open = async () => (await openPage(["pages/find"]))[0];
const titles = (entries) => entries.map(({ title, system }) => `${system} ${title}`);

describe("search", () => {
  test("the_game_that_one_comes_from_stands_first", async () => {
    const { search, words } = await open();
    const entries = [entry("Prone", "obss", "calculator"), entry("Prone", "wwn"), entry("Standing up", "wwn")];
    entries[2].text = "Someone prone stands up.";

    assert.deepEqual(titles(search(entries, words("prone"), "wwn")), ["wwn Prone", "wwn Standing up", "obss Prone"]);
  });

  test("without_a_game_titles_stand_before_texts_and_calculators_before_rules", async () => {
    const { search, words } = await open();
    const entries = [
      entry("Other", "wwn", "rule", { text: "prone" }),
      entry("Prone", "wwn"),
      entry("Prone", "obss", "calculator"),
    ];

    assert.deepEqual(titles(search(entries, words("prone"), null)), ["obss Prone", "wwn Prone", "wwn Other"]);
  });

  test("a_rule_whose_id_was_typed_stands_before_the_game", async () => {
    const { search, words } = await open();
    const hit = entry("To hit", "obss", "rule", { text: "OBSS-HIT-14", url: "obss/rules/#OBSS-HIT-14" });
    const entries = [entry("About it", "wwn", "rule", { text: "OBSS-HIT-14" }), hit];

    assert.equal(titles(search(entries, words("obss-hit-14"), "wwn"))[0], "obss To hit");
  });

  test("british_spelling_finds_american_and_an_unfinished_word_counts", async () => {
    const { matches, words } = await open();

    assert.ok(matches("Armor of the foe", words("armour")));
    assert.ok(matches("Stabilize", words("stabilis")));
    assert.ok(!matches("Armor", words("armour class")));
  });
});
