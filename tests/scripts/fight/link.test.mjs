// fight/link.js: a link to a fight is previewed, leads to the page of its game, or is refused with a sentence.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "../support/browser.mjs";

const module = async () => (await openPage(["fight/link"]))[0];
const READ = { ok: true, name: "Ford", events: [{ do: "begin" }], cursor: 1 };

test("a_link_names_its_game_and_holds_its_text", async () => {
  const { linkIn, linkOf } = await module();

  assert.deepEqual(linkIn(linkOf("wwn", "1.ab-_")), { system: "wwn", text: "1.ab-_" });
  assert.equal(linkIn("#open=1"), null);
  assert.equal(linkIn(""), null);
});

test("a_fight_of_a_link_is_a_preview", async () => {
  const { fightOf } = await module();
  const { fight } = await fightOf({ system: "wwn", text: "1.ab" }, "wwn", async () => READ);

  assert.deepEqual([fight.name, fight.revision, fight.isPreview], ["Ford", 0, true]);
  assert.deepEqual(fight.data, { events: READ.events, cursor: 1 });
});

test("a_fight_of_another_game_leads_there", async () => {
  const { fightOf } = await module();
  const found = await fightOf({ system: "wwn", text: "1.ab" }, "raiders", async () => READ);

  assert.deepEqual(found, { elsewhere: "../../wwn/fight/#fight=1.wwn.1.ab" });
});

for (const hash of ["#fight=", "#fight=1.wwn", "#fight=2.wwn.1.ab", "#fight=1.chess.1.ab", "#fight=1.wwn.1.a!"]) {
  test(`what is no link is refused: ${hash}`, async () => {
    const { fightOf, linkIn } = await module();
    const found = await fightOf(linkIn(hash), "wwn", async () => READ);

    assert.match(found.why, /\.$/);
  });
}

test("a_link_that_is_too_long_is_not_read", async () => {
  const { linkIn } = await module();

  assert.match(linkIn(`#fight=1.wwn.1.${"a".repeat(30_000)}`).why, /longer/);
});

test("what_python_refuses_is_said", async () => {
  const { fightOf } = await module();
  const refused = { ok: false, problems: [{ text: "This link is damaged." }] };
  const wrong = { ...READ, name: "x".repeat(61) };

  assert.deepEqual(await fightOf({ system: "wwn", text: "1.ab" }, "wwn", async () => refused), {
    why: "This link is damaged.",
  });
  assert.match((await fightOf({ system: "wwn", text: "1.ab" }, "wwn", async () => wrong)).why, /60/);
  assert.match((await fightOf({ system: "wwn", text: "1.ab" }, "wwn", async () => null)).why, /Python/);
});
