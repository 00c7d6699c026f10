// fights.js: each saved event is committed, no tab overwrites another one, and what cannot be read stays untouched.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { define, openPage, refusal, settle, until } from "../support/browser.mjs";
import { refusedAs } from "../support/refusals.mjs";
import { formOf, makeDatabase, openRaw } from "../support/storage.mjs";

const DATABASE = "tableside./.fights";
const ID = "33333333-cccc-4ccc-8ccc-333333333333";
const BEGIN = { do: "begin" };
const NEXT = { do: "next" };
/** The database as version 1 makes it. A later version must be able to start from it. */
const VERSION_1 = {
  name: DATABASE,
  version: 1,
  stores: { fights: { keyPath: "id", indexes: { system: "system" } } },
};

const draft = (events = [], more = {}) => ({
  system: "wwn",
  id: ID,
  name: "At the bridge",
  data: { events, cursor: events.length },
  ...more,
});
const stored = (more = {}) => ({
  ...draft([BEGIN]),
  schema: 1,
  revision: 1,
  updated: "2026-11-01T10:00:00.000Z",
  ...more,
});

async function module() {
  const [fights] = await openPage(["storage/fights"]);
  return fights;
}

const open = async () => (await module()).openFights();

async function putRaw(record) {
  const db = await openRaw(DATABASE);
  const tx = db.transaction("fights", "readwrite");
  tx.objectStore("fights").put(record);
  await new Promise((done) => tx.addEventListener("complete", done));
  db.close();
}

describe("saving", () => {
  test("each_save_is_one_strict_transaction_that_is_committed_before_it_resolves", async () => {
    const order = [];
    const begin = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function (...given) {
      const tx = begin.apply(this, given);
      if (given[1] === "readwrite") {
        assert.deepEqual(given[2], { durability: "strict" });
        tx.addEventListener("complete", () => order.push("committed"));
      }
      return tx;
    };
    const fights = await open();

    await fights.save(draft([BEGIN]), { from: 0 }).then(() => order.push("saved"));

    assert.deepEqual(order, ["committed", "saved"]);
  });

  test("a_saved_fight_is_there_after_a_reload", async () => {
    const first = await (await open()).save(draft([BEGIN]), { from: 0 });
    const fights = await open();
    const second = await fights.save(draft([BEGIN, NEXT], { data: { events: [BEGIN, NEXT], cursor: 1 } }), {
      from: 1,
      updated: first.updated,
    });

    assert.deepEqual(await (await open()).get(ID), second);
    assert.deepEqual([second.schema, second.revision, second.data.cursor], [1, 2, 1]);
    assert.deepEqual(await formOf(DATABASE), VERSION_1);
  });

  test("a_tab_that_saves_over_another_ones_event_gets_a_conflict_with_what_is_stored", async () => {
    const [mine, theirs] = [await open(), await open()];
    const reports = [];
    mine.watch((change) => reports.push(change));
    const first = await mine.save(draft([BEGIN]), { from: 0 });
    const second = await theirs.save(draft([BEGIN, NEXT]), { from: 1, updated: first.updated });

    const conflict = await refusedAs("Conflict", mine.save(draft([BEGIN, BEGIN]), { from: 1, updated: first.updated }));

    assert.deepEqual(conflict.stored, second);
    assert.match(conflict.message, /^This fight was changed in another tab/);
    assert.deepEqual((await mine.get(ID)).data.events, [BEGIN, NEXT]);
    await until(() => reports.length);
    assert.deepEqual(reports, [{ id: ID, revision: 2 }]);
  });

  test("a_deleted_fight_can_be_restored_unchanged", async () => {
    const fights = await open();
    const saved = await fights.save(draft([BEGIN]), { from: 0 });
    const removed = await fights.remove(ID);
    const conflict = await refusedAs("Conflict", fights.save(draft([BEGIN, NEXT]), { from: 1 }));
    await fights.restore(removed);

    assert.equal(conflict.stored, null);
    assert.deepEqual(await fights.get(ID), saved);
  });

  test("a_fight_is_renamed_with_all_its_events", async () => {
    const fights = await open();
    await fights.save(draft([BEGIN]), { from: 0 });

    const renamed = await fights.rename(ID, "In the mill");

    assert.deepEqual([renamed.name, renamed.revision, renamed.data.events], ["In the mill", 2, [BEGIN]]);
    assert.deepEqual(
      (await fights.list("wwn")).map(({ name }) => name),
      ["In the mill"],
    );
    assert.deepEqual(await fights.list("raiders"), []);
  });
});

