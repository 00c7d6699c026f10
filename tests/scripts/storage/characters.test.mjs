// characters.js: saved means committed, no change overwrites another one, and what is newer stays untouched.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { eventOf, openPage, settle, until } from "../support/browser.mjs";
import { SCHEMAS } from "../support/paths.mjs";
import { ANNA, BERT, draft, record } from "../support/records.mjs";
import { refusedAs } from "../support/refusals.mjs";
import { putRaw } from "../support/storage.mjs";

/** The characters of a page that was just loaded. */
async function open() {
  const [characters] = await openPage(["storage/characters"]);
  return characters.openCharacters({ schemas: SCHEMAS });
}

const names = async (kept, system = "wwn") => (await kept.list(system)).map(({ name }) => name);

describe("saving", () => {
  test("a_save_resolves_after_the_commit", async () => {
    const order = [];
    const begin = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function (...given) {
      const tx = begin.apply(this, given);
      if (given[1] === "readwrite") tx.addEventListener("complete", () => order.push("committed"));
      return tx;
    };
    const kept = await open();

    await kept.save(draft(), { from: 0 }).then(() => order.push("saved"));

    assert.deepEqual(order, ["committed", "saved"]);
  });

  test("a_save_asks_for_strict_durability", async () => {
    const asked = [];
    const begin = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function (...given) {
      if (given[1] !== "versionchange") asked.push(given.slice(1));
      return begin.apply(this, given);
    };
    const kept = await open();

    await kept.save(draft(), { from: 0 });

    assert.deepEqual(asked, [["readwrite", { durability: "strict" }]]);
  });

  test("a_saved_character_is_there_after_a_reload", async () => {
    const data = [
      ["name", "Anna"],
      ["level", "three"],
      ["conditions", "a"],
      ["conditions", "b"],
    ];
    const saved = await (await open()).save(draft("Anna", ANNA, { data }), { from: 0 });

    const kept = await open();

    assert.deepEqual(await kept.get(ANNA), saved);
    assert.deepEqual([saved.revision, saved.name, saved.data], [1, "Anna", data]);
    assert.equal((await kept.save(draft("Anne"), { from: 1 })).revision, 2);
    assert.deepEqual(await names(kept), ["Anne"]);
  });

  test("a_list_says_which_characters_are_foes", async () => {
    const kept = await open();
    const foe = [
      ["name", "Wolf"],
      ["foe", "yes"],
    ];
    await kept.save(draft("Wolf", ANNA, { data: foe }), { from: 0 });
    await kept.save(draft("Bert", BERT), { from: 0 });
    await putRaw({ ...record("Old", "damaged-one"), data: 7 });

    const listed = await kept.list("wwn");

    assert.deepEqual(
      listed.map(({ name, foe }) => [name, foe]),
      [
        ["Bert", false],
        ["Old", false],
        ["Wolf", true],
      ],
    );
  });

  test("the_same_content_is_not_written_again", async () => {
    const kept = await open();
    const saved = await kept.save(draft(), { from: 0 });

    assert.deepEqual(await kept.save(draft(), { from: 1 }), saved);
    assert.deepEqual(await kept.save(draft(), { from: 0 }), saved, "an earlier save of ours may have been committed");
  });

  test("a_change_during_a_save_is_not_in_that_save", async () => {
    const kept = await open();
    const given = draft();

    const saving = kept.save(given, { from: 0 });
    given.data[0][1] = "Late";
    await saving;

    assert.deepEqual((await kept.get(ANNA)).data, [["name", "Anna"]]);
  });

  for (const [base, name] of [
    ["/", "tableside./.characters"],
    ["/tableside/", "tableside./tableside/.characters"],
  ]) {
    test(`the_database_is_named_after_the_path_${base}`, async () => {
      const [characters] = await openPage(["storage/characters"], base);
      await characters.openCharacters();

      assert.deepEqual(
        (await indexedDB.databases()).map((each) => each.name),
        [name],
      );
    });
  }
});

