// ask-worker.js: sends a request to the service worker, and repeats the request until an answer arrives.
//
// Contract. `askWorker(worker, request, limitMs, onAnswer)` posts the request with a port. `onAnswer(answer)` gets each
// answer and returns how many milliseconds to wait for the next one, or 0 after the last one. The promise resolves with the
// last answer. The browser may stop a service worker at any moment, and a stopped service worker sends no answer. So the
// request is repeated after `limitMs` without an answer. After some requests without an answer the pauses grow. The
// repetition ends with the last answer, or with the page.

import { RETRY_PAUSES_MS } from "../shared/timeouts.js";

/** The number of requests before the pauses grow. */
const MOST_AT_FIRST_PACE = 3;

/**
 * @template T
 * @param {{postMessage: (message: object, transfer: Transferable[]) => void}} worker
 * @param {object} request
 * @param {number} limitMs
 * @param {(answer: T) => number} onAnswer
 * @returns {Promise<T>}
 */
export function askWorker(worker, request, limitMs, onAnswer) {
  return new Promise((resolve) => {
    let sent = 0;
    let timer = 0;

    /** @param {number} pause */
    function sendAfter(pause) {
      const slower = RETRY_PAUSES_MS[Math.min(sent - MOST_AT_FIRST_PACE, RETRY_PAUSES_MS.length - 1)] ?? 0;
      clearTimeout(timer);
      timer = setTimeout(send, Math.max(pause, slower));
    }

    function send() {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => {
        const pause = onAnswer(data);
        if (pause) return sendAfter(pause);
        clearTimeout(timer);
        port1.close();
        resolve(data);
      };
      worker.postMessage(request, [port2]);
      sent += 1;
      sendAfter(limitMs);
    }

    send();
  });
}
