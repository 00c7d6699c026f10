// search.js: a row is found by all words of a search, whatever their case and accents.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "../support/browser.mjs";

const row = (textContent) => ({ querySelector: () => ({ textContent }) });

test("a_row_is_found_by_all_words_without_case_and_accents", async () => {
  const [{ has }] = await openPage(["shared/search"]);
  const wolf = row("Größer WÓLF own foe");

  for (const words of [[], ["wolf"], ["foe", "wo"], ["groß"], ["own"]]) assert.ok(has(wolf, words), words.join());
  for (const words of [["wolf", "orc"], ["wolves"]]) assert.ok(!has(wolf, words), words.join());
});
