// answer-folds.js: the folds of an answer or a comparison are filled when they are opened, each by one request to Python.
//
// Contract. A fold is `details[data-fold]`; the attribute names the request that fills it (foldRequest). A built page
// holds its folds filled, Python's answer holds them empty. `createAnswerFolds(answer, ask)` fills a fold when it is
// opened, without moving the focus, and says "Working it out …" in it after 300 ms. `answered()` follows each new answer:
// open folds are asked for again, and keep what they show until the reply comes. Once nothing has changed for a moment,
// the folds of the headline are filled ahead, so that they open at once; the longest of them is marked for paper.
// Only replies for the newest answer count.

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
  /** Folds whose reply is on its way, with its arrival. @type {WeakMap<Element, Promise<void>>} */
  const pending = new WeakMap();
  /** Which answer the folds belong to. */
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

  /** The folds of the headline, one after the other, so that a new question waits for one at most. */
  async function fillAhead() {
    const mine = turn;
    const ahead = [...answer.querySelectorAll(/** @type {"details"} */ ("[data-headline] > details[data-fold]"))];
    for (const fold of ahead) {
      await pending.get(fold);
      if (mine !== turn) return;
      if (isEmpty(fold)) {
        const reply = await ask(foldRequest(fold.dataset.fold ?? "")).catch(() => null);
        if (mine !== turn) return;
        if (reply?.ok && isEmpty(fold)) replaceBody(fold, reply.html);
      }
    }
    markLongest(ahead);
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
      resting = setTimeout(fillAhead, REST_MS);
    },
  };
}

/** Nothing but a note about the request is in it. @param {HTMLDetailsElement} fold */
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

/** Leaves the summary alone. @param {HTMLDetailsElement} fold */
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

/** What another answer explained must not stay. @param {HTMLDetailsElement} fold */
function failed(fold) {
  empty(fold);
  waitingNote(fold).textContent = FAILED;
}

/** @param {HTMLDetailsElement[]} folds */
function markLongest(folds) {
  const steps = folds.map((fold) => fold.querySelectorAll(".why > ol > li").length);
  folds[steps.indexOf(Math.max(...steps))]?.parentElement?.toggleAttribute("data-fullest", true);
}