describe("two tabs", () => {
  test("a_save_over_a_newer_revision_is_a_conflict_that_holds_it", async () => {
    const [tab, other] = [await open(), await open()];
    await tab.save(draft(), { from: 0 });
    const theirs = await other.save(draft("Theirs"), { from: 1 });

    const error = await refusedAs("Conflict", tab.save(draft("Ours"), { from: 1 }));

    assert.equal(error.message, "This character was changed in another tab, so this was not saved over it.");
    assert.deepEqual(error.stored, theirs);
    assert.deepEqual(await tab.get(ANNA), theirs);
    assert.equal((await tab.save(draft("Ours"), { from: error.stored.revision })).revision, 3);
  });

  test("of_two_saves_at_once_one_is_a_conflict", async () => {
    const kept = await open();
    await kept.save(draft(), { from: 0 });

    const ended = await Promise.allSettled(["One", "Two"].map((name) => kept.save(draft(name), { from: 1 })));

    assert.deepEqual(
      ended.map(({ status }) => status),
      ["fulfilled", "rejected"],
    );
    assert.equal(ended[1].reason.constructor.name, "Conflict");
    assert.equal((await kept.get(ANNA)).name, "One");
  });

  test("a_save_of_a_character_deleted_elsewhere_is_a_conflict_with_nothing", async () => {
    const [tab, other] = [await open(), await open()];
    await tab.save(draft(), { from: 0 });
    await other.remove(ANNA);

    const error = await refusedAs("Conflict", tab.save(draft("Ours"), { from: 1 }));

    assert.equal(error.stored, null);
    assert.equal(error.message, "This character was deleted in another tab.");
    assert.equal(await tab.get(ANNA), null);
  });

  test("a_save_over_a_character_brought_in_again_with_the_same_revision_is_a_conflict", async () => {
    const kept = await open();
    const { updated } = await kept.save(draft(), { from: 0 });
    const was = await kept.remove(ANNA);
    const brought = { ...was, data: [["name", "Brought"]], updated: "2020-01-01T00:00:00.000Z" };
    await kept.bring([{ record: brought, seen: 0 }]);

    const error = await refusedAs("Conflict", kept.save(draft("Mine"), { from: 1, updated }));

    assert.deepEqual(error.stored.data, [["name", "Brought"]]);
  });

  test("other_tabs_hear_of_each_change", async () => {
    const [tab, other] = [await open(), await open()];
    const heard = [];
    tab.watch((change) => heard.push(change));

    await other.save(draft(), { from: 0 });
    await other.rename(ANNA, "Anne");
    await other.restore(await other.remove(ANNA));

    await until(() => heard.length === 4);
    assert.deepEqual(
      heard,
      [1, 2, null, 2].map((revision) => ({ id: ANNA, revision })),
    );
  });

  test("many_changes_at_once_are_one_message", async () => {
    const [tab, other] = [await open(), await open()];
    const heard = [];
    tab.watch((change) => heard.push(change));
    const many = Array.from({ length: 500 }, (_, n) => ({ record: record("A", String(n).padStart(8, "0")), seen: 0 }));

    await other.bring(many);
    await other.save(draft(), { from: 0 });

    await until(() => heard.length === 2);
    assert.deepEqual(heard, [null, { id: ANNA, revision: 1 }]);
  });

  test("what_no_file_may_hold_is_not_stored", async () => {
    const kept = await open();

    await kept.save(
      draft("Anna", ANNA, {
        data: [
          ["name", "A\0nna"],
          ["notes", "half \ud83d"],
        ],
      }),
      { from: 0 },
    );

    assert.deepEqual((await kept.get(ANNA)).data, [
      ["name", "Anna"],
      ["notes", "half \uFFFD"],
    ]);
  });

  test("a_tab_gets_no_message_about_its_own_changes", async () => {
    const kept = await open();
    const heard = [];
    kept.watch((change) => heard.push(change));

    await kept.save(draft(), { from: 0 });

    await settle();
    assert.deepEqual(heard, []);
  });

  test("a_page_restored_from_the_page_cache_is_told_to_reload_everything", async () => {
    const kept = await open();
    const heard = [];
    kept.watch((change) => heard.push(change));

    window.dispatchEvent(eventOf("pageshow", { persisted: false }));
    window.dispatchEvent(eventOf("pageshow", { persisted: true }));

    assert.deepEqual(heard, [null]);
  });

  test("without_broadcast_channels_there_is_still_a_conflict", async () => {
    delete globalThis.BroadcastChannel;
    const [tab, other] = [await open(), await open()];
    await tab.save(draft(), { from: 0 });
    await other.save(draft("Theirs"), { from: 1 });

    await refusedAs("Conflict", tab.save(draft("Ours"), { from: 1 }));
  });
});

