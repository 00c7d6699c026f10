// database.js: databases of other versions are respected, and storage that ends, is full or is silent harms nothing.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openPage, settle, until } from "../support/browser.mjs";
import { SCHEMAS } from "../support/paths.mjs";
import { ANNA, BERT, draft, record } from "../support/records.mjs";
import { refusedAs } from "../support/refusals.mjs";
import { DATABASE, formOf, makeDatabase, openRaw, putRaw } from "../support/storage.mjs";

const ONLY_HERE = "Characters stay only while this page is open: export them as a file to keep them.";
/** The database as version 1 makes it. A later version must be able to start from it. */
const VERSION_1 = {
  name: DATABASE,
  version: 1,
  stores: { characters: { keyPath: "id", indexes: { system: "system" } } },
};
/** More than the time that the shelf waits for the storage. */
const LONG_MS = 8_000;

async function open() {
  const [characters] = await openPage(["storage/characters"]);
  return characters.openCharacters({ schemas: SCHEMAS });
}

const names = async (kept) => (await kept.list("wwn")).map(({ name }) => name);

/** Replaces `open` of the database; `change` gets the request and the arguments. */
function onOpen(change) {
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (...given) {
    return change((...other) => open.apply(this, other), given);
  };
}

describe("databases of other versions", () => {
  test("a_database_of_version_1_is_read_and_written", async () => {
    await makeDatabase(VERSION_1);
    await putRaw(record(), record("Bert", BERT, { schema: 1 }));

    const kept = await open();

    assert.deepEqual(await names(kept), ["Anna", "Bert"]);
    assert.deepEqual(await kept.get(ANNA), record());
    assert.equal((await kept.save(draft("Anne"), { from: 1 })).revision, 2);
  });

  test("a_new_database_has_the_form_of_version_1", async () => {
    await open();

    assert.deepEqual(await formOf(DATABASE), VERSION_1);
  });

  test("a_foreign_database_is_not_changed_and_characters_stay_in_memory", async () => {
    const theirs = { name: DATABASE, version: 1, stores: { people: { keyPath: "key", indexes: {} } } };
    await makeDatabase(theirs);

    const [shelf] = await openPage(["storage/database"]);
    const opened = await shelf.openDatabase();

    assert.equal(opened.kept, false);
    assert.match(opened.why, /^Something else on this site uses the storage that Tableside needs\./);
    assert.deepEqual(await formOf(DATABASE), theirs);
  });

  test("characters_under_another_path_of_the_site_are_found", async () => {
    const moved = (await openPage(["storage/characters"], "/old-name/"))[0];
    const before = await moved.openCharacters({ schemas: SCHEMAS });
    const anna = await before.save(draft(), { from: 0 });
    const [shelf, { otherDatabases }] = await openPage(["storage/database", "storage/other-databases"]);
    await shelf.openDatabase();

    assert.deepEqual(await otherDatabases(), [{ path: "/old-name/", records: [anna] }]);
  });

  test("a_database_of_a_newer_version_is_opened_read_only", async () => {
    const newer = { ...VERSION_1, version: 7 };
    await makeDatabase(newer);
    await putRaw(record());

    const kept = await open();

    assert.deepEqual([kept.kept, kept.readonly], [true, true]);
    assert.match(kept.why, /from a newer Tableside: here they can be read and exported/);
    assert.deepEqual(await names(kept), ["Anna"]);
    await refusedAs("Newer", kept.save(draft("Anne"), { from: 1 }));
    await refusedAs("Newer", kept.remove(ANNA));
    assert.deepEqual(await kept.get(ANNA), record());
    assert.deepEqual(await formOf(DATABASE), newer);
  });

  for (const [name, stores] of Object.entries({
    other_stores: { people: { keyPath: "key", indexes: {} } },
    no_index: { characters: { keyPath: "id", indexes: {} } },
  })) {
    test(`a_newer_database_with_${name}_stays_untouched`, async () => {
      const newer = { name: DATABASE, version: 7, stores };
      await makeDatabase(newer);

      const kept = await open();

      assert.equal(kept.kept, false);
      const why = "The characters on this device are from a newer Tableside and stay untouched.";
      assert.equal(kept.why, `${why} ${ONLY_HERE}`);
      assert.equal((await kept.save(draft(), { from: 0 })).revision, 1);
      assert.deepEqual(await formOf(DATABASE), newer);
    });
  }

  test("a_newer_version_in_another_tab_need_not_wait_and_is_respected", async () => {
    const kept = await open();
    await kept.save(draft(), { from: 0 });

    await makeDatabase({ ...VERSION_1, version: 2, stores: {} });

    await refusedAs("Newer", kept.save(draft("Anne"), { from: 1 }));
    assert.deepEqual([kept.kept, kept.readonly], [true, true]);
    assert.deepEqual(await names(kept), ["Anna"]);
  });
});

