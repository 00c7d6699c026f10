// session.js: connects the form, the answer and the address of a calculator page to Python.
//
// Contract. `createSession(form)` binds the form, the element `#answer` and the address. The features of the page (rolling,
// sharing, sweeping …) use the session. `pairs()` gives the inputs on the form. `ask(request)` sends a request about them
// to Python, and rejects only when Python cannot answer. `example()` gives the pairs of the page's example,
// `showsExample()` whether the answer on the page is the example's.
// `on(event, listener)` adds a listener. "answer": a new valid answer. "change": the inputs have changed; the listener gets
// the element that was used, null for a new address, undefined for a change by a sheet. "roll": a roll is shown. "link":
// link() or extra() may have changed. "example": the form is filled with the example again.
// Only the latest request counts. Table rules of this device (table-rules-form.js) replace the defaults that a link leaves
// out, and are part of every request. Wrong input, or a stopped request, keeps the last valid answer and marks it. After a
// link or a character has filled the form, wrong input hides the example's figures (`data-waits=refused`). Before an update
// the address gets the inputs as they are. A tracker without a state in its address starts with its stored state
// (tracker-state.js).

import { createSlowNotice } from "../client/slow-notice.js";
import { repairFiles } from "../offline/begin.js";
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
/** @typedef {{ok: boolean, html: string, line: string, link: Pairs, shared: Pairs, house?: import("./table-rules-form.js").TableRuleMarks, groups: Record<string, string>, problems: import("../shared/problems.js").Problem[], [more: string]: any}} Reply */
/** @typedef {ReturnType<typeof createSession>} Session */

const STOPPED = "the one for these inputs was stopped.";
const SLOW_START = "Python is still on its way: a slow line can take a while.";
const OF_EXAMPLE = "Until then this is the example's answer.";

