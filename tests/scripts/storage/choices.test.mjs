// settings.js and active-character.js: small choices last on this device or in this tab, as long as the page where storage refuses.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { define, openPage, refusal } from "../support/browser.mjs";

const CHOSEN = "tableside./.chosen";

describe("settings", () => {
  const load = async () => (await openPage(["storage/settings"]))[0];

  test("a_setting_is_there_after_a_reload_under_a_name_with_the_path", async () => {
    (await load()).writeSetting("worker", "py-1");

    assert.equal((await load()).readSetting("worker"), "py-1");
    assert.equal(localStorage.getItem("tableside / worker"), "py-1");
    assert.equal((await load()).readSetting("other"), null);
  });

  test("where_storage_is_refused_a_setting_lasts_as_long_as_the_page", async () => {
    define({ localStorage: refusal() });
    const settings = await load();

    settings.writeSetting("worker", "py-1");

    assert.equal(settings.readSetting("worker"), "py-1");
    assert.equal((await load()).readSetting("worker"), null);
  });

  test("another_page_is_heard_of", async () => {
    const [one, other] = [await load(), await load()];
    one.writeSetting("worker", "py-1");

    other.writeSetting("worker", "py-2");

    assert.equal(one.readSetting("worker"), "py-2");
  });
});

describe("the character of the session", () => {
  const load = async () => (await openPage(["storage/active-character"]))[0];

  test("a_choice_is_there_after_a_reload_for_its_game_alone", async () => {
    (await load()).setActiveCharacter("wwn", { id: "anna", weapon: 1, target: "bert" });

    const { activeCharacter } = await load();

    assert.deepEqual(activeCharacter("wwn"), { id: "anna", weapon: 1, target: "bert" });
    assert.equal(activeCharacter("raiders"), null);
  });

  test("a_choice_can_be_taken_back_and_the_others_stay", async () => {
    const { activeCharacter, setActiveCharacter } = await load();
    setActiveCharacter("wwn", { id: "anna", weapon: 0, target: "" });
    setActiveCharacter("raiders", { id: "bert", weapon: 0, target: "" });

    setActiveCharacter("wwn", null);

    assert.equal(activeCharacter("wwn"), null);
    assert.equal(activeCharacter("raiders").id, "bert");
  });

  test("an_address_is_expected_with_what_the_character_brings", async () => {
    const { activeCharacter, setActiveCharacter, expectValues } = await load();
    expectValues("wwn", "../../wwn/attack/#a=1");
    assert.equal(activeCharacter("wwn"), null, "without a character nothing is expected");
    setActiveCharacter("wwn", { id: "anna", weapon: 0, target: "" });

    expectValues("wwn", "/wwn/attack/#a=1", { act: true });

    assert.deepEqual(activeCharacter("wwn").at, { "/wwn/attack/": { act: true, hash: "#a=1" } });
  });

  for (const held of ["{", "null", "7", '{"wwn": null}', '{"wwn": {"id": 7}}', '{"wwn": "anna"}']) {
    test(`stored_text_in_disorder_is_no_choice: ${held}`, async () => {
      sessionStorage.setItem(CHOSEN, held);
      const { activeCharacter, setActiveCharacter } = await load();
      assert.equal(activeCharacter("wwn"), null);

      setActiveCharacter("wwn", { id: "anna", weapon: 0, target: "" });

      assert.equal(activeCharacter("wwn").id, "anna");
    });
  }

  test("refused_storage_fails_nothing", async () => {
    define({ sessionStorage: refusal() });
    const { activeCharacter, setActiveCharacter } = await load();

    setActiveCharacter("wwn", { id: "anna", weapon: 0, target: "" });

    assert.equal(activeCharacter("wwn"), null);
  });
});
