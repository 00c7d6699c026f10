// roll-log.js: rolls are kept and counted, stored text is trusted in nothing, and refused storage is reported.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { define, openPage, refusal } from "../support/browser.mjs";
import { holds } from "../support/extent.mjs";

const KEY = "tableside./.log.raiders";
const GOOD = {
  time: 1,
  calculator: "raiders.strike",
  title: "<b>Bold</b>",
  option: "",
  outcome: "Hit",
  odds: "a 9 % outcome",
  faces: [[6, 6]],
  typed: false,
  link: [["offense", "7"]],
};
const EMPTY = { schema: 1, entries: [], thrown: {} };

/** The log of a page that was just loaded. */
async function load(base) {
  const [rolllog] = await openPage(["storage/roll-log"], base);
  return rolllog.createRollLog("raiders");
}

const store = (log) => localStorage.setItem(KEY, typeof log === "string" ? log : JSON.stringify(log));

describe("the log", () => {
  test("rolls_are_there_after_a_reload_newest_first", async () => {
    const log = await load();
    log.add(GOOD);
    log.add({ ...GOOD, outcome: "Miss", faces: [[6, 2]] });

    const { entries, thrown } = (await load()).read();

    assert.deepEqual(
      entries.map(({ outcome }) => outcome),
      ["Miss", "Hit"],
    );
    assert.deepEqual(thrown, { 6: [0, 1, 0, 0, 0, 1] });
  });

  test("the_key_is_named_after_the_path_and_the_game", async () => {
    assert.equal((await load()).key, KEY);
    assert.equal((await load("/tableside/")).key, "tableside./tableside/.log.raiders");
  });

  test("typed_dice_are_not_counted", async () => {
    const log = await load();

    log.add({ ...GOOD, typed: true });

    assert.deepEqual(log.read().thrown, {});
  });

  test("a_cleared_log_is_restored_below_what_has_come_since", async () => {
    const log = await load();
    log.add(GOOD);
    const cleared = log.clear();
    assert.deepEqual((await load()).read(), EMPTY);
    log.add({ ...GOOD, outcome: "Since" });

    log.restore(cleared);

    const { entries, thrown } = (await load()).read();
    assert.deepEqual(
      entries.map(({ outcome }) => outcome),
      ["Since", "Hit"],
    );
    assert.deepEqual(thrown, { 6: [0, 0, 0, 0, 0, 2] });
  });

  test("only_the_last_two_hundred_are_kept_and_all_faces_stay_counted", async () => {
    store({ schema: 1, entries: Array(200).fill({ ...GOOD, outcome: "Old" }), thrown: { 6: [0, 0, 0, 0, 0, 200] } });
    const log = await load();

    log.add({
      ...GOOD,
      faces: [
        [6, 1],
        [6, 6],
      ],
    });

    const { entries, thrown } = (await load()).read();
    assert.deepEqual([entries.length, entries[0].outcome, entries[199].outcome], [200, "Hit", "Old"]);
    assert.deepEqual(thrown, { 6: [1, 0, 0, 0, 0, 201] });
  });

  test("pages_of_one_game_add_to_the_same_log", async () => {
    const [one, other] = [await load(), await load()];
    one.read();
    other.add(GOOD);

    one.add({ ...GOOD, outcome: "Miss" });

    assert.equal(other.read().entries.length, 2);
  });
});

describe("stored text in disorder", () => {
  const junk = ["{", "7", "null", "[]", '"x"', '{"schema":1}', "x".repeat(100_000)];
  for (const text of [...junk, '{"schema":1,"entries":7,"thrown":[]}']) {
    test(`it_is_an_empty_log: ${text.slice(0, 40)}`, async () => {
      store(text);
      const log = await load();

      assert.deepEqual(log.read(), EMPTY);
      assert.equal(log.trouble(), "");
    });
  }

  const bad = {
    nothing: null,
    "a number": 7,
    "a text": "x",
    "no parts": {},
    "a list": [],
    "a time in words": { ...GOOD, time: "now" },
    "a time out of range": { ...GOOD, time: 1e300 },
    "a script": { ...GOOD, calculator: "javascript:x" },
    "a path": { ...GOOD, calculator: "raiders.../../x" },
    "another game": { ...GOOD, calculator: "other.game" },
    "a face that the die lacks": { ...GOOD, faces: [[6, 7]] },
    "no faces": { ...GOOD, faces: null },
    "a link that is no list of pairs": { ...GOOD, link: ["a"] },
    "odds that are no text": { ...GOOD, odds: 9 },
    "a long title": { ...GOOD, title: "x".repeat(10_000) },
  };
  for (const [name, entry] of Object.entries(bad)) {
    test(`an_entry_in_disorder_is_left_out: ${name}`, async () => {
      store({ schema: 1, entries: [entry, GOOD], thrown: {} });

      assert.deepEqual((await load()).read().entries, [GOOD]);
    });
  }

  test("counts_in_disorder_are_left_out", async () => {
    store('{"schema":1,"entries":[],"thrown":{"6":[1,"x"],"2":[1,1],"3":[1,1],"4":[-1,0,0,0],"__proto__":1}}');

    const { thrown } = (await load()).read();

    assert.deepEqual(Object.entries(thrown), [["2", [1, 1]]]);
    assert.equal({}.polluted, undefined);
  });

  test("a_roll_is_added_to_what_is_in_order", async () => {
    store({ schema: 1, entries: [null, GOOD], thrown: { 6: "x" } });
    const log = await load();

    log.add(GOOD);

    assert.deepEqual((await load()).read(), { schema: 1, entries: [GOOD, GOOD], thrown: { 6: [0, 0, 0, 0, 0, 1] } });
  });

  test("any_stored_value_is_read", async () => {
    const log = await load();

    await holds(fc.jsonValue(), fc.jsonValue(), (entry, thrown) => {
      store({ schema: 1, entries: [entry, GOOD], thrown });
      assert.deepEqual(log.read().entries, [GOOD]);
    });
  });
});

describe("storage that cannot be used", () => {
  test("a_log_of_a_newer_version_stays_untouched", async () => {
    const newer = '{"schema":2,"rolls":{}}';
    store(newer);
    const log = await load();

    log.add(GOOD);

    assert.deepEqual(log.read().entries, [GOOD]);
    assert.match(log.trouble(), /newer Tableside/);
    assert.equal(localStorage.getItem(KEY), newer);
  });

  const full = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  const refusals = {
    writes: () => define({ setItem: full }, localStorage),
    all: () => define({ localStorage: refusal() }),
  };
  for (const [name, refuse] of Object.entries(refusals)) {
    test(`where_storage_refuses_${name}_the_log_lasts_as_long_as_the_page_and_says_so`, async () => {
      refuse();
      const log = await load();

      log.add(GOOD);
      log.add(GOOD);

      assert.equal(log.read().entries.length, 2);
      assert.match(log.trouble(), /lasts only until you leave this page/);
      assert.deepEqual((await load()).read().entries, []);
    });
  }
});
