// storage-status.js: the browser is asked once to keep the characters, and a reminder of a backup comes after ten sessions.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { define, openPage, refusal } from "../support/browser.mjs";

const KEY = "tableside./.keeping";
const WORDS = {
  true: "The browser has agreed to keep your characters until you delete them.",
  false: "The browser may clear your characters when the device runs out of room: keep a backup.",
};
const NO_BACKUP = "No backup has been made yet.";

/** What a page load starts. */
async function load() {
  const [keeping] = await openPage(["storage/storage-status"]);
  return keeping.createStorageStatus();
}

/** A browser that gives this answer; returns how often it was asked. */
function answering(answer) {
  let asked = 0;
  navigator.storage.persist = async () => {
    asked += 1;
    return answer;
  };
  return () => asked;
}

describe("asking the browser", () => {
  for (const answer of [true, false]) {
    test(`the_browser_is_asked_once_at_the_first_save_and_its_answer_${answer}_is_reported`, async () => {
      const asked = answering(answer);
      const safe = await load();
      assert.match((await safe.sentences()).storage, /^The browser will be asked/);
      assert.equal(asked(), 0);

      await Promise.all([safe.changed(), safe.changed()]);
      const next = await load();
      await next.changed();

      assert.equal(asked(), 1);
      assert.equal((await next.sentences()).storage, WORDS[answer]);
    });
  }

  test("a_browser_that_agrees_later_is_reported_as_agreeing", async () => {
    answering(false);
    const safe = await load();
    await safe.changed();

    navigator.storage.persisted = async () => true;

    assert.equal((await safe.sentences()).storage, WORDS.true);
  });

  test("a_browser_that_cannot_be_asked_is_reported", async () => {
    delete navigator.storage.persist;
    const safe = await load();

    await safe.changed();

    assert.match((await safe.sentences()).storage, /^This browser cannot be asked/);
  });

  test("an_error_of_the_browser_is_a_refusal", async () => {
    navigator.storage.persist = () => Promise.reject(new TypeError("no"));
    navigator.storage.persisted = () => Promise.reject(new TypeError("no"));
    const safe = await load();

    await safe.changed();

    assert.equal((await safe.sentences()).storage, WORDS.false);
  });
});

describe("the reminder of a backup", () => {
  test("it_comes_after_ten_sessions_with_changes_and_ends_with_a_backup", async () => {
    let safe = await load();
    for (let session = 0; session < 10; session++) {
      safe = await load();
      assert.equal(safe.reminder(), false, `session ${session}`);
      await safe.changed();
      await safe.changed();
    }
    assert.equal(safe.reminder(), true);
    assert.equal((await safe.sentences()).backup, NO_BACKUP);

    safe.backedUp();

    assert.equal(safe.reminder(), false);
    const next = await load();
    assert.match((await next.sentences()).backup, /^Last backup: \w+ \d+, \d{4}\.$/);
    assert.equal(next.reminder(), false);
  });

  test("sessions_of_other_tabs_count", async () => {
    const safe = await load();
    for (let session = 0; session < 10; session++) await (await load()).changed();

    assert.equal(safe.reminder(), true);
  });

  for (const held of ["{", "null", '{"sessions": -1}', '{"sessions": 3, "asked": "toString", "backup": 5}']) {
    test(`stored_text_that_cannot_be_read_counts_from_nothing: ${held}`, async () => {
      localStorage.setItem(KEY, held);
      const safe = await load();

      assert.equal(safe.reminder(), false);
      assert.equal((await safe.sentences()).backup, NO_BACKUP);
    });
  }
});

describe("without local storage", () => {
  const throwing = () => {
    throw new Error("no");
  };
  const refusals = {
    methods_that_throw: () => define({ localStorage: { getItem: throwing, setItem: throwing } }),
    a_getter_that_throws: () => define({ localStorage: refusal() }),
  };

  for (const [name, refuse] of Object.entries(refusals)) {
    test(`${name}_fail_nothing`, async () => {
      refuse();
      answering(true);
      const safe = await load();

      await safe.changed();
      safe.backedUp();

      assert.equal((await safe.sentences()).storage, WORDS.true);
      assert.match((await safe.sentences()).backup, /^Last backup: /);
    });
  }
});
