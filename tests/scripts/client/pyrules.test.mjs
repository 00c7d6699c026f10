// pyrules.js and channel.js: each question is answered or rejected, whatever becomes of the worker.

import assert from "node:assert/strict";
import { resolveObjectURL } from "node:buffer";
import { beforeEach, describe, test } from "node:test";
import { openPage, settle } from "../support/browser.mjs";
import { answering, installWorkers } from "../support/workers.mjs";

const SILENCE_MS = 4_000;
const STARTING_SILENCE_MS = 12_000;
const PING_MS = 2_000;
const FOREVER = new Promise(() => {});
const mute = { connect() {}, receive() {} };

beforeEach((t) => t.mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] }));

/** The rules of a page that was just loaded. */
async function open() {
  const [pyrules] = await openPage(["pyrules"]);
  return pyrules.createRules();
}

/** Lets time pass in steps, as the page's timers and promises take turns. */
async function pass(t, milliseconds) {
  await settle();
  for (let passed = 0; passed < milliseconds; passed += 500) {
    t.mock.timers.tick(Math.min(500, milliseconds - passed));
    await settle();
  }
}

/** What a promise has come to by now. */
function outcome(promise) {
  const found = { state: "open" };
  promise.then(
    (value) => Object.assign(found, { state: "answered", value }),
    (error) => Object.assign(found, { state: "rejected", why: error.message }),
  );
  return found;
}

describe("a worker that answers", () => {
  test("a_question_is_answered_and_python_is_ready", async () => {
    const workers = installWorkers({});
    const rules = await open();

    const reply = await rules.answer("raiders.strike", { offense: 7 });
    await rules.ready;

    assert.equal(workers.length, 1);
    assert.equal(reply.by, "py-test");
    const asked = { kind: "answer", calculator: "raiders.strike", inputs: { offense: 7 } };
    assert.deepEqual(JSON.parse(reply.asked), asked);
  });

  test("pages_share_one_worker", async () => {
    const workers = installWorkers({});

    await (await open()).systems();
    await (await open()).systems();

    assert.equal(workers.length, 1);
  });

  test("a_request_that_broke_inside_python_is_rejected_and_the_worker_stays", async () => {
    const breaks = ({ worker, message, reply }) => {
      if (message.request?.includes("bad")) reply({ id: message.id, failed: "It broke." });
      else answering({ worker, message, reply });
    };
    const workers = installWorkers({ receive: breaks });
    const rules = await open();

    await assert.rejects(rules.answer("bad"), { message: "It broke." });

    assert.equal((await rules.systems()).ok, true);
    assert.equal(workers.length, 1);
  });
});

describe("a worker that stops", () => {
  /** It takes a question and is then at work until it is killed. */
  const endless = {
    receive({ worker, message, reply }) {
      if (!message.request) return;
      worker.work(async () => {
        reply({ id: message.id, taken: true });
        await FOREVER;
      });
    },
  };

  test("killed_over_a_question_it_is_replaced_and_the_question_answered", async (t) => {
    const workers = installWorkers(endless, {});
    const rules = await open();
    const question = outcome(rules.systems());
    await settle();

    workers[0].kill();
    await pass(t, 1_000);

    assert.equal(question.state, "answered");
    assert.equal(workers.length, 2);
    assert.notEqual(workers[1].name, workers[0].name);
  });

  test("killed_at_rest_it_is_replaced_at_the_next_question", async (t) => {
    const workers = installWorkers({}, {});
    const rules = await open();
    await rules.systems();
    workers[0].kill();
    await pass(t, 60_000);
    assert.equal(workers.length, 1, "nothing waits for a worker");

    const question = outcome(rules.systems());
    await pass(t, SILENCE_MS);

    assert.equal(question.state, "answered");
    assert.equal(workers.length, 2);
  });

  test("killed_twice_over_a_question_that_question_is_rejected_and_the_next_answered", async (t) => {
    const workers = installWorkers(endless, endless, {});
    const rules = await open();
    const question = outcome(rules.systems());
    await settle();
    workers[0].kill();
    await pass(t, 1_000);
    assert.equal(workers.length, 2);

    workers[1].kill();
    await pass(t, 1_000);

    assert.equal(question.why, "Python stopped twice in the middle of this calculation.");
    assert.equal((await rules.systems()).ok, true);
    assert.equal(workers.length, 3);
  });

  test("killed_over_a_question_then_before_its_first_word_then_over_the_question_it_is_rejected", async (t) => {
    const workers = installWorkers(endless, mute, endless, {});
    const rules = await open();
    const question = outcome(rules.systems());
    await settle();
    workers[0].kill();
    await pass(t, 1_000);

    workers[1].kill();
    await pass(t, SILENCE_MS + STARTING_SILENCE_MS);

    assert.equal(question.why, "Python stopped twice in the middle of this calculation.");
  });

  test("a_start_that_failed_is_rejected_with_its_reason", async () => {
    installWorkers({ connect: ({ reply }) => reply({ state: "failed", text: "No WebAssembly." }), receive() {} });
    const rules = await open();
    const question = outcome(rules.systems());

    await assert.rejects(rules.ready, { message: "No WebAssembly." });

    assert.equal(question.why, "No WebAssembly.");
    await assert.rejects(rules.systems(), { message: "No WebAssembly." });
  });
});

