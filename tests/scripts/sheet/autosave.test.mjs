// autosave.js and drafts.js: changes are saved when typing rests, and what a page is left with is saved later, once.

import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { define, eventOf, openPage, refusal, settle, until } from "../support/browser.mjs";
import { SCHEMAS } from "../support/paths.mjs";
import { ANNA, BERT, draft } from "../support/records.mjs";

const REST_MS = 300;
const UNSAVED = "tableside./.unsaved";

beforeEach((t) => t.mock.timers.enable({ apis: ["setTimeout", "Date"] }));

/** A page with Anna in its editor; `form.name` is what stands there. */
async function edit() {
  const [characters, autosave] = await openPage(["storage/characters", "sheet/autosave"]);
  const kept = await characters.openCharacters({ schemas: SCHEMAS });
  const form = { name: "Anna", statuses: [], saved: [], conflicts: [] };
  const saver = autosave.createAutosave(kept, {
    data: () => [["name", form.name]],
    status: (text) => form.statuses.push(text),
    saved: ({ name }) => form.saved.push(name),
    conflict: (stored) => form.conflicts.push(stored),
  });
  const type = (name) => {
    form.name = name;
    saver.changed();
  };
  const { schema, system, id } = draft();
  const open = ({ revision, updated } = {}) => saver.open({ schema, system, id }, revision, updated);
  return { kept, saver, form, type, open, autosave };
}

/** What the next page load saves of what was left, and says. */
async function reload() {
  const { kept, autosave } = await edit();
  return { report: await autosave.saveDrafts(kept), names: (await kept.list()).map(({ name }) => name) };
}

const left = () => JSON.parse(localStorage.getItem(UNSAVED) ?? "[]");
const hide = () => {
  document.visibilityState = "hidden";
  document.dispatchEvent(new Event("visibilitychange"));
};

describe("saving", () => {
  test("typing_is_saved_when_it_rests", async (t) => {
    const { kept, form, type, open } = await edit();
    open();
    type("A");
    t.mock.timers.tick(REST_MS - 1);
    type("Anne");
    t.mock.timers.tick(REST_MS - 1);
    await settle();
    assert.equal(await kept.get(ANNA), null);

    t.mock.timers.tick(1);

    await until(() => form.statuses.at(-1) === "Saved");
    assert.equal((await kept.get(ANNA)).name, "Anne");
    assert.equal((await kept.get(ANNA)).revision, 1);
  });

  test("continuous_typing_is_saved_every_two_seconds", async (t) => {
    const { kept, form, type, open } = await edit();
    open();
    for (let n = 0; n < 8; n++) {
      type("A".repeat(n + 1));
      t.mock.timers.tick(250);
    }

    await until(() => form.statuses.includes("Saved"));
    assert.equal((await kept.get(ANNA)).name, "A".repeat(8));
  });

  test("what_is_typed_during_a_save_is_saved_after_it", async (t) => {
    const { kept, form, saver, type, open } = await edit();
    open();
    type("First");
    const first = saver.flush();
    type("Second");
    await first;
    assert.ok(!form.statuses.includes("Saved"), "the newest change is not saved yet");

    t.mock.timers.tick(REST_MS);

    await until(() => form.statuses.at(-1) === "Saved");
    assert.deepEqual([(await kept.get(ANNA)).name, (await kept.get(ANNA)).revision], ["Second", 2]);
  });

  test("a_second_save_waits_for_the_first_and_goes_over_it", async () => {
    const { kept, form, saver, type, open } = await edit();
    open();
    type("First");
    const first = saver.flush();
    type("Second");

    await Promise.all([first, saver.flush()]);

    assert.deepEqual(form.conflicts, []);
    assert.deepEqual([(await kept.get(ANNA)).name, (await kept.get(ANNA)).revision], ["Second", 2]);
  });

  test("a_save_that_ends_after_another_character_was_opened_is_not_reported_for_that_one", async () => {
    const { kept, form, saver, type, open } = await edit();
    open();
    type("Anne");
    const saving = saver.flush();
    saver.open({ schema: 2, system: "wwn", id: BERT });

    await saving;

    assert.deepEqual([form.saved, form.statuses], [[], ["Saving …"]]);
    assert.equal((await kept.get(ANNA)).name, "Anne");
  });

  test("a_hidden_page_saves_at_once", async () => {
    const { kept, form, type, open } = await edit();
    open();
    type("Anne");

    hide();

    await until(() => form.statuses.at(-1) === "Saved");
    assert.equal((await kept.get(ANNA)).name, "Anne");
  });

  test("after_a_conflict_nothing_is_saved_until_it_is_opened_again", async () => {
    const { kept, form, saver, type, open } = await edit();
    const first = await kept.save(draft(), { from: 0 });
    const theirs = await kept.save(draft("Theirs"), { from: 1 });
    open(first);
    type("Ours");

    await saver.flush();
    type("Ours, more");
    await saver.flush();

    assert.deepEqual(form.conflicts, [theirs]);
    assert.equal((await kept.get(ANNA)).name, "Theirs");
    open(theirs);
    type("Ours");
    await saver.flush();
    assert.equal((await kept.get(ANNA)).name, "Ours");
  });

  test("a_full_device_is_reported_and_the_change_is_saved_once_there_is_room", async () => {
    const { kept, form, saver, type, open } = await edit();
    const { put } = IDBObjectStore.prototype;
    open(await kept.save(draft(), { from: 0 }));
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    type("Anne");

    await saver.flush();

    assert.match(form.statuses.at(-1), /^Not saved\. This device has no room left.*export the character as a file/);
    assert.equal(saver.unsaved, true);
    IDBObjectStore.prototype.put = put;
    await saver.flush();
    assert.equal((await kept.get(ANNA)).name, "Anne");
  });

  test("a_character_in_memory_is_not_reported_as_saved", async () => {
    define({ indexedDB: undefined });
    const { form, saver, type, open } = await edit();
    open();
    type("Anne");

    await saver.flush();

    assert.equal(form.statuses.at(-1), "Kept while this page is open");
  });
});

