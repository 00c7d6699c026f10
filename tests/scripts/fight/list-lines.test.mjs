// fight/list-lines.js: when a fight was changed last, in words.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "../support/browser.mjs";

const NOW = Date.parse("2026-11-28T12:00:00Z");

for (const [when, words] of [
  ["2026-11-28T11:59:01Z", "just now"],
  ["2026-11-28T11:59:00Z", "1 minute ago"],
  ["2026-11-28T10:01:00Z", "1 hour ago"],
  ["2026-11-27T12:00:00Z", "yesterday"],
  ["2026-11-18T13:00:00Z", "9 days ago"],
]) {
  test(`a_change_is_dated_in_whole_units: ${words}`, async () => {
    const [{ ago }] = await openPage(["fight/list-lines"]);
    assert.equal(ago(when, NOW), words);
  });
}