describe("storage that fails", () => {
  test("a_connection_that_has_ended_is_opened_again", async () => {
    const connections = [];
    onOpen((asked, given) => {
      const request = asked(...given);
      request.addEventListener("success", () => connections.push(request.result));
      return request;
    });
    const kept = await open();
    await kept.save(draft(), { from: 0 });

    connections.at(-1).close();

    assert.equal((await kept.save(draft("Anne"), { from: 1 })).revision, 2);
    assert.equal(connections.length, 2);
  });

  test("storage_that_does_not_open_again_is_unreachable", async () => {
    const connections = [];
    let works = true;
    onOpen((asked, given) => {
      if (!works) throw new DOMException("no", "UnknownError");
      const request = asked(...given);
      request.addEventListener("success", () => connections.push(request.result));
      return request;
    });
    const kept = await open();
    await kept.save(draft(), { from: 0 });
    connections.at(-1).close();
    works = false;

    const error = await refusedAs("Unreachable", kept.save(draft("Anne"), { from: 1 }));

    assert.match(error.message, /^This browser's storage did not answer, so this was not done\./);
    works = true;
    assert.equal((await kept.save(draft("Anne"), { from: 1 })).revision, 2);
  });

  test("a_closed_database_refuses_a_save", async () => {
    const kept = await open();

    kept.close();

    await refusedAs("Unreachable", kept.save(draft(), { from: 0 }));
  });

  test("full_storage_is_reported_and_harms_nothing", async () => {
    const kept = await open();
    const before = await kept.save(draft(), { from: 0 });
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("full", "QuotaExceededError");
    };

    const error = await refusedAs("Full", kept.save(draft("Anne"), { from: 1 }));

    assert.match(error.message, /^This device has no room left, so this was not saved\./);
    assert.deepEqual(await kept.get(ANNA), before);
    IDBObjectStore.prototype.put = put;
    assert.equal((await kept.save(draft("Anne"), { from: 1 })).revision, 2);
  });

  test("what_fails_in_the_middle_leaves_nothing_behind", async () => {
    const kept = await open();
    const { put } = IDBObjectStore.prototype;
    let puts = 0;
    IDBObjectStore.prototype.put = function (...given) {
      puts += 1;
      if (puts > 1) throw new DOMException("full", "QuotaExceededError");
      return put.apply(this, given);
    };
    const choices = [record(), record("Bert", BERT)].map((each) => ({ record: each, seen: 0 }));

    await refusedAs("Full", kept.bring(choices));

    assert.equal(puts, 2);
    assert.deepEqual(await kept.all(), []);
  });

  test("storage_that_never_answers_is_given_up_after_8_seconds", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    let answered = false;
    onOpen((asked, given) => {
      const request = asked(...given);
      request.addEventListener("success", (event) => {
        event.stopImmediatePropagation();
        answered = true;
      });
      return request;
    });
    const opening = open();
    let opened = false;
    opening.then(() => (opened = true));
    await until(() => answered);
    t.mock.timers.tick(LONG_MS - 1);
    await settle();
    assert.equal(opened, false);

    t.mock.timers.tick(1);

    const kept = await opening;
    assert.equal(kept.why, `The storage of this browser does not answer. ${ONLY_HERE}`);
    assert.equal((await kept.save(draft(), { from: 0 })).revision, 1);
  });

  test("an_older_tab_that_blocks_the_database_is_named", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    // No version comes before 1, so another database stands in, which a tab holds open.
    const older = await openRaw("older", 1);
    t.after(() => older.close());
    let blocked = false;
    onOpen((asked) => {
      const request = asked("older", 2);
      request.addEventListener("blocked", () => (blocked = true));
      return request;
    });
    const opening = open();
    await until(() => blocked);

    t.mock.timers.tick(LONG_MS);

    const kept = await opening;
    assert.equal(
      kept.why,
      `Another tab still has an older Tableside open. Close it and load this page again. ${ONLY_HERE}`,
    );
    assert.equal(kept.kept, false);
  });
});