/** @param {HTMLFormElement} form */
export function createSession(form) {
  const calculator = form.dataset.calculator ?? "";
  const start = /** @type {Pairs} */ (JSON.parse(form.dataset.start ?? "[]"));
  const answer = byId("answer");
  const announcement = find("[data-announcement]");
  const runtime = find("[data-runtime]");
  const rules = createRules();
  const tableRules = createTableRulesForm(form);
  const trackerState = "tracker" in form.dataset ? createTrackerState(calculator) : null;
  // Every answer redraws the headline, so the notice is added again each time.
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
  /** The inputs of the answer on the page. */
  let answered = format(read(form));
  /** The pairs of a link. They are sent as they are, not as the form shows them, so that Python reports unknown names. */
  let fromLink = /** @type {Pairs | null} */ (null);
  /** Keys in the address that belong to a feature, such as the pinned side of a comparison. */
  let extra = /** @type {Pairs} */ ([]);
  /** The key in the address that belongs to targets side by side (targets.js). */
  let targets = /** @type {Pairs} */ ([]);
  let link = /** @type {Pairs} */ (start);
  /** The link with every table rule, which means the same on every device. */
  let shared = /** @type {Pairs} */ (JSON.parse(form.dataset.shared ?? "[]"));
  // The requests use the inputs of the answer: those of the form may have changed since.
  const folds = createAnswerFolds(answer, (request) => askAside({ pairs: shared, ...request }));
  /** Python has started, or has failed to start. */
  let started = false;
  /** Python has failed since the last answer. */
  let failed = false;
  let timer = 0;

  /** Sends a request without a slow notice, about the inputs that the request names. @param {object} request @returns {Promise<Reply>} */
  function askAside(request) {
    return rules.request({ calculator, ...request });
  }

  const answers = latestOnly(async (isLatest) => {
    mark("updating");
    const asked = read(form);
    /** @type {Reply | null} */
    const reply = await notice.ask({ ...inputs(), kind: "answer" }).catch(broken);
    // Without the refused table rules the request is a different one.
    if (reply?.house && tableRules.update(reply.house)) refresh();
    // Outside of `catch(broken)`: an error here is not Python's.
    if (reply && isLatest()) show(reply, asked);
  });

  function refresh() {
    answers.ask().finally(announceRest);
  }

  /** Tells features that wait for Python to be idle. */
  function announceRest() {
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
    tell(reply.line);
    for (const listen of listeners.answer) listen(reply);
    // Last, because the browser lays out the page for it.
    writeAddress();
  }

  function writeAddress() {
    const address = format([...link, ...extra, ...targets]);
    if (address !== location.hash) history.replaceState(null, "", address || location.pathname + location.search);
    for (const listen of listeners.link) listen();
  }

  /** The part that all requests about the form share. */
  function inputs() {
    return { calculator, pairs: fromLink ?? read(form), ...tableRules.request() };
  }

  /** @param {"updating" | "stale" | ""} state @param {string} [why] */
  function mark(state, why) {
    answer.dataset.state = state;
    // A character may still have to fill the form (from-sheet.js).
    const { dataset } = document.documentElement;
    if (state !== "updating" && dataset.waits !== "sheet") delete dataset.waits;
    const status = /** @type {HTMLElement | null} */ (answer.querySelector("[data-status]"));
    if (!status) return;
    status.hidden = state !== "stale";
    const figures = isForeign() ? "The example’s answer" : "Last valid answer";
    status.textContent = state === "stale" ? [figures, why].filter(Boolean).join(": ") : "";
  }

  /** Shows why there is no answer. The example's figures never stand for those of a link or a character. @param {string | undefined} why */
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

  /** Announces a text once the player pauses, not at every tap. @param {string} text */
  function tell(text) {
    clearTimeout(timer);
    timer = setTimeout(() => (announcement.textContent = text), STATUS_DELAY_MS);
  }

  /** The player stopped the calculation: the last answer stays. */
  function stopped() {
    answers.drop();
    mark(unanswered() ? "stale" : "", STOPPED);
    tell(`Stopped. ${unanswered() ? "The last answer stays; it is not of these inputs." : ""}`);
  }

  /** Whether the answer on the page belongs to other inputs. */
  function unanswered() {
    return !!fromLink || format(read(form)) !== answered;
  }

  /** Says that Python is slow to start. The example's figures stay hidden where they are not those that were asked for. */
  function tellSlowStart() {
    const status = /** @type {HTMLElement | null} */ (answer.querySelector("[data-status]"));
    if (!answers.isRunning() || !status) return;
    status.hidden = false;
    status.textContent = "waits" in document.documentElement.dataset ? SLOW_START : `${SLOW_START} ${OF_EXAMPLE}`;
  }

  /** Shows why Python cannot answer; the last answer stays. @param {unknown} error */
  function broken(error) {
    // The player canceled the request and needs no message.
    if (error instanceof Canceled) return;
    find("[data-reason]").textContent = error instanceof Error ? error.message : String(error);
    runtime.hidden = false;
    failed = true;
    document.dispatchEvent(new CustomEvent("pythonstate", { detail: "failed" }));
    mark(unanswered() ? "stale" : "");
    tell("Python is not running; the page says why.");
  }

  /** @param {Pairs} [others]  the extra keys that stay when the address names none */
  function followAddress(others = []) {
    if (tooLong(location.hash)) {
      const text = "This link is longer than 64 KB and was not read; the page shows its example.";
      showProblems(form, [{ field: "", code: "too_long", text }]);
      mark("");
      return;
    }
    const state = parse(location.hash);
    const named = state?.filter(([key]) => !key.startsWith("vs.") && !isOfTargets(key)) ?? null;
    // An address that names only targets is about the example.
    const given = named?.length || !state?.some(([key]) => isOfTargets(key)) ? named : null;
    extra = state?.filter(([key]) => key.startsWith("vs.")) ?? others;
    targets = state?.filter(([key]) => isOfTargets(key)) ?? targets;
    const restored = given ? null : (trackerState?.read() ?? null);
    fill(form, given ?? restored ?? tableRules.withTableRules(start));
    fromLink = given;
    if (!given && !restored) {
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
  // With Python started or failed, the network is free for the offline files (page.js).
  rules.ready
    .catch(() => {})
    .then(() => {
      clearTimeout(slowStart);
      started = true;
      announceRest();
    });
  bindWhy(answer);
  measureHeadline(answer);
  find("[data-reset]").addEventListener("click", () => {
    history.replaceState(null, "", location.pathname + location.search);
    followAddress(extra);
  });
  find("[data-retry]").addEventListener("click", async () => {
    runtime.hidden = true;
    // This device's copy of Python may be damaged.
    await repairFiles();
    rules.restart().then(refresh, broken);
  });
  window.addEventListener("beforeupdate", () => {
    if (unanswered()) history.replaceState(null, "", format([...(fromLink ?? read(form)), ...extra, ...targets]));
  });
  window.addEventListener("hashchange", () => {
    if (!location.hash || location.hash.includes("=")) followAddress();
  });
  tableRules.watch(() => followAddress(extra));
  // first.js hides the figures when something replaces the example.
  const waits = document.documentElement.dataset.waits === "";
  if (location.hash.includes("=") || tableRules.hasValues() || waits || trackerState?.read())
    queueMicrotask(() => followAddress());
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
    /** Calls the "roll" listeners. @param {any} reply */
    rolled(reply) {
      for (const listen of listeners.roll) listen(reply);
    },
    pairs: () => fromLink ?? read(form),
    /** The canonical pairs of the last valid answer. */
    link: () => link,
    withTableRules: tableRules.withTableRules,
    example: () => example,
    showsExample,
    /** These pairs with every table rule, for other devices. */
    shared: () => shared,
    extra: () => extra,
    /** @param {Pairs} pairs */
    setExtra(pairs) {
      extra = pairs;
      writeAddress();
    },
    /** The key of targets side by side, if the address has it. */
    targets: () => targets,
    /** @param {Pairs} pairs */
    setTargets(pairs) {
      targets = pairs;
      writeAddress();
    },
    /** @param {object} request @returns {Promise<Reply>} */
    ask: (request) => notice.ask({ ...inputs(), ...request }),
    askAside,
    /** @param {Reply["problems"]} problems */
    problems: (problems) => showProblems(form, problems),
    /** @template {keyof typeof listeners} K @param {K} what @param {(typeof listeners)[K][number]} listen */
    on: (what, listen) => void (/** @type {Function[]} */ (listeners[what]).push(listen)),
  };
}

/** @param {string} key */
function isOfTargets(key) {
  return key === "targets";
}

/** @param {string} selector @returns {HTMLElement} */
function find(selector) {
  return /** @type {HTMLElement} */ (document.querySelector(selector));
}

/** @param {string} id @returns {HTMLElement} */
function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}
