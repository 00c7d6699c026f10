// warmup.js: Python works examples at rest, and never while a page waits.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { define, openPage, settle } from "../support/browser.mjs";

const REST_MS = 3_000;
const SLOW_MS = 251;

beforeEach((t) => t.mock.timers.enable({ apis: ["setTimeout"] }));

class PythonError extends Error {}

/** A warm-up with this many examples for each game; `each` is called at each example. */
async function open(examples, each = () => {}) {
  define({ fetch: () => Promise.reject(new TypeError("no")) });
  const [{ createWarmup }] = await openPage(["worker/warmup"]);
  const state = { busy: false, worked: [], broken: [], here: true };
  const engine = {
    PythonError,
    runExample(game) {
      state.worked.push(game);
      each(state);
      return state.worked.filter((one) => one === game).length < examples;
    },
  };
  const warmup = createWarmup(
    Promise.resolve(engine),
    () => state.busy,
    (why) => state.broken.push(why),
    async () => state.here,
  );
  return { state, warmup };
}

/** Lets the warm-up run some examples. */
async function work(t, examples = 20) {
  for (let turn = 0; turn < examples; turn++) {
    await settle();
    t.mock.timers.tick(1);
  }
  await settle();
}

test("all_examples_of_a_wanted_game_are_worked_once_after_three_seconds_of_rest", async (t) => {
  const { state, warmup } = await open(5);
  warmup.add("obss");
  warmup.schedule();
  t.mock.timers.tick(REST_MS - 1);
  await settle();
  assert.deepEqual(state.worked, []);

  await work(t);

  assert.deepEqual(state.worked, Array(5).fill("obss"));
  warmup.schedule();
  t.mock.timers.tick(REST_MS);
  await work(t);
  assert.equal(state.worked.length, 5);
});

test("a_question_stops_it_and_the_next_rest_goes_on", async (t) => {
  const { state, warmup } = await open(5, (now) => (now.busy = now.worked.length === 2));
  warmup.add("obss");
  warmup.schedule();
  t.mock.timers.tick(REST_MS);
  await work(t);
  assert.equal(state.worked.length, 2);

  state.busy = false;
  warmup.schedule();
  t.mock.timers.tick(REST_MS);
  await work(t);

  assert.equal(state.worked.length, 5);
});

test("each_rest_begins_when_the_last_work_ended", async (t) => {
  const { state, warmup } = await open(5);
  warmup.add("obss");
  warmup.schedule();
  t.mock.timers.tick(REST_MS - 1);
  warmup.schedule();

  t.mock.timers.tick(REST_MS - 1);
  await settle();

  assert.deepEqual(state.worked, []);
});

test("a_slow_device_works_one_example_and_no_more", async (t) => {
  let now = 0;
  t.mock.method(performance, "now", () => now);
  const { state, warmup } = await open(5, () => (now += SLOW_MS));
  warmup.add("obss");
  warmup.schedule();

  t.mock.timers.tick(REST_MS);
  await work(t);

  assert.equal(state.worked.length, 1);
});

test("a_worker_that_was_started_again_works_no_examples", async (t) => {
  define({ name: "py-test-again-1" });
  t.after(() => delete globalThis.name);
  const { state, warmup } = await open(5);
  warmup.add("obss");
  warmup.schedule();

  t.mock.timers.tick(REST_MS);
  await work(t);

  assert.deepEqual(state.worked, []);
});

test("an_example_that_breaks_python_is_reported", async (t) => {
  const { state, warmup } = await open(5, () => {
    throw new RangeError("stack");
  });
  warmup.add("obss");
  warmup.schedule();

  t.mock.timers.tick(REST_MS);
  await work(t);

  assert.equal(state.broken.length, 1);
  assert.match(state.broken[0], /^Python broke down: /);
});

test("a_game_whose_packs_do_not_come_is_left_for_the_next_rest", async (t) => {
  const { state, warmup } = await open(2);
  state.here = false;
  warmup.add("obss");
  warmup.schedule();
  t.mock.timers.tick(REST_MS);
  await work(t);
  assert.deepEqual([state.worked, state.broken], [[], []]);

  state.here = true;
  warmup.schedule();
  t.mock.timers.tick(REST_MS);
  await work(t);

  assert.deepEqual(state.worked, ["obss", "obss"]);
});
