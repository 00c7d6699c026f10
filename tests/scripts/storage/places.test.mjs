// places.js: what was favorites and used last is there after a reload; junk is set aside; nothing leads out of the site.

import assert from "node:assert/strict";
import { test } from "node:test";
import { define, openPage, refusal } from "../support/browser.mjs";

const FAVORITES = "tableside./.favorites";
const RECENT = "tableside./.recent";
const open = async () => (await openPage(["storage/places"]))[0];

test("what_is_pinned_is_there_after_a_reload_the_newest_first", async () => {
  const { favorites } = await open();
  favorites.add("wwn/attack/", "Attack");
  favorites.add("wwn/rules/#WWN-SHOCK-01", "Shock");

  const again = (await open()).favorites;

  assert.deepEqual(again.list(), [
    ["wwn/rules/#WWN-SHOCK-01", "Shock"],
    ["wwn/attack/", "Attack"],
  ]);
});

test("a_calculator_is_pinned_once_whatever_its_inputs_and_a_rule_is_a_place_of_its_own", async () => {
  const { favorites } = await open();
  favorites.add("wwn/attack/#skill=1", "Attack");
  favorites.add("wwn/attack/", "Attack");
  favorites.add("wwn/rules/#WWN-SHOCK-01", "Shock");

  assert.equal(favorites.list().length, 2);
  assert.ok(favorites.has("wwn/attack/#skill=3"));
  assert.ok(!favorites.has("wwn/rules/#WWN-HIT-01"));
  favorites.remove("wwn/attack/#skill=2");
  assert.ok(!favorites.has("wwn/attack/"));
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
  localStorage.setItem(FAVORITES, JSON.stringify({ schema: 1, pairs: addresses.map((each) => [each, "Attack"]) }));

  assert.deepEqual((await open()).favorites.list(), [["wwn/attack/", "Attack"]]);
});

test("junk_is_set_aside_when_something_is_pinned", async () => {
  localStorage.setItem(FAVORITES, "{");
  const { favorites } = await open();
  assert.deepEqual(favorites.list(), []);

  assert.equal(favorites.add("wwn/attack/", "Attack"), "");

  assert.equal(localStorage.getItem(`${FAVORITES}.unreadable`), "{");
  assert.ok(favorites.has("wwn/attack/"));
});

test("inputs_that_are_too_long_are_left_out_and_harm_no_other_place", async () => {
  const { favorites } = await open();
  favorites.add("wwn/save/", "Saving throw");

  favorites.add(`wwn/attack/#note=${"x".repeat(5000)}`, "Attack");

  assert.deepEqual(
    favorites.list().map(([address]) => address),
    ["wwn/attack/", "wwn/save/"],
  );
});

test("refused_storage_is_reported", async () => {
  define({ localStorage: refusal() });

  assert.match((await open()).favorites.add("wwn/attack/", "Attack"), /^This browser keeps nothing/);
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
