// stop-check.js: a calculation ends when its page has taken it back, or when it needs too much time or memory.

import assert from "node:assert/strict";
import { resolveObjectURL } from "node:buffer";
import { beforeEach, test } from "node:test";
import { define, openPage } from "../support/browser.mjs";

const SIGINT = 2;
/** More polls than the check needs to look once. */
const ENOUGH_POLLS = 1_000;
const LITTLE = () => 60;

/** Answers synchronous requests for blob URLs, as a browser does. */
class BlobRequest {
  status = 0;
  open(_, url) {
    this.url = url;
  }
  send() {
    if (!resolveObjectURL(this.url)) throw new DOMException("no", "NetworkError");
    this.status = 200;
  }
}

let now = 0;

beforeEach(() => {
  now = 1_000;
  define({ XMLHttpRequest: BlobRequest, performance: { now: () => now } });
});

const open = async () => (await openPage(["worker/stop-check"]))[0];
const newToken = () => URL.createObjectURL(new Blob());

/** A calculation that takes `steps` of 100 ms, and is interrupted as Python is. */
function calculation(stops, steps, each = () => {}) {
  return () => {
    for (let step = 0; step < steps; step += 1) {
      now += 100;
      each(step);
      for (let poll = 0; poll < ENOUGH_POLLS; poll += 1) {
        if (stops.poll() === SIGINT) throw new Error("KeyboardInterrupt");
      }
    }
    return "answer";
  };
}

test("a_calculation_that_is_not_withdrawn_is_finished", async () => {
  const stops = (await open()).createStopCheck();
  const token = newToken();
  stops.learn(token);

  assert.deepEqual(stops.run(token, LITTLE, calculation(stops, 100)), { value: "answer", ended: "" });
});

test("a_calculation_ends_soon_after_its_page_has_taken_it_back", async () => {
  const stops = (await open()).createStopCheck();
  const token = newToken();
  stops.learn(token);
  const begun = now;
  const revoke = (step) => step === 10 && URL.revokeObjectURL(token);

  const result = stops.run(token, LITTLE, calculation(stops, 100, revoke));

  assert.deepEqual(result, { value: null, ended: "withdrawn" });
  assert.ok(now - begun < 1_500, `it ended after ${now - begun} ms`);
});

test("a_calculation_ends_at_the_limit_of_time", async () => {
  const [{ createStopCheck, refusal }, { CALCULATION_LIMIT_SECONDS }] = await openPage([
    "worker/stop-check",
    "shared/timeouts",
  ]);
  const stops = createStopCheck();

  const { ended } = stops.run(newToken(), LITTLE, calculation(stops, 10_000));

  assert.equal(ended, "time");
  assert.match(JSON.parse(refusal(ended)).problems[0].text, new RegExp(`after ${CALCULATION_LIMIT_SECONDS} seconds`));
});

test("a_calculation_ends_at_the_limit_of_memory", async () => {
  const { createStopCheck, MOST_MEGABYTES, refusal } = await open();
  const stops = createStopCheck();
  let megabytes = 60;

  const { ended } = stops.run(
    newToken(),
    () => megabytes,
    calculation(stops, 100, () => (megabytes += 50)),
  );

  assert.equal(ended, "memory");
  assert.match(JSON.parse(refusal(ended)).problems[0].text, new RegExp(`${MOST_MEGABYTES} MB`));
});

test("an_interrupt_that_python_ignores_is_repeated", async () => {
  const { createStopCheck } = await open();
  const stops = createStopCheck();
  const token = newToken();
  stops.learn(token);
  URL.revokeObjectURL(token);
  const patient = () => {
    for (let step = 0; step < 10; step += 1) {
      try {
        calculation(stops, 100)();
      } catch {}
    }
    return calculation(stops, 100)();
  };

  assert.equal(stops.run(token, LITTLE, patient).ended, "withdrawn");
});

test("where_tokens_cannot_be_read_no_calculation_is_taken_back", async () => {
  const stops = (await open()).createStopCheck();
  const unreadable = "blob:elsewhere";
  stops.learn(unreadable);

  assert.equal(stops.isWithdrawn(unreadable), false);
  assert.equal(stops.run(unreadable, LITTLE, calculation(stops, 100)).value, "answer");
});

test("a_fault_in_a_calculation_is_thrown", async () => {
  const stops = (await open()).createStopCheck();
  const faulty = () => {
    throw new Error("a fault");
  };

  assert.throws(() => stops.run(newToken(), LITTLE, faulty), { message: "a fault" });
});

test("outside_of_a_calculation_python_is_not_interrupted", async () => {
  const stops = (await open()).createStopCheck();
  const token = newToken();
  stops.learn(token);
  stops.run(token, LITTLE, () => URL.revokeObjectURL(token));
  now += 60_000;

  assert.equal(Math.max(...Array.from({ length: ENOUGH_POLLS }, () => stops.poll())), 0);
});
