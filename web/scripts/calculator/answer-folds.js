// answer-folds.js: fills each fold of an answer or a comparison when the player opens it, by one request to Python.
//
// Contract. A fold is `details[data-fold]`; the attribute names the request that fills the fold (`foldRequest`). A built
// page has its folds filled, Python's answer has them empty. `createAnswerFolds(answer, ask)` fills a fold when it opens,
// without moving the focus. After WORKING_MS it shows "Working it out …" in the fold. Call `answered()` after each new
// answer: open folds are requested again and keep their content until the reply arrives. When nothing has changed for
// REST_MS, the folds of the headline are filled in advance, so that they open at once, and the longest one is marked for
// printing. Only replies for the newest answer count.

import { keepState } from "../shared/details-state.js";
import { setHtml } from "../shared/trusted.js";
import { chooseModes } from "./chart-modes.js";

export const WORKING_MS = 300;
export const REST_MS = 200;
const WORKING = "Working it out …";
const FAILED = "This could not be worked out now.";

/**
 * The request that fills a fold: "explain p_hit", "as_table total", "row plans 3 damage".
 *
 * @param {string} address
 */
export function foldRequest(address) {
  const [kind, output, index, column] = address.split(" ");
  return index === undefined ? { kind, output } : { kind, output, index: Number(index), column };
}

/** @param {HTMLElement} answer @param {(request: object) => Promise<{ok: boolean, html: string}>} ask */
export function createAnswerFolds(answer, ask) {
  /** Folds that wait for a reply, each with the promise of the reply. @type {WeakMap<Element, Promise<void>>} */
  const pending = new WeakMap();
  /** The number of the answer that the folds belong to. */
  let turn = 0;
  let resting = 0;

  /** @param {HTMLDetailsElement} fold */
  function fill(fold) {
    pending.set(fold, askFor(fold));
  }

  /** @param {HTMLDetailsElement} fold */
  async function askFor(fold) {
    const mine = turn;
    const note = isEmpty(fold) ? waitingNote(fold) : null;
    const limit = setTimeout(() => note && (note.textContent = WORKING), WORKING_MS);
    const reply = await ask(foldRequest(fold.dataset.fold ?? "")).catch(() => null);
    clearTimeout(limit);
    pending.delete(fold);
    if (mine !== turn) return note?.remove();
    if (reply?.ok) keepState(fold, () => replaceBody(fold, reply.html));
    else failed(fold);
    chooseModes(fold);
  }

  /** Fills the folds of the headline one after another, so that a new request waits for one fold at most. */
  async function fillInAdvance() {
    const mine = turn;
    const folds = [...answer.querySelectorAll(/** @type {"details"} */ ("[data-headline] > details[data-fold]"))];
    for (const fold of folds) {
      await pending.get(fold);
      if (mine !== turn) return;
      if (isEmpty(fold)) {
        const reply = await ask(foldRequest(fold.dataset.fold ?? "")).catch(() => null);
        if (mine !== turn) return;
        if (reply?.ok && isEmpty(fold)) replaceBody(fold, reply.html);
      }
    }
    markLongest(folds);
  }

  // "toggle" does not bubble.
  answer.addEventListener(
    "toggle",
    ({ target }) => {
      if (!(target instanceof HTMLDetailsElement) || !target.open || !target.dataset.fold) return;
      if (isEmpty(target) && !pending.has(target)) fill(target);
    },
    true,
  );

  return {
    answered() {
      turn += 1;
      for (const fold of answer.querySelectorAll(/** @type {"details"} */ ("details[data-fold][open]"))) fill(fold);
      clearTimeout(resting);
      resting = setTimeout(fillInAdvance, REST_MS);
    },
  };
}

/** Whether a fold holds at most a note about its request. @param {HTMLDetailsElement} fold */
function isEmpty(fold) {
  return [...fold.children].every((part) => part.matches("summary, [role=status]"));
}

/** @param {HTMLDetailsElement} fold @param {string} html  drawn by Python */
function replaceBody(fold, html) {
  const drawn = document.createElement("div");
  setHtml(drawn, html);
  empty(fold);
  fold.append(...drawn.childNodes);
}

/** Removes everything but the summary. @param {HTMLDetailsElement} fold */
function empty(fold) {
  while (fold.lastChild && fold.lastChild !== fold.querySelector(":scope > summary")) fold.lastChild.remove();
}

/** @param {HTMLDetailsElement} fold */
function waitingNote(fold) {
  const note = document.createElement("p");
  note.className = "note";
  note.setAttribute("role", "status");
  fold.append(note);
  return note;
}

/** Replaces the explanation of an earlier answer by a sentence. @param {HTMLDetailsElement} fold */
function failed(fold) {
  empty(fold);
  waitingNote(fold).textContent = FAILED;
}

/** @param {HTMLDetailsElement[]} folds */
function markLongest(folds) {
  const steps = folds.map((fold) => fold.querySelectorAll(".why > ol > li").length);
  folds[steps.indexOf(Math.max(...steps))]?.parentElement?.toggleAttribute("data-fullest", true);
}
