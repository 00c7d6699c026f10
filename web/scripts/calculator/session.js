// session.js: one calculator page: its form, its answer, its address, and Python behind them.
//
// Contract. `createSession(form)` binds the form, the element `#answer` and the address. Features of the page (rolling,
// sharing, sweeping …) get the session: `pairs()` is the form as it stands, `ask(request)` asks Python about it and
// rejects only when Python cannot answer, `on("answer", …)` tells of each new valid answer, `on("change", …)` of each
// change of the inputs, `on("roll", …)` of each roll, `on("link", …)` whenever link() or extra() may have changed,
// `on("example", …)` when the form has gone back to the page's example. `example()` is the form as the example fills it,
// `showsExample()` says whether the answer on the page is the example's. Only the newest question counts.
// What the table has set for itself (table-rules-form.js) stands in for what a link leaves out, and goes along with every question.
// Wrong input leaves the last valid answer, marked as such; so does a question that was stopped. Where a link or a character
// has filled the form, wrong input hides the example's figures (`data-waits=refused`). Before an update the form
// goes into the address as it stands. A tracker opened without a state in its address starts with its kept state
// (tracker-state.js). A "change" listener gets the element that was used, null for a new address, nothing for a sheet.

import { createSlowNotice } from "../client/slow-notice.js";
import { repairFiles } from "../offline/offline.js";
import { Canceled, createRules } from "../pyrules.js";
import { bindWhy, redraw } from "../shared/details-state.js";
import { fill, read } from "../shared/form.js";
import { latestOnly } from "../shared/latest-only.js";
import { format, parse, tooLong } from "../shared/link.js";
import { showProblems } from "../shared/problems.js";
import { SLOW_START_MS, STATUS_DELAY_MS } from "../shared/timeouts.js";
import { createTrackerState } from "../storage/tracker-state.js";
import { createAnswerFolds } from "./answer-folds.js";
import { measureHeadline } from "./headline-height.js";
import { createTableRulesForm } from "./table-rules-form.js";

/** @typedef {import("../shared/link.js").Pairs} Pairs */
/** @typedef {{ok: boolean, html: string, line: string, link: Pairs, shared: Pairs, house?: import("./table-rules-form.js").Told, groups: Record<string, string>, problems: import("../shared/problems.js").Problem[], [more: string]: any}} Reply */
/** @typedef {ReturnType<typeof createSession>} Session */

const STOPPED = "the one for these inputs was stopped.";
const SLOW_START = "Python is still on its way: a slow line can take a while. Until then this is the example's answer.";

