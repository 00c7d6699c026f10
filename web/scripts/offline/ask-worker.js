// ask-worker.js: a question to the service worker that is asked again until there is an answer.
//
// Contract. `askWorker(worker, question, patience, hear)` posts the question with a port. `hear(news)` gets each answer and
// returns how many milliseconds to wait for the next one, or 0 after the last one, with which the promise resolves. The
// browser may stop a service worker at any moment, also in the middle of its work, and a stopped one answers nothing. So the
// question is asked again after so much silence, at first `patience`, and after some silent questions less often, but as
// long as the page is open.

import { RETRY_PAUSES_MS } from "../shared/timeouts.js";

/** So many questions are asked at the first pace. */
const MOST_AT_ONCE = 3;

/**
 * @template T
 * @param {{postMessage: (message: object, transfer: Transferable[]) => void}} worker
 * @param {object} question
 * @param {number} patience
 * @param {(news: T) => number} hear
 * @returns {Promise<T>}
 */
export function askWorker(worker, question, patience, hear) {
  return new Promise((resolve) => {
    let asked = 0;
    let timer = 0;

    /** @param {number} pause */
    function askAfter(pause) {
      const slower = RETRY_PAUSES_MS[Math.min(asked - MOST_AT_ONCE, RETRY_PAUSES_MS.length - 1)] ?? 0;
      clearTimeout(timer);
      timer = setTimeout(ask, Math.max(pause, slower));
    }

    function ask() {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => {
        const pause = hear(data);
        if (pause) return askAfter(pause);
        clearTimeout(timer);
        port1.close();
        resolve(data);
      };
      worker.postMessage(question, [port2]);
      asked += 1;
      askAfter(patience);
    }

    ask();
  });
}
