// Stands in for the workers of a site: each is a script of a test, with the lock that a real one holds while it works.

import { define } from "./browser.mjs";

/** What a worker does with a message: it answers, and holds its lock only while it does. */
export function answering({ worker, message, reply }) {
  if (message.ping) return reply({ idle: true });
  if (!message.request) return;
  worker.work(async () => {
    reply({ id: message.id, taken: true });
    reply({ id: message.id, response: JSON.stringify({ ok: true, by: worker.name, asked: message.request }) });
  });
}

/** Ready as soon as a page connects. */
export function welcome({ reply }) {
  reply({ state: "ready" });
}

/**
 * Installs `SharedWorker`. `plans` say what the first, second, ... worker does; the last plan goes for all others.
 *
 * @returns the workers that were started, in order
 */
export function installWorkers(...plans) {
  const workers = [];

  function start(address, name) {
    const lock = `${address} ${name}`;
    const worker = { name, alive: true, received: [], end: () => {} };
    worker.plan = { connect: welcome, receive: answering, ...(plans[workers.length] ?? plans.at(-1)) };
    /** Holds the lock over a piece of work. */
    worker.work = (piece) => navigator.locks.request(lock, () => Promise.race([piece(), worker.death]));
    worker.death = new Promise((resolve) => (worker.end = resolve));
    worker.kill = () => {
      worker.alive = false;
      worker.end();
    };
    workers.push(worker);
    return worker;
  }

  class SharedWorker {
    constructor(address, { name }) {
      const found = workers.find((each) => each.name === name && each.alive);
      const worker = found ?? start(String(address), name);
      const port = {
        postMessage(message) {
          queueMicrotask(() => {
            if (!worker.alive) return;
            worker.received.push(message);
            if (message.retire) return worker.kill();
            worker.plan.receive({ worker, message, reply });
          });
        },
      };
      const reply = (data) => queueMicrotask(() => worker.alive && port.onmessage?.({ data }));
      this.port = port;
      queueMicrotask(() => worker.plan.connect({ worker, reply }));
    }
  }

  define({ SharedWorker });
  return workers;
}
