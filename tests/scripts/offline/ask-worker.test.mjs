// ask-worker.js: repeats a request to a service worker that was stopped before its answer, as long as the page is open.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { openPage, settle } from "../support/browser.mjs";

const LIMIT_MS = 2_000;
const REPAIR_MS = 20_000;
const SLOWEST_MS = 60_000;

beforeEach((t) => t.mock.timers.enable({ apis: ["setTimeout"] }));

/** A service worker that is stopped before it answers the first `lost` requests. */
function stoppedWorker(lost, ...answers) {
  const requests = [];
  return {
    requests,
    postMessage(request, [port]) {
      requests.push(request);
      if (requests.length > lost) for (const answer of answers) port.postMessage(answer);
      port.close();
    },
  };
}

async function ask(worker) {
  const [{ askWorker }] = await openPage(["offline/ask-worker"]);
  const states = [];
  const last = askWorker(worker, { ask: "report" }, LIMIT_MS, (news) => {
    states.push(news.state);
    return news.state === "mending" ? REPAIR_MS : 0;
  });
  return { last, states };
}

/** Lets messages arrive. */
async function arrive() {
  for (let turn = 0; turn < 10; turn += 1) await settle();
}

async function pass(t, ms) {
  await arrive();
  t.mock.timers.tick(ms);
  await arrive();
}

test("an_answer_ends_the_requests", async (t) => {
  const worker = stoppedWorker(0, { state: "ready" });
  const { last } = await ask(worker);

  assert.deepEqual(await last, { state: "ready" });
  await pass(t, SLOWEST_MS);

  assert.deepEqual(worker.requests, [{ ask: "report" }]);
});

test("a_worker_that_is_stopped_before_it_answers_is_asked_again", async (t) => {
  const worker = stoppedWorker(1, { state: "ready" });
  const { states } = await ask(worker);
  await pass(t, LIMIT_MS - 1);
  assert.equal(worker.requests.length, 1);

  await pass(t, 1);

  assert.deepEqual([worker.requests.length, states], [2, ["ready"]]);
});

test("a_worker_that_is_stopped_again_and_again_is_asked_less_often_and_never_given_up", async (t) => {
  const worker = stoppedWorker(8, { state: "ready" });
  const { states } = await ask(worker);
  for (let turn = 0; turn < 2; turn += 1) await pass(t, LIMIT_MS);
  assert.equal(worker.requests.length, 3);
  await pass(t, LIMIT_MS);
  assert.equal(worker.requests.length, 3);

  for (let turn = 0; turn < 6; turn += 1) await pass(t, SLOWEST_MS);

  assert.deepEqual([worker.requests.length, states], [9, ["ready"]]);
});

test("a_worker_that_is_stopped_while_it_mends_is_asked_again", async (t) => {
  const answers = [[{ state: "mending" }], [{ state: "mending" }, { state: "ready" }]];
  const requests = [];
  const worker = {
    postMessage(request, [port]) {
      requests.push(request);
      for (const answer of answers.shift()) port.postMessage(answer);
      port.close();
    },
  };
  const { last, states } = await ask(worker);
  await arrive();
  await pass(t, REPAIR_MS - 1);
  assert.deepEqual([requests.length, states], [1, ["mending"]]);

  await pass(t, 1);

  assert.deepEqual(await last, { state: "ready" });
  assert.deepEqual([requests.length, states], [2, ["mending", "mending", "ready"]]);
});
