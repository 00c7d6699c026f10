// latest-only.js: one run at a time, and of the calls that arrive meanwhile only the last one is made.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, settle } from "../support/browser.mjs";

/** A queue whose runs end when the test says so. */
async function open() {
  const [{ latestOnly }] = await openPage(["shared/latest-only"]);
  const runs = [];
  const queue = latestOnly((isLatest, name) => {
    const run = { name, isLatest };
    runs.push(run);
    return new Promise((resolve, reject) => Object.assign(run, { resolve, reject }));
  });
  return { queue, runs, names: () => runs.map(({ name }) => name) };
}

test("the_first_call_runs_at_once", async () => {
  const { queue, runs, names } = await open();

  queue.ask("first");

  assert.deepEqual(names(), ["first"]);
  assert.ok(runs[0].isLatest() && queue.isRunning());
});

test("of_the_calls_that_arrive_during_a_run_only_the_last_one_is_made", async () => {
  const { queue, runs, names } = await open();

  for (const name of ["first", "second", "third"]) queue.ask(name);
  assert.equal(runs[0].isLatest(), false);
  runs[0].resolve();
  await settle();

  assert.deepEqual(names(), ["first", "third"]);
  assert.ok(runs[1].isLatest());
});

test("a_call_resolves_when_nothing_is_left_to_run", async () => {
  const { queue, runs } = await open();
  let ended = 0;

  for (const name of ["first", "second"]) queue.ask(name).then(() => (ended += 1));
  runs[0].resolve();
  await settle();
  assert.equal(ended, 0);
  runs[1].resolve();
  await settle();

  assert.equal(ended, 2);
  assert.equal(queue.isRunning(), false);
});

test("a_dropped_run_shows_nothing_and_nothing_follows_it", async () => {
  const { queue, runs, names } = await open();

  queue.ask("first");
  queue.ask("second");
  queue.drop();
  assert.equal(runs[0].isLatest(), false);
  runs[0].resolve();
  await settle();

  assert.deepEqual(names(), ["first"]);
  assert.equal(queue.isRunning(), false);
});

test("a_run_may_ask_again", async () => {
  const [{ latestOnly }] = await openPage(["shared/latest-only"]);
  const seen = [];
  const queue = latestOnly(async (isLatest, count) => {
    if (count) queue.ask(count - 1);
    await null;
    seen.push([count, isLatest()]);
  });

  await queue.ask(2);

  assert.deepEqual(seen, [
    [2, false],
    [1, false],
    [0, true],
  ]);
});

test("a_failed_run_rejects_and_the_next_call_runs", async () => {
  const { queue, runs, names } = await open();

  const first = queue.ask("first");
  runs[0].reject(new Error("no"));
  await assert.rejects(first, /no/);
  queue.ask("second");

  assert.deepEqual(names(), ["first", "second"]);
});

test("a_turn_is_the_latest_until_another_begins_or_it_is_dropped", async () => {
  const [{ createTurns }] = await openPage(["shared/latest-only"]);
  const turns = createTurns();

  const first = turns.begin();
  assert.ok(first());
  const second = turns.begin();
  assert.ok(!first() && second());
  turns.drop();

  assert.ok(!second());
});