describe("what a page is left with", () => {
  test("it_is_saved_by_the_next_page", async () => {
    const { kept, type, open } = await edit();
    open(await kept.save(draft(), { from: 0 }));
    type("Anne");

    window.dispatchEvent(eventOf("pagehide", { persisted: false }));

    assert.equal(left().length, 1);
    assert.deepEqual(await reload(), { report: "", names: ["Anne"] });
    assert.deepEqual(left(), []);
  });

  test("without_a_change_nothing_is_left", async () => {
    const { kept, open } = await edit();
    open(await kept.save(draft(), { from: 0 }));

    window.dispatchEvent(eventOf("pagehide", { persisted: false }));

    assert.deepEqual(left(), []);
  });

  test("over_a_change_by_another_tab_it_becomes_a_copy", async () => {
    const { kept, type, open } = await edit();
    open(await kept.save(draft(), { from: 0 }));
    type("Ours");
    window.dispatchEvent(eventOf("pagehide", { persisted: false }));
    await kept.save(draft("Theirs"), { from: 1 });

    const { report, names } = await reload();

    assert.deepEqual(names, ["Ours (unsaved changes)", "Theirs"]);
    assert.match(report, /^Ours \(unsaved changes\) is a copy: its last changes were not saved/);
  });

  test("a_page_that_came_back_and_saved_leaves_no_copy", async () => {
    const { kept, saver, form, type, open } = await edit();
    open(await kept.save(draft(), { from: 0 }));
    type("Anne");
    window.dispatchEvent(eventOf("pagehide", { persisted: true }));
    window.dispatchEvent(eventOf("pageshow", { persisted: true }));
    await until(() => form.statuses.at(-1) === "Saved");
    type("Anne the Second");
    await saver.flush();

    assert.deepEqual(left(), []);
    assert.deepEqual(await reload(), { report: "", names: ["Anne the Second"] });
  });

  test("where_there_is_no_room_it_stays_until_there_is", async () => {
    const { kept, type, open } = await edit();
    const { put } = IDBObjectStore.prototype;
    open(await kept.save(draft(), { from: 0 }));
    type("Anne");
    window.dispatchEvent(eventOf("pagehide", { persisted: false }));
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("full", "QuotaExceededError");
    };

    const { report, names } = await reload();

    assert.match(report, /^The last changes of Anne could not be saved\. This device has no room left/);
    assert.deepEqual(names, ["Anna"]);
    IDBObjectStore.prototype.put = put;
    assert.deepEqual(await reload(), { report: "", names: ["Anne"] });
  });

  const change = { draft: draft(), from: 0 };
  for (const [name, held] of Object.entries({
    "no JSON": "{",
    "no list": "{}",
    "no changes": '[null, 7, {"draft": null}]',
    "no number": JSON.stringify([{ ...change, from: "0" }]),
    "no pairs": JSON.stringify([{ ...change, draft: { ...draft(), data: [["name"]] } }]),
    "no time": JSON.stringify([{ ...change, updated: 7 }]),
  })) {
    test(`stored_text_in_disorder_is_named_once_and_put_aside: ${name}`, async () => {
      localStorage.setItem(UNSAVED, held);

      const { report, names } = await reload();

      assert.match(
        report,
        /^Unsaved changes of an earlier visit could not be read; they are kept aside on this device\.$/,
      );
      assert.deepEqual(names, []);
      assert.deepEqual(left(), []);
      assert.notEqual(localStorage.getItem(`${UNSAVED}.unreadable`), null);
      assert.deepEqual(await reload(), { report: "", names: [] });
    });
  }

  test("a_draft_with_a_name_that_is_no_text_fails_nothing", async () => {
    localStorage.setItem(UNSAVED, JSON.stringify([{ ...change, draft: { ...draft(), data: [["name", 7]] } }]));

    assert.match((await reload()).report, /could not be read/);
  });

  test("a_visit_without_storage_leaves_the_draft_for_one_that_has_it", async () => {
    const { kept, type, open } = await edit();
    open(await kept.save(draft(), { from: 0 }));
    type("Anne");
    window.dispatchEvent(eventOf("pagehide", { persisted: false }));
    const database = indexedDB;
    define({ indexedDB: undefined });

    const { report } = await reload();

    assert.equal(report, "The last changes of Anne wait on this device until its storage works again.");
    define({ indexedDB: database });
    assert.deepEqual(await reload(), { report: "", names: ["Anne"] });
  });

  test("a_page_left_before_storage_has_taken_the_draft_leaves_it_for_the_next", async () => {
    const { kept, type, open, autosave } = await edit();
    open(await kept.save(draft(), { from: 0 }));
    type("Anne");
    window.dispatchEvent(eventOf("pagehide", { persisted: false }));
    const busy = { kept: true, save: () => new Promise(() => {}) };
    autosave.saveDrafts(busy);
    await settle();

    assert.equal(left().length, 1);
  });

  test("of_two_tabs_that_are_left_both_texts_survive_one_as_a_copy", async () => {
    const one = await edit();
    const two = await edit();
    const saved = await one.kept.save(draft(), { from: 0 });
    for (const [tab, name] of [
      [one, "Left"],
      [two, "Right"],
    ]) {
      tab.open(saved);
      tab.type(name);
    }

    window.dispatchEvent(eventOf("pagehide", { persisted: false }));

    assert.equal(left().length, 2);
    assert.deepEqual((await reload()).names, ["Left", "Right (unsaved changes)"]);
  });

  test("where_local_storage_is_full_the_draft_is_in_session_storage", async () => {
    const { kept, type, open } = await edit();
    open(await kept.save(draft(), { from: 0 }));
    type("Anne");
    localStorage.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };

    window.dispatchEvent(eventOf("pagehide", { persisted: false }));

    assert.deepEqual(left(), []);
    assert.deepEqual(await reload(), { report: "", names: ["Anne"] });
    assert.equal(sessionStorage.getItem(UNSAVED), null);
  });

  test("refused_storage_fails_nothing", async () => {
    const { kept, type, open } = await edit();
    open(await kept.save(draft(), { from: 0 }));
    type("Anne");
    define({ localStorage: refusal(), sessionStorage: refusal() });

    window.dispatchEvent(eventOf("pagehide", { persisted: false }));

    assert.deepEqual(await reload(), { report: "", names: ["Anna"] });
  });
});
