// settings.js and active-character.js: small choices last on this device or in this tab, as long as the page where storage refuses.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { define, openPage, refusal } from "../support/browser.mjs";

const CHOSEN = "tableside./.chosen";

describe("settings", () => {
  const load = async () => (await openPage(["storage/settings"]))[0];

  test("a_setting_is_there_after_a_reload_under_a_name_with_the_path", async () => {
    (await load()).keep("worker", "py-1");

    assert.equal((await load()).kept("worker"), "py-1");
    assert.equal(localStorage.getItem("tableside / worker"), "py-1");
    assert.equal((await load()).kept("other"), null);
  });

  test("where_storage_is_refused_a_setting_lasts_as_long_as_the_page", async () => {
    define({ localStorage: refusal() });
    const settings = await load();

    settings.keep("worker", "py-1");

    assert.equal(settings.kept("worker"), "py-1");
    assert.equal((await load()).kept("worker"), null);
  });

  test("another_page_is_heard_of", async () => {
    const [one, other] = [await load(), await load()];
    one.keep("worker", "py-1");

    other.keep("worker", "py-2");

    assert.equal(one.kept("worker"), "py-2");
  });
});

describe("the character of the session", () => {
  const load = async () => (await openPage(["storage/active-character"]))[0];

  test("a_choice_is_there_after_a_reload_for_its_game_alone", async () => {
    (await load()).choose("wwn", { id: "anna", weapon: 1, target: "bert" });

    const { chosen } = await load();

    assert.deepEqual(chosen("wwn"), { id: "anna", weapon: 1, target: "bert" });
    assert.equal(chosen("raiders"), null);
  });

  test("a_choice_can_be_taken_back_and_the_others_stay", async () => {
    const { chosen, choose } = await load();
    choose("wwn", { id: "anna", weapon: 0, target: "" });
    choose("raiders", { id: "bert", weapon: 0, target: "" });

    choose("wwn", null);

    assert.equal(chosen("wwn"), null);
    assert.equal(chosen("raiders").id, "bert");
  });

  test("an_address_is_expected_with_what_the_character_brings", async () => {
    const { chosen, choose, expect } = await load();
    expect("wwn", "../../wwn/attack/#a=1");
    assert.equal(chosen("wwn"), null, "without a character nothing is expected");
    choose("wwn", { id: "anna", weapon: 0, target: "" });

    expect("wwn", "/wwn/attack/#a=1", { act: true });

    assert.deepEqual(chosen("wwn").at, { "/wwn/attack/": { act: true, hash: "#a=1" } });
  });

  for (const held of ["{", "null", "7", '{"wwn": null}', '{"wwn": {"id": 7}}', '{"wwn": "anna"}']) {
    test(`stored_text_in_disorder_is_no_choice: ${held}`, async () => {
      sessionStorage.setItem(CHOSEN, held);
      const { chosen, choose } = await load();
      assert.equal(chosen("wwn"), null);

      choose("wwn", { id: "anna", weapon: 0, target: "" });

      assert.equal(chosen("wwn").id, "anna");
    });
  }

  test("refused_storage_fails_nothing", async () => {
    define({ sessionStorage: refusal() });
    const { chosen, choose } = await load();

    choose("wwn", { id: "anna", weapon: 0, target: "" });

    assert.equal(chosen("wwn"), null);
  });
});