/** @param {HTMLFormElement} form */
export function createSession(form) {
  const calculator = form.dataset.calculator ?? "";
  const start = /** @type {Pairs} */ (JSON.parse(form.dataset.start ?? "[]"));
  const answer = byId("answer");
  const told = find("[data-told]");
  const runtime = find("[data-runtime]");
  const rules = createRules();
  const table = createTableRulesForm(form);
  const kept = "tracker" in form.dataset ? createTrackerState(calculator) : null;
  // An answer draws its headline again: the notice is put there each time.
  const place = () => answer.querySelector(".headline");
  const notice = createSlowNotice(rules, { slow: find("[data-slow]"), place, tell, stopped });
  const listeners = {
    answer: /** @type {((reply: Reply) => void)[]} */ ([]),
    change: /** @type {((by?: Element | null) => void)[]} */ ([]),
    link: /** @type {(() => void)[]} */ ([]),
    example: /** @type {(() => void)[]} */ ([]),
    roll: /** @type {((reply: any) => void)[]} */ ([]),
  };
  let example = read(form);
  /** What the answer on the page belongs to, as far as the form goes. */
  let answered = format(read(form));
  /** A link is asked about as it is, not what the form could make of it: so unknown names are told, too. */
  let fromLink = /** @type {Pairs | null} */ (null);
  /** Keys in the address that belong to a feature, such as the other side of a comparison. */
  let extra = /** @type {Pairs} */ ([]);
  let link = /** @type {Pairs} */ (start);
  /** The same for anybody, whatever their own table plays by. */
  let shared = /** @type {Pairs} */ (JSON.parse(form.dataset.shared ?? "[]"));
  // The inputs of the answer on the page: those of the form may have changed since.
  const folds = createAnswerFolds(answer, (request) => askAside({ pairs: shared, ...request }));
  /** Python is up, or will not come. */
  let started = false;
  /** Python has failed since the last answer. */
  let failed = false;
  let timer = 0;

  /** Asks without a notice, about the inputs that the request names. @param {object} request @returns {Promise<Reply>} */
  function askAside(request) {
    return rules.request({ calculator, ...request });
  }

  const answers = latestOnly(async (isLatest) => {
    mark("updating");
    const asked = read(form);
    /** @type {Reply | null} */
    const reply = await notice.ask({ ...question(), kind: "answer" }).catch(broken);
    // Without what was refused it is another question.
    if (reply?.house && table.follow(reply.house)) refresh();
    // A fault of ours in showing it is not Python's.
    if (reply && isLatest()) show(reply, asked);
  });

  function refresh() {
    answers.ask().finally(rest);
  }

  function rest() {
    if (started && !answers.isRunning()) document.dispatchEvent(new Event("python"));
  }

  /** @param {Reply} reply @param {Pairs} asked */
  function show(reply, asked) {
    showProblems(form, reply.problems);
    if (!reply.ok) {
      refused(reply.problems[0]?.text);
      return;
    }
    if (failed) document.dispatchEvent(new CustomEvent("pythonstate", { detail: "works" }));
    failed = false;
    runtime.hidden = true;
    redraw(answer, reply.html);
    mark("");
    for (const summary of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-summary]"))) {
      summary.textContent = reply.groups[summary.dataset.summary ?? ""] ?? "";
    }
    answered = format(asked);
    fromLink = null;
    ({ link, shared } = reply);
    folds.answered();
    writeAddress();
    tell(reply.line);
    for (const listen of listeners.answer) listen(reply);
  }

  function writeAddress() {
    const address = format([...link, ...extra]);
    if (address !== location.hash) history.replaceState(null, "", address || location.pathname + location.search);
    for (const listen of listeners.link) listen();
  }

  /** What is asked about. */
  function question() {
    return { calculator, pairs: fromLink ?? read(form), ...table.request() };
  }

  /** @param {"updating" | "stale" | ""} state @param {string} [why] */
  function mark(state, why) {
    answer.dataset.state = state;
    // A character's values may still be on their way into the form (from-sheet.js).
    const { dataset } = document.documentElement;
    if (state !== "updating" && dataset.waits !== "sheet") delete dataset.waits;
    const status = /** @type {HTMLElement | null} */ (answer.querySelector("[data-status]"));
    if (!status) return;
    status.hidden = state !== "stale";
    const figures = isForeign() ? "The example’s answer" : "Last valid answer";
    status.textContent = state === "stale" ? [figures, why].filter(Boolean).join(": ") : "";
  }

  /** Figures of the example never stand for those of a link or a character. @param {string | undefined} why */
  function refused(why) {
    mark("stale", why);
    if (!isForeign()) return tell("The last valid answer stays: an input needs attention.");
    tell("No answer: an input needs attention.");
    document.documentElement.dataset.waits = "refused";
    const status = answer.querySelector("[data-status]");
    if (status) status.textContent = ["No answer", why].filter(Boolean).join(": ");
  }

  /** A link or a character has filled the form, and the page still shows the example's figures. */
  function isForeign() {
    return showsExample() && (fromLink !== null || "chosen" in document.documentElement.dataset);
  }

  function showsExample() {
    return answered === format(example);
  }

  /** Said once things have settled, not at every tap. @param {string} text */
  function tell(text) {
    clearTimeout(timer);
    timer = setTimeout(() => (told.textContent = text), STATUS_DELAY_MS);
  }

  /** The person would not wait: the last answer stays. */
  function stopped() {
    answers.drop();
    mark(unanswered() ? "stale" : "", STOPPED);
    tell(`Stopped. ${unanswered() ? "The last answer stays; it is not of these inputs." : ""}`);
  }

  /** The answer on the page is of other inputs. */
  function unanswered() {
    return !!fromLink || format(read(form)) !== answered;
  }

  /** A link's answer waits for Python: meanwhile the example is better than nothing, if it is called so. */
  function tellSlowStart() {
    const status = /** @type {HTMLElement | null} */ (answer.querySelector("[data-status]"));
    if (!answers.isRunning() || !status) return;
    delete document.documentElement.dataset.waits;
    status.hidden = false;
    status.textContent = SLOW_START;
  }

  /** Python cannot answer: say why, keep what is here. @param {unknown} error */
  function broken(error) {
    // The person asked for this, so nothing is said.
    if (error instanceof Canceled) return;
    find("[data-reason]").textContent = error instanceof Error ? error.message : String(error);
    runtime.hidden = false;
    failed = true;
    document.dispatchEvent(new CustomEvent("pythonstate", { detail: "failed" }));
    mark(unanswered() ? "stale" : "");
    tell("Python is not running; the page says why.");
  }

  /** @param {Pairs} [others]  what stays of the other keys where the address says nothing */
  function followAddress(others = []) {
    if (tooLong(location.hash)) {
      const text = "This link is longer than 64 KB and was not read; the page shows its example.";
      showProblems(form, [{ field: "", code: "too_long", text }]);
      mark("");
      return;
    }
    const state = parse(location.hash);
    const own = state?.filter(([key]) => !key.startsWith("vs.")) ?? null;
    extra = state?.filter(([key]) => key.startsWith("vs.")) ?? others;
    const restored = own ? null : (kept?.read() ?? null);
    fill(form, own ?? restored ?? table.over(start));
    fromLink = own;
    if (!own && !restored) {
      example = read(form);
      for (const listen of listeners.example) listen();
    }
    refresh();
    for (const listen of listeners.change) listen(null);
  }

  /** @param {Element} [by]  what the player used */
  function changed(by) {
    fromLink = null;
    refresh();
    for (const listen of listeners.change) listen(by);
  }

  const slowStart = setTimeout(tellSlowStart, SLOW_START_MS);
  // Up or not, and with nothing to answer: the line is free for what the page can do without (page.js).
  rules.ready
    .catch(() => {})
    .then(() => {
      clearTimeout(slowStart);
      started = true;
      rest();
    });
  bindWhy(answer);
  measureHeadline(answer);
  find("[data-reset]").addEventListener("click", () => {
    history.replaceState(null, "", location.pathname + location.search);
    followAddress(extra);
  });
  find("[data-retry]").addEventListener("click", async () => {
    runtime.hidden = true;
    // Perhaps it is this device's copy of Python that is damaged.
    await repairFiles();
    rules.restart().then(refresh, broken);
  });
  window.addEventListener("beforeupdate", () => {
    if (unanswered()) history.replaceState(null, "", format([...(fromLink ?? read(form)), ...extra]));
  });
  window.addEventListener("hashchange", () => {
    if (!location.hash || location.hash.includes("=")) followAddress();
  });
  table.watch(() => followAddress(extra));
  // first.js holds the figures back for whatever is to replace the example.
  const waits = document.documentElement.dataset.waits === "";
  if (location.hash.includes("=") || table.sets() || waits || kept?.read()) queueMicrotask(() => followAddress());
  else rules.ready.catch(broken);

  return {
    form,
    calculator,
    tell,
    changed,
    /** Fills the form with a whole state. @param {Pairs} pairs @param {Element} [by]  what the player used */
    load(pairs, by) {
      fill(form, pairs);
      changed(by);
    },
    broken,
    /** Tells features of a roll that is shown. @param {any} reply */
    rolled(reply) {
      for (const listen of listeners.roll) listen(reply);
    },
    pairs: () => fromLink ?? read(form),
    /** The canonical pairs of the last valid answer. */
    link: () => link,
    over: table.over,
    example: () => example,
    showsExample,
    /** The same with every table rule spelled out, for others. */
    shared: () => shared,
    extra: () => extra,
    /** @param {Pairs} pairs */
    setExtra(pairs) {
      extra = pairs;
      writeAddress();
    },
    /** @param {object} request @returns {Promise<Reply>} */
    ask: (request) => notice.ask({ ...question(), ...request }),
    askAside,
    /** @param {Reply["problems"]} problems */
    problems: (problems) => showProblems(form, problems),
    /** @template {keyof typeof listeners} K @param {K} what @param {(typeof listeners)[K][number]} listen */
    on: (what, listen) => void (/** @type {Function[]} */ (listeners[what]).push(listen)),
  };
}

/** @param {string} selector @returns {HTMLElement} */
function find(selector) {
  return /** @type {HTMLElement} */ (document.querySelector(selector));
}

/** @param {string} id @returns {HTMLElement} */
function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}
