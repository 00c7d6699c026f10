// odds.js: shows what a character can do and with which odds, after every change of the sheet.
//
// Contract. `createOdds(form, handlers)`: `ask()` requests the odds of the current sheet and target (`handlers.question`);
// only the latest request counts. The reply to a valid sheet goes into `[data-odds]` and to `handlers.follow`. Wrong input
// is named at its field, and `handlers.wrong` gets the number of wrong inputs. Before the first odds, the top of the page
// names the first wrong input (fault.js); later, the last valid odds stay and are marked. A stopped request (slow-notice.js)
// also keeps and marks them. Unticking `[data-counts]` leaves a condition out of these odds only: nothing is stored, and
// `forget()` ends it. When Python does not run, the page says so and everything else works.

import { createSlowNotice } from "../client/slow-notice.js";
import { repairFiles } from "../offline/begin.js";
import { Canceled } from "../pyrules.js";
import { section } from "../shared/controllers.js";
import { latestOnly } from "../shared/latest-only.js";
import { showProblems } from "../shared/problems.js";
import { setHtml } from "../shared/trusted.js";
import { createFault } from "./fault.js";

/** @typedef {{rules: import("../pyrules.js").Rules, question: () => object, follow: (reply: any) => void, wrong: (count: number) => void, tell: (text: string) => void}} Handlers */

const COMING = "The odds come as soon as Python has started.";
const STOPPED = "Stopped: no odds yet. A change asks for them again.";
const STOPPED_LATER = "The last odds: the ones for this sheet were stopped.";
const STALE = "The last valid odds: an input needs attention.";

/** @param {HTMLFormElement} form @param {Handlers} handlers */
export function createOdds(form, { rules, question, follow, wrong, tell }) {
  const odds = /** @type {HTMLElement} */ (section("sheet/odds", form));
  const [place, stateText, runtime, leftOut] = [
    "[data-odds]",
    "[data-odds-state]",
    "[data-runtime]",
    "[data-left-out]",
  ].map((selector) => /** @type {HTMLElement} */ (odds.querySelector(selector)));
  const slow = /** @type {HTMLElement} */ (odds.querySelector("[data-slow]"));
  const notice = createSlowNotice(rules, { slow, tell, stopped });
  const fault = createFault(form);
  /** @type {Set<string>} */
  const without = new Set();
  let shown = false;
  let noOdds = "";

  const answers = latestOnly(async (isLatest) => {
    mark(shown ? "updating" : "coming", shown ? "" : COMING);
    const reply = await notice.ask({ kind: "sheet", ...question(), without: [...without] }).catch(broken);
    if (reply && isLatest()) show(reply);
  });

  function ask() {
    if (!noOdds) answers.ask();
  }

  /** @param {any} reply */
  function show(reply) {
    showProblems(form, reply.problems);
    if (!reply.ok) {
      mark(shown ? "stale" : "none", shown ? STALE : "No odds yet: an input needs attention.");
      const own = reply.problems.filter(
        (/** @type {{field: string}} */ { field }) => !`${field}.`.startsWith("target."),
      );
      // A sheet in use keeps its odds: there, nothing moves at the top while somebody types.
      fault.show(shown ? [] : own);
      if (own.length) wrong(own.length);
      else {
        wrong(0);
        tell("An input needs attention.");
      }
      return;
    }
    wrong(0);
    fault.show([]);
    runtime.hidden = true;
    shown = true;
    redraw(reply.html);
    leftOut.hidden = !without.size;
    mark("", "");
    follow(reply);
    tell("Odds are up to date.");
  }

  /** Redraws the odds; the focused element keeps the focus. @param {string} html */
  function redraw(html) {
    const focused = document.activeElement;
    const key = place.contains(focused) ? keyOf(focused) : "";
    setHtml(place, html);
    if (!key) return;
    const same = [...place.querySelectorAll("a, input")].find((each) => keyOf(each) === key);
    /** @type {HTMLElement | undefined} */ (same)?.focus({ preventScroll: true });
  }

  /** @param {string} state @param {string} text */
  function mark(state, text) {
    odds.dataset.state = state;
    stateText.textContent = text;
    stateText.hidden = !text;
  }

  function stopped() {
    answers.drop();
    mark(shown ? "stale" : "none", shown ? STOPPED_LATER : STOPPED);
    tell("Stopped.");
  }

  /** @param {unknown} error */
  function broken(error) {
    if (error instanceof Canceled) return;
    const reason = odds.querySelector("[data-reason]");
    if (reason) reason.textContent = error instanceof Error ? error.message : String(error);
    runtime.hidden = false;
    mark(shown ? "stale" : "none", shown ? "The last odds: Python is not running." : "");
    tell("Python is not running; the page says why.");
  }

  place.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.dataset.counts) return;
    if (target.checked) without.delete(target.dataset.counts);
    else without.add(target.dataset.counts);
    ask();
  });
  odds.querySelector("[data-retry]")?.addEventListener("click", async () => {
    runtime.hidden = true;
    await repairFiles();
    rules.restart().then(ask, broken);
  });

  return {
    ask,
    request: notice.ask,
    /** Removes the odds of the last character. @param {string} [why]  why the next one has no odds */
    forget(why = "") {
      answers.drop();
      noOdds = why;
      shown = false;
      without.clear();
      leftOut.hidden = true;
      place.replaceChildren();
      showProblems(form, []);
      fault.show([]);
      wrong(0);
      mark(why ? "none" : "coming", why || COMING);
    },
    broken,
  };
}

/** @param {Element | null} element */
function keyOf(element) {
  if (!(element instanceof HTMLElement)) return "";
  const { counts, act, weapon = "" } = element.dataset;
  return counts ?? (act ? `${act} ${weapon} ${element.querySelector("b")?.textContent}` : "");
}