describe("a worker that does not answer", () => {
  /** A question gets lost; asked what it is at, the worker says that it is idle. */
  const losing = {
    receive: ({ message, reply }) => message.ping && reply({ idle: true }),
  };
  /** A question gets stuck after it was taken, with the lock held. */
  const stuck = {
    receive({ worker, message, reply }) {
      if (message.ping) return reply({ idle: true });
      if (message.request) worker.work(() => FOREVER);
      if (message.request) reply({ id: message.id, taken: true });
    },
  };

  test("a_question_that_an_idle_worker_lost_goes_to_another", async (t) => {
    const workers = installWorkers(losing, {});
    const rules = await open();
    const question = outcome(rules.systems());

    await pass(t, SILENCE_MS);

    assert.equal(question.state, "answered");
    assert.equal(workers.length, 2);
  });

  test("a_question_that_an_idle_worker_with_its_lock_is_stuck_over_goes_to_another_after_five_pings", async (t) => {
    const workers = installWorkers(stuck, {});
    const rules = await open();
    const question = outcome(rules.systems());
    await pass(t, 5 * PING_MS - 500);
    assert.deepEqual([question.state, workers.length], ["open", 1]);

    await pass(t, 500);

    assert.equal(question.state, "answered");
    assert.equal(workers.length, 2);
  });

  test("a_worker_that_is_at_work_is_waited_for", async (t) => {
    const slow = {
      receive({ worker, message, reply }) {
        if (!message.request) return;
        worker.work(async () => {
          reply({ id: message.id, taken: true });
          await new Promise((resolve) => setTimeout(resolve, 300_000));
          reply({ id: message.id, response: '{"ok":true}' });
        });
      },
    };
    const workers = installWorkers(slow);
    const rules = await open();
    const question = outcome(rules.systems());
    await pass(t, 299_000);
    assert.equal(question.state, "open");

    await pass(t, 2_000);

    assert.equal(question.state, "answered");
    assert.equal(workers.length, 1);
  });

  test("a_worker_that_never_says_a_word_is_replaced", async (t) => {
    const workers = installWorkers(mute, {});
    const rules = await open();
    const question = outcome(rules.systems());
    await pass(t, SILENCE_MS + STARTING_SILENCE_MS - 500);
    assert.equal(workers.length, 1);

    await pass(t, 500);

    assert.equal(question.state, "answered");
    assert.equal(workers.length, 2);
  });

  test("a_page_that_comes_to_a_busy_worker_gets_another_and_who_comes_later_finds_that_one", async (t) => {
    const busy = { connect: ({ worker }) => worker.work(() => FOREVER), receive() {} };
    const workers = installWorkers(busy, {});
    const rules = await open();
    const question = outcome(rules.systems());

    await pass(t, SILENCE_MS);

    assert.equal(question.state, "answered");
    const later = await (await open()).systems();
    assert.equal(later.by, workers[1].name);
    assert.equal(workers.length, 2);
  });

  test("who_waits_for_the_start_of_a_replaced_worker_waits_for_the_other", async (t) => {
    const workers = installWorkers(mute, {});
    const rules = await open();
    const ready = outcome(rules.ready);

    await pass(t, SILENCE_MS + STARTING_SILENCE_MS);

    assert.equal(workers.length, 2);
    assert.equal(ready.state, "answered");
  });
});

