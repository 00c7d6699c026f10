// worker-lock.js: a worker holds its lock while it works, and waits for it no longer than two seconds.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { openPage, settle } from "../support/browser.mjs";

const LIMIT_MS = 2_000;

beforeEach((t) => t.mock.timers.enable({ apis: ["setTimeout"] }));

const open = async () => (await openPage(["worker/worker-lock"]))[0].createWorkerLock("worker");
const held = async () => (await navigator.locks.query()).held.map(({ name }) => name);

/** Whether a promise is settled by now. */
async function isSettled(promise) {
  let settled = false;
  promise.then(() => (settled = true));
  await settle();
  return settled;
}

test("the_lock_is_held_from_the_first_piece_of_work_to_the_last", async () => {
  const work = await open();
  let rests = 0;
  work.onRest(() => (rests += 1));
  await Promise.all([work.begin(), work.begin()]);
  assert.deepEqual(await held(), ["worker"]);

  work.end();
  await settle();
  assert.deepEqual([await held(), work.isWorking(), rests], [["worker"], true, 0]);
  work.end();
  await settle();

  assert.deepEqual([await held(), work.isWorking(), rests], [[], false, 1]);
});

test("a_suspended_page_with_the_lock_blocks_no_request", async (t) => {
  navigator.locks.request("worker", () => new Promise(() => {}));
  const work = await open();
  const begun = work.begin();
  t.mock.timers.tick(LIMIT_MS - 1);
  assert.equal(await isSettled(begun), false);

  t.mock.timers.tick(1);

  assert.equal(await isSettled(begun), true);
});

test("a_lock_that_is_granted_after_the_work_is_let_go", async (t) => {
  let wake;
  navigator.locks.request("worker", () => new Promise((resolve) => (wake = resolve)));
  await settle();
  const work = await open();
  const begun = work.begin();
  t.mock.timers.tick(LIMIT_MS);
  await begun;
  work.end();

  wake();
  await settle();

  assert.deepEqual(await held(), []);
});

for (const [name, locks] of Object.entries({
  without_locks: undefined,
  with_refused_locks: { request: () => Promise.reject(new DOMException("no", "SecurityError")) },
})) {
  test(`${name}_work_begins_at_once`, async () => {
    navigator.locks = locks;
    const work = await open();

    assert.equal(await isSettled(work.begin()), true);
    work.end();
    assert.equal(work.isWorking(), false);
  });
}
