// table-rules-store.js: table rules are kept on this device, and what cannot be read is never lost.

import assert from "node:assert/strict";
import { test } from "node:test";
import { define, eventOf, openPage, refusal } from "../support/browser.mjs";

const KEY = "tableside./.house.openquest";
const NOTHING = { schema: 1, pairs: [], trouble: "", unused: false, open: true };
const PAIRS = [["mastery", "off"]];

/** The table rules as a page that was just loaded has them. */
async function load() {
  const [house] = await openPage(["storage/table-rules-store"]);
  return house.createTableRulesStore("openquest");
}

test("rules_are_there_after_a_reload_in_the_stored_form", async () => {
  const house = await load();
  assert.deepEqual(house.read(), NOTHING);

  assert.equal(house.write(PAIRS), "");

  assert.deepEqual((await load()).read(), { ...NOTHING, pairs: PAIRS });
  assert.equal(localStorage.getItem(KEY), '{"schema":1,"pairs":[["mastery","off"]]}');
});

test("without_rules_nothing_is_stored", async () => {
  const house = await load();
  house.write(PAIRS);

  house.write([]);

  assert.equal(localStorage.getItem(KEY), null);
});

const pair = (...texts) => JSON.stringify({ schema: 1, pairs: [texts] });
for (const text of [
  "{",
  "[]",
  "null",
  '"off"',
  '{"schema": 1, "pairs": [["mastery"]]}',
  pair("mastery", 1),
  pair("mastery", "x".repeat(301)),
  JSON.stringify({ schema: 1, pairs: Array(501).fill(["mastery", "off"]) }),
]) {
  test(`what_cannot_be_read_is_reported_and_set_aside: ${text.slice(0, 40)}`, async () => {
    localStorage.setItem(KEY, text);
    const house = await load();
    const { pairs, trouble, unused, open } = house.read();
    assert.deepEqual([pairs, unused, open], [[], true, true]);
    assert.match(trouble, /cannot be read/);

    assert.equal(house.write(PAIRS), "");

    assert.equal(localStorage.getItem(`${KEY}.unreadable`), text);
    assert.deepEqual(house.read(), { ...NOTHING, pairs: PAIRS });
  });
}

test("what_a_newer_version_wrote_stays_untouched", async () => {
  const newer = '{"schema":2,"pairs":[["mastery","off"]]}';
  localStorage.setItem(KEY, newer);
  const house = await load();

  const { pairs, trouble, open } = house.read();

  assert.deepEqual([pairs, open], [[], false]);
  assert.match(trouble, /from a newer Tableside/);
  assert.equal(house.write(PAIRS), trouble);
  assert.equal(localStorage.getItem(KEY), newer);
});

test("refused_storage_is_reported", async () => {
  define({ localStorage: refusal() });
  const house = await load();

  const { trouble, open } = house.read();

  assert.match(trouble, /^This browser keeps nothing for this site/);
  assert.equal(open, false);
  assert.equal(house.write(PAIRS), trouble);
});

test("full_storage_is_reported_and_keeps_what_was_there", async () => {
  const house = await load();
  house.write(PAIRS);
  const full = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  define({ setItem: full }, localStorage);

  assert.match(house.write([["mastery", "on"]]), /^This browser keeps nothing/);

  assert.deepEqual(house.read().pairs, PAIRS);
});

test("a_page_is_notified_of_changes_by_other_pages_and_of_its_own_return", async () => {
  const house = await load();
  let heard = 0;
  house.watch(() => (heard += 1));

  window.dispatchEvent(eventOf("storage", { key: `${KEY}.unreadable` }));
  window.dispatchEvent(eventOf("pageshow", { persisted: false }));
  assert.equal(heard, 0);
  window.dispatchEvent(eventOf("storage", { key: KEY }));
  window.dispatchEvent(eventOf("storage", { key: null }));
  window.dispatchEvent(eventOf("pageshow", { persisted: true }));

  assert.equal(heard, 3);
});

test("a_question_carries_the_rules_of_its_game_alone", async () => {
  (await load()).write(PAIRS);
  const [house] = await openPage(["storage/table-rules-store"]);

  assert.deepEqual(house.tableRules("openquest"), { house: PAIRS });
  assert.deepEqual(house.tableRules("wwn"), {});
});
