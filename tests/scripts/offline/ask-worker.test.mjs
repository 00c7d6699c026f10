// ask-worker.js: a service worker that was stopped before its answer is asked again, as long as the page is open.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { openPage, settle } from "../support/browser.mjs";

const PATIENCE_MS = 2_000;
const MENDING_MS = 20_000;
const SLOWEST_MS = 60_000;

beforeEach((t) => t.mock.timers.enable({ apis: ["setTimeout"] }));

/** A service worker that is stopped before it answers the first `lost` questions. */
function stoppedWorker(lost, ...answers) {
  const questions = [];
  return {
    questions,
    postMessage(question, [port]) {
      questions.push(question);
      if (questions.length > lost) for (const answer of answers) port.postMessage(answer);
      port.close();
    },
  };
}

async function asked(worker) {
  const [{ askWorker }] = await openPage(["offline/ask-worker"]);
  const heard = [];
  const last = askWorker(worker, { ask: "report" }, PATIENCE_MS, (news) => {
    heard.push(news.state);
    return news.state === "mending" ? MENDING_MS : 0;
  });
  return { last, heard };
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

test("an_answer_ends_the_questions", async (t) => {
  const worker = stoppedWorker(0, { state: "ready" });
  const { last } = await asked(worker);

  assert.deepEqual(await last, { state: "ready" });
  await pass(t, SLOWEST_MS);

  assert.deepEqual(worker.questions, [{ ask: "report" }]);
});

test("a_worker_that_is_stopped_before_it_answers_is_asked_again", async (t) => {
  const worker = stoppedWorker(1, { state: "ready" });
  const { heard } = await asked(worker);
  await pass(t, PATIENCE_MS - 1);
  assert.equal(worker.questions.length, 1);

  await pass(t, 1);

  assert.deepEqual([worker.questions.length, heard], [2, ["ready"]]);
});

test("a_worker_that_is_stopped_again_and_again_is_asked_less_often_and_never_given_up", async (t) => {
  const worker = stoppedWorker(8, { state: "ready" });
  const { heard } = await asked(worker);
  for (let question = 0; question < 2; question += 1) await pass(t, PATIENCE_MS);
  assert.equal(worker.questions.length, 3);
  await pass(t, PATIENCE_MS);
  assert.equal(worker.questions.length, 3);

  for (let question = 0; question < 6; question += 1) await pass(t, SLOWEST_MS);

  assert.deepEqual([worker.questions.length, heard], [9, ["ready"]]);
});

test("a_worker_that_is_stopped_while_it_mends_is_asked_again", async (t) => {
  const answers = [[{ state: "mending" }], [{ state: "mending" }, { state: "ready" }]];
  const questions = [];
  const worker = {
    postMessage(question, [port]) {
      questions.push(question);
      for (const answer of answers.shift()) port.postMessage(answer);
      port.close();
    },
  };
  const { last, heard } = await asked(worker);
  await arrive();
  await pass(t, MENDING_MS - 1);
  assert.deepEqual([questions.length, heard], [1, ["mending"]]);

  await pass(t, 1);

  assert.deepEqual(await last, { state: "ready" });
  assert.deepEqual([questions.length, heard], [2, ["mending", "mending", "ready"]]);
});
