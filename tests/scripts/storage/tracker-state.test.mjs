// tracker-state.js: the state of a tracker is kept on this device.

import assert from "node:assert/strict";
import { test } from "node:test";
import { define, eventOf, openPage, refusal } from "../support/browser.mjs";

const KEY = "tableside./.tracker.obss.hp_tracker";
const PAIRS = [
  ["events.0.type", "damage"],
  ["events.0.n", "5"],
];

/** The kept state as a page that was just loaded has it. */
async function load(calculator = "obss.hp_tracker") {
  const [keptstate] = await openPage(["storage/tracker-state"]);
  return keptstate.createTrackerState(calculator);
}

test("a_state_is_there_after_a_reload_in_the_stored_form", async () => {
  assert.equal((await load()).read(), null);

  (await load()).write(PAIRS);

  assert.deepEqual((await load()).read(), PAIRS);
  assert.equal(localStorage.getItem(KEY), JSON.stringify({ schema: 1, pairs: PAIRS }));
});

test("each_calculator_has_its_own_state", async () => {
  (await load()).write(PAIRS);

  assert.equal((await load("obss.crit_bank")).read(), null);
});

test("a_forgotten_state_is_gone", async () => {
  const state = await load();
  state.write(PAIRS);

  state.forget();

  assert.equal(localStorage.getItem(KEY), null);
});

for (const text of [
  "{",
  "null",
  "[]",
  '{"schema":1}',
  '{"schema":1,"pairs":[]}',
  '{"schema":1,"pairs":[["events"]]}',
  '{"schema":1,"pairs":[["events",1]]}',
  JSON.stringify({ schema: 1, pairs: [["events", "x".repeat(301)]] }),
  JSON.stringify({ schema: 1, pairs: Array(5001).fill(["events", ""]) }),
]) {
  test(`stored_junk_is_passed_over_and_replaced: ${text.slice(0, 40)}`, async () => {
    localStorage.setItem(KEY, text);
    const state = await load();
    assert.equal(state.read(), null);

    state.write(PAIRS);

    assert.deepEqual(state.read(), PAIRS);
  });
}

test("what_a_newer_version_wrote_stays_untouched", async () => {
  const newer = '{"schema":2,"pairs":[["events",""]]}';
  localStorage.setItem(KEY, newer);
  const state = await load();

  state.write(PAIRS);
  state.forget();

  assert.equal(state.read(), null);
  assert.equal(localStorage.getItem(KEY), newer);
});

test("refused_storage_keeps_nothing_and_fails_nothing", async () => {
  define({ localStorage: refusal() });
  const state = await load();

  state.write(PAIRS);
  state.forget();

  assert.equal(state.read(), null);
});

test("a_page_is_notified_of_other_pages_and_of_its_own_return", async () => {
  const state = await load();
  let heard = 0;
  state.watch(() => (heard += 1));

  window.dispatchEvent(eventOf("storage", { key: "tableside./.tracker.obss.crit_bank" }));
  window.dispatchEvent(eventOf("pageshow", { persisted: false }));
  assert.equal(heard, 0);
  window.dispatchEvent(eventOf("storage", { key: KEY }));
  window.dispatchEvent(eventOf("storage", { key: null }));
  window.dispatchEvent(eventOf("pageshow", { persisted: true }));

  assert.equal(heard, 3);
});