describe("a worker that several pages share", () => {
  /** Deaf from its first question on, as Python is while it works. */
  function deaf() {
    let works = false;
    return {
      receive({ worker, message, reply }) {
        if (works) return;
        if (message.ping) return reply({ idle: true });
        if (!message.request) return;
        works = true;
        worker.work(() => FOREVER);
        reply({ id: message.id, taken: true });
      },
    };
  }

  test("a_question_that_waits_for_another_pages_moves_to_another_worker_after_some_two_seconds", async (t) => {
    const workers = installWorkers(deaf(), {});
    const [first, second] = [await open(), await open()];
    await Promise.all([first.ready, second.ready]);
    const long = outcome(first.systems());
    await settle();
    const question = outcome(second.systems());
    await pass(t, 2_000);
    assert.deepEqual([question.state, workers.length], ["open", 1]);

    await pass(t, 1_000);

    assert.equal(question.state, "answered");
    assert.equal(workers.length, 2);
    assert.deepEqual(workers[0].received.at(-1), { leave: true });
    await pass(t, 60_000);
    assert.deepEqual([long.state, workers.length], ["open", 2]);
  });

  test("a_question_that_waits_for_one_of_its_own_page_stays", async (t) => {
    const workers = installWorkers(deaf(), {});
    const rules = await open();
    outcome(rules.systems());
    await settle();
    const question = outcome(rules.systems());

    await pass(t, 60_000);

    assert.deepEqual([question.state, workers.length], ["open", 1]);
  });

  test("a_loading_worker_that_answers_pings_is_not_replaced", async (t) => {
    const loading = { receive: ({ message, reply }) => message.ping && reply({ idle: false }) };
    const works = (plan) => ({
      receive(given) {
        if (given.message.request) given.worker.work(() => FOREVER);
        plan.receive(given);
      },
    });
    const workers = installWorkers(works(loading), {});
    const rules = await open();
    outcome(rules.systems());

    await pass(t, 60_000);

    assert.equal(workers.length, 1);
  });

  test("a_worker_that_ends_itself_passes_its_questions_on_however_often", async (t) => {
    const ends = {
      receive({ message, reply }) {
        if (!message.request) return;
        t.mock.timers.tick(1); // a new name needs a new time
        reply({ state: "ended" });
      },
    };
    const workers = installWorkers(ends, ends, ends, {});
    const rules = await open();

    assert.equal((await rules.systems()).ok, true);

    assert.equal(workers.length, 4);
  });

  test("a_page_that_comes_to_a_worker_that_ends_is_ready_with_another", async () => {
    const workers = installWorkers({ connect: ({ reply }) => reply({ state: "ended" }) }, {});
    const rules = await open();

    await rules.ready;

    assert.equal(workers.length, 2);
  });
});

describe("a page that is left", () => {
  const isOpen = ({ token }) => !!resolveObjectURL(token);

  test("it_takes_back_what_waits_and_asks_again_when_it_is_shown_again", async () => {
    const workers = installWorkers({ receive() {} });
    const rules = await open();
    const question = outcome(rules.systems());
    await settle();
    const asked = workers[0].received.find(({ request }) => request);
    assert.equal(isOpen(asked), true);

    window.dispatchEvent(new Event("pagehide"));
    await settle();
    assert.equal(isOpen(asked), false);
    assert.deepEqual(workers[0].received.at(-1), { leave: true });
    workers[0].plan.receive = answering;
    window.dispatchEvent(new Event("pageshow"));
    await settle();

    assert.equal(question.state, "answered");
    assert.equal(workers.length, 1);
  });

  test("with_nothing_open_it_stays_connected", async () => {
    const workers = installWorkers({});
    const rules = await open();
    await rules.systems();

    window.dispatchEvent(new Event("pagehide"));
    window.dispatchEvent(new Event("pageshow"));
    await settle();

    assert.ok(!workers[0].received.some(({ leave }) => leave));
    assert.equal((await rules.systems()).ok, true);
  });
});

describe("on demand", () => {
  test("a_canceled_question_is_taken_back_and_the_worker_stays", async () => {
    const workers = installWorkers({ receive() {} });
    const [pyrules] = await openPage(["pyrules"]);
    const rules = pyrules.createRules();
    const question = rules.systems();
    const rejected = assert.rejects(question, pyrules.Canceled);
    await settle();

    rules.cancel();

    await rejected;
    const asked = workers[0].received.find(({ request }) => request);
    assert.equal(resolveObjectURL(asked.token), undefined);
    workers[0].plan.receive = answering;
    assert.equal((await rules.systems()).ok, true);
    assert.equal(workers.length, 1);
  });

  test("a_restart_rejects_what_waits_ends_the_worker_and_then_answers", async () => {
    const workers = installWorkers({ receive() {} }, {});
    const rules = await open();
    const question = outcome(rules.systems());
    await settle();

    await rules.restart();

    assert.equal(question.why, "Python was restarted.");
    assert.deepEqual(workers[0].received.at(-1), { retire: true });
    assert.equal((await rules.systems()).ok, true);
    assert.equal(workers.length, 2);
  });

  test("disposed_rules_reject_what_waits_and_what_comes", async () => {
    const workers = installWorkers({ receive() {} });
    const rules = await open();
    const question = outcome(rules.systems());
    await settle();

    rules.dispose();

    await assert.rejects(rules.systems(), { message: "These rules were disposed of." });
    assert.equal(question.why, "These rules were disposed of.");
    await settle();
    assert.deepEqual(workers[0].received.at(-1), { leave: true });
  });

  test("a_page_that_may_start_no_worker_says_so", async () => {
    const rules = await open();

    await assert.rejects(rules.systems(), { message: "This page may start no worker, as in a sandboxed frame." });
  });
});
