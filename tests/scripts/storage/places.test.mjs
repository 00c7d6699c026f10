// places.js: what was pinned and used last is there after a reload; junk is set aside; nothing leads out of the site.

import assert from "node:assert/strict";
import { test } from "node:test";
import { define, openPage, refusal } from "../support/browser.mjs";

const PINNED = "tableside./.pinned";
const RECENT = "tableside./.recent";
const open = async () => (await openPage(["storage/places"]))[0];

test("what_is_pinned_is_there_after_a_reload_the_newest_first", async () => {
  const { pinned } = await open();
  pinned.add("wwn/attack/", "Attack");
  pinned.add("wwn/rules/#WWN-SHOCK-01", "Shock");

  const again = (await open()).pinned;

  assert.deepEqual(again.list(), [
    ["wwn/rules/#WWN-SHOCK-01", "Shock"],
    ["wwn/attack/", "Attack"],
  ]);
});

test("a_calculator_is_pinned_once_whatever_its_inputs_and_a_rule_is_a_place_of_its_own", async () => {
  const { pinned } = await open();
  pinned.add("wwn/attack/#skill=1", "Attack");
  pinned.add("wwn/attack/", "Attack");
  pinned.add("wwn/rules/#WWN-SHOCK-01", "Shock");

  assert.equal(pinned.list().length, 2);
  assert.ok(pinned.has("wwn/attack/#skill=3"));
  assert.ok(!pinned.has("wwn/rules/#WWN-HIT-01"));
  pinned.remove("wwn/attack/#skill=2");
  assert.ok(!pinned.has("wwn/attack/"));
});

test("an_address_that_leads_out_of_the_site_is_left_out", async () => {
  const addresses = [
    "javascript:alert(1)//",
    "//evil.test/",
    "https://evil.test/",
    "../x/",
    "wwn/attack",
    "wwn/attack/",
  ];
  localStorage.setItem(PINNED, JSON.stringify({ schema: 1, pairs: addresses.map((each) => [each, "Attack"]) }));

  assert.deepEqual((await open()).pinned.list(), [["wwn/attack/", "Attack"]]);
});

test("junk_is_set_aside_when_something_is_pinned", async () => {
  localStorage.setItem(PINNED, "{");
  const { pinned } = await open();
  assert.deepEqual(pinned.list(), []);

  assert.equal(pinned.add("wwn/attack/", "Attack"), "");

  assert.equal(localStorage.getItem(`${PINNED}.unreadable`), "{");
  assert.ok(pinned.has("wwn/attack/"));
});

test("refused_storage_is_reported", async () => {
  define({ localStorage: refusal() });

  assert.match((await open()).pinned.add("wwn/attack/", "Attack"), /^This browser keeps nothing/);
});

const visit = async (path, dataset) => {
  define({ location: new URL(`https://tableside.test${path}`) });
  Object.assign(document, { title: "Attack · Worlds Without Number · Tableside", documentElement: { dataset } });
  (await open()).recordVisit();
};

test("a_visit_is_stored_without_inputs_and_only_the_last_twelve_are", async () => {
  for (let number = 0; number < 13; number += 1) await visit(`/wwn/attack-${number}/#skill=1`, { system: "wwn" });

  const visits = JSON.parse(localStorage.getItem(RECENT)).pairs;

  assert.equal(visits.length, 12);
  assert.deepEqual(visits[0], ["wwn/attack-12/", "Attack"]);
});

test("pages_of_no_game_embedded_pages_and_views_for_players_are_no_visits", async () => {
  await visit("/help/", {});
  await visit("/wwn/attack/", { system: "wwn", embed: "" });
  await visit("/wwn/fight/view/", { system: "wwn" });

  assert.equal(localStorage.getItem(RECENT), null);
});