describe("the list", () => {
  test("a_removed_character_is_restored_as_it_was", async () => {
    const kept = await open();
    await kept.save(draft(), { from: 0 });
    const before = await kept.save(draft("Anne"), { from: 1 });

    const removed = await kept.remove(ANNA);

    assert.deepEqual([removed, await kept.get(ANNA), await names(kept)], [before, null, []]);
    await kept.restore(removed);
    assert.deepEqual(await kept.get(ANNA), before);
    await refusedAs("Conflict", kept.restore(removed));
  });

  test("a_duplicate_has_its_own_id_and_name", async () => {
    const kept = await open();
    const data = [
      ["name", "Anna"],
      ["level", "3"],
    ];
    const original = await kept.save(draft("Anna", ANNA, { data }), { from: 0 });

    const copy = await kept.duplicate(ANNA);

    assert.notEqual(copy.id, ANNA);
    assert.equal(copy.revision, 1);
    assert.deepEqual(copy.data, [
      ["name", "Anna (copy)"],
      ["level", "3"],
    ]);
    assert.deepEqual([await kept.get(ANNA), await kept.get(copy.id)], [original, copy]);
  });

  test("the_name_of_a_duplicate_is_cut_to_60_characters", async () => {
    const kept = await open();
    await kept.save(draft(), { from: 0 });

    await kept.rename(ANNA, "🜚".repeat(60));

    assert.equal((await kept.duplicate(ANNA)).name, `${"🜚".repeat(50)} (copy)`);
  });

  test("a_new_name_takes_the_place_of_the_old_one", async () => {
    const kept = await open();
    const level = ["level", "3"];
    await kept.save(draft("Anna", ANNA, { data: [level, ["name", "Anna"]] }), { from: 0 });

    const renamed = await kept.rename(ANNA, "Anne");

    assert.deepEqual([renamed.name, renamed.revision], ["Anne", 2]);
    assert.deepEqual((await kept.get(ANNA)).data, [level, ["name", "Anne"]]);
  });

  test("two_hundred_are_listed_by_name_without_their_data", async () => {
    const kept = await open();
    const numbers = Array.from({ length: 200 }, (_, at) => 200 - at);
    await putRaw(
      ...numbers.map((n) => record(`No. ${n}`, String(n).padStart(8, "0"))),
      record("Else", BERT, { system: "raiders", schema: 1 }),
    );

    const entries = await kept.list("wwn");

    assert.deepEqual(
      entries.map(({ name }) => name),
      [...numbers].reverse().map((n) => `No. ${n}`),
    );
    assert.deepEqual(
      Object.keys(entries[0]).sort(),
      ["id", "system", "name", "schema", "revision", "updated", "newer", "foe"].sort(),
    );
    assert.equal((await kept.list()).length, 201);
  });
});

describe("a file that is brought in", () => {
  test("taken_back_it_leaves_what_was_there_before", async () => {
    const kept = await open();
    const before = await kept.save(draft("Here"), { from: 0 });
    const choices = [
      { record: record(), seen: 1 },
      { record: record("Bert", BERT), seen: 0 },
    ];
    await kept.bring(choices);

    await kept.takeBack(choices, [before]);

    assert.deepEqual(await kept.all(), [{ ...before, revision: 3 }]);
  });

  test("changed_since_nothing_of_it_is_taken_back", async () => {
    const kept = await open();
    const choices = [
      { record: record(), seen: 0 },
      { record: record("Bert", BERT), seen: 0 },
    ];
    await kept.bring(choices);
    await kept.rename(BERT, "Berta");

    await refusedAs("Conflict", kept.takeBack(choices, []));

    assert.deepEqual(await names(kept), ["Anna", "Berta"]);
  });
});

describe("what a newer Tableside made", () => {
  const newerRecords = { schema: record("Anna", ANNA, { schema: 3 }), game: record("Anna", ANNA, { system: "sixth" }) };
  const older = { schema: 1, system: "wwn" };
  const changes = {
    "a save of an older draft": (kept, newer) => kept.save({ ...newer, ...older }, { from: 1 }),
    "a save of itself": (kept, newer) => kept.save(newer, { from: 1 }),
    "a new name": (kept, { id }) => kept.rename(id, "Anne"),
    "a duplicate": (kept, { id }) => kept.duplicate(id),
    "a file": (kept, newer) => kept.bring([{ record: { ...newer, ...older }, seen: 1 }]),
  };

  for (const [kind, newer] of Object.entries(newerRecords)) {
    for (const [name, change] of Object.entries(changes)) {
      test(`a_newer_${kind}_refuses_${name.replaceAll(" ", "_")}`, async () => {
        const kept = await open();
        await putRaw(newer);

        const error = await refusedAs("Newer", change(kept, newer));

        assert.match(error.message, /made by a newer Tableside/);
        assert.deepEqual(await kept.get(ANNA), newer);
      });
    }

    test(`a_newer_${kind}_is_listed_removed_and_restored`, async () => {
      const kept = await open();
      await putRaw(newer);

      assert.deepEqual(
        (await kept.list(newer.system)).map((entry) => entry.newer),
        [true],
      );
      await kept.restore(await kept.remove(ANNA));
      assert.deepEqual(await kept.get(ANNA), newer);
    });
  }

  test("a_draft_newer_than_this_page_knows_is_not_saved", async () => {
    const kept = await open();

    await refusedAs("Newer", kept.save(draft("Anna", ANNA, { schema: 3 }), { from: 0 }));

    assert.equal(await kept.get(ANNA), null);
  });

  test("newer_is_judged_by_the_schemas_that_the_build_wrote", async () => {
    const [characters] = await openPage(["storage/characters"]);
    const { newer } = await characters.openCharacters();

    const schemas = [SCHEMAS.raiders, SCHEMAS.raiders + 1];
    const judged = schemas.map((schema) => newer({ system: "raiders", schema }));

    assert.deepEqual(judged, [false, true]);
    assert.equal(newer({ system: "toString", schema: 1 }), true);
  });
});