describe("what cannot be changed", () => {
  for (const more of [{ schema: 2 }, { system: "no_such_game" }]) {
    test(`a_fight_of_a_newer_tableside_stays_as_it_is: ${JSON.stringify(more)}`, async () => {
      const fights = await open();
      await putRaw(stored(more));

      await refusedAs("Newer", fights.save(draft([BEGIN, NEXT]), { from: 1 }));
      await refusedAs("Newer", fights.rename(ID, "Mine"));

      assert.deepEqual(await fights.get(ID), stored(more));
      assert.equal((await fights.list(more.system ?? "wwn"))[0].newer, true);
    });
  }

  test("a_database_of_a_newer_tableside_is_read_only", async () => {
    await makeDatabase({ ...VERSION_1, version: 2 });
    await putRaw(stored());

    const fights = await open();

    assert.ok(fights.readonly);
    assert.match(fights.why, /^The fights on this device are from a newer Tableside/);
    await refusedAs("Newer", fights.save(draft([BEGIN, NEXT]), { from: 1 }));
    assert.deepEqual(await fights.get(ID), stored());
  });

  test("without_a_database_fights_stay_in_memory_and_a_sentence_says_so", async () => {
    define({ indexedDB: refusal() });
    const fights = await open();
    await fights.save(draft([BEGIN]), { from: 0 });

    assert.equal(fights.kept, false);
    assert.match(fights.why, /Fights stay only while this page is open/);
    assert.deepEqual((await fights.get(ID)).data.events, [BEGIN]);
  });
});

describe("junk", () => {
  const junk = [
    [null, "is no record of a fight"],
    [[], "is no record of a fight"],
    [stored({ system: 7 }), "is of a game that is not known here"],
    [stored({ schema: 0 }), "has a schema that is no whole number"],
    [stored({ id: "../x" }), "has no proper id"],
    [stored({ name: null }), "has no name"],
    [stored({ name: "x".repeat(61) }), "at most 60 are allowed"],
    [stored({ name: "a\0" }), "a NUL character"],
    [stored({ data: null }), "has no list of events"],
    [stored({ data: { events: {}, cursor: 0 } }), "has no list of events"],
    [stored({ data: { events: [BEGIN, 7], cursor: 0 } }), "has an entry (2) that is no event"],
    [stored({ data: { events: [{}], cursor: 0 } }), "has an entry (1) that is no event"],
    [stored({ data: { events: [], cursor: 1 } }), "has a cursor that is no whole number from 0 to 0"],
    [stored({ data: { events: Array(2_001).fill(BEGIN), cursor: 0 } }), "at most 2000 are allowed"],
  ];
  for (const [record, words] of junk) {
    test(`trouble_is_named: ${words}`, async () => {
      const { fightTrouble } = await module();

      assert.ok(fightTrouble(record).includes(words), fightTrouble(record));
    });
  }

  test("a_sound_record_has_no_trouble", async () => {
    assert.equal((await module()).fightTrouble(stored()), "");
  });

  test("a_damaged_record_is_listed_renamed_and_removed_and_keeps_what_it_holds", async () => {
    const fights = await open();
    const damaged = stored({ data: "torn", more: 1 });
    await putRaw(damaged);

    const renamed = await fights.rename(ID, "Torn");

    assert.deepEqual([renamed.data, renamed.more], ["torn", 1]);
    assert.equal((await fights.list("wwn")).length, 1);
    assert.deepEqual(await fights.remove(ID), renamed);
    await settle();
  });
});
