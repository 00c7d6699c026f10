// fight/source.js: an address names a fight on this device, or the page says in a sentence why it opens none.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "../support/browser.mjs";

const ID = "33333333-cccc-4ccc-8ccc-333333333333";
const KEPT = {
  id: ID,
  system: "wwn",
  schema: 1,
  name: "Ford",
  revision: 2,
  updated: "",
  data: { events: [], cursor: 0 },
};

/** What the page of WWN's fights finds where this record is stored. */
async function found(record, { newer = false, hash = `#open=${ID}` } = {}) {
  const [{ findFight }] = await openPage(["fight/source"]);
  const fights = { get: async (id) => (id === record?.id ? record : null), newer: () => newer };
  return findFight(fights, "wwn", hash);
}

test("a_stored_fight_is_opened_and_one_of_another_game_on_its_page", async () => {
  assert.deepEqual(await found(KEPT), { fight: KEPT });
  assert.deepEqual(await found({ ...KEPT, system: "obss" }), { elsewhere: `../../obss/fight/#open=${ID}` });
});

test("a_fight_that_cannot_be_opened_is_named_with_the_reason", async () => {
  assert.match((await found(null)).why, /^This fight is not on this device/);
  assert.match((await found(KEPT, { newer: true })).why, /newer Tableside/);
  assert.match((await found({ ...KEPT, data: [1] })).why, /damaged on this device.* It has no list of events\.$/);
});

test("any_other_state_is_a_new_fight_that_is_not_stored", async () => {
  for (const hash of ["#new=1", `#with=${ID}`, "#foe=wolf"]) {
    const { fight } = await found(KEPT, { hash });
    assert.notEqual(fight.id, ID);
    assert.deepEqual([fight.revision, fight.data], [0, { events: [], cursor: 0 }]);
  }
});
