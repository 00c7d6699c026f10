// sweep.js: varies one input over a range and draws the answers while Python computes them.
//
// Contract. In the section of this script, `[data-sweep=of|show|from|to]` are the controls; Python gives their options and
// default values. The picture goes into `[data-sweep-picture]`, the table into `[data-sweep-table]`. A sweep is requested
// in slices, so that an answer waits for at most one slice. It ends when a reply is `done`, and restarts when a control or
// the answer changes. A closed tool requests nothing.

import { section } from "../shared/controllers.js";
import { latestOnly } from "../shared/latest-only.js";
import { SWEEP_ANSWER_LIMIT_MS, SWEEP_DELAY_MS } from "../shared/timeouts.js";
import { setHtml } from "../shared/trusted.js";
import { takeLastUsed } from "./last-used.js";

/** @typedef {HTMLInputElement | HTMLSelectElement} Control */

/** @param {import("./session.js").Session} session */
export function bind(session) {
  const tool = section("calculator/sweep");
  if (!tool) return;
  const find = (/** @type {string} */ what) => /** @type {HTMLElement} */ (tool.querySelector(what));
  const control = (/** @type {string} */ name) => /** @type {Control} */ (find(`[data-sweep=${name}]`));
  const controls = { of: control("of"), show: control("show"), from: control("from"), to: control("to") };
  const [picture, table, numbers] = [
    find("[data-sweep-picture]"),
    find("[data-sweep-table]"),
    find("[data-sweep-numbers]"),
  ];
  const problem = find("[data-sweep-problem]");
  /** The requested settings; Python chooses the empty ones. */
  const asked = { of: "", show: "", from: "", to: "" };
  /** The options that the selects show. */
  const offered = { of: "", show: "" };
  let timer = 0;

  const sweeps = latestOnly(async (isLatest, /** @type {boolean} */ announced) => {
    mark("updating");
    try {
      for (let done = false; !done; ) {
        const reply = await session.ask({ kind: "sweep", ...asked });
        if (!isLatest()) return;
        if (!reply.ok) return refused(reply);
        show(reply);
        done = reply.done;
        if (done && announced && reply.line) session.tell(reply.line);
      }
    } catch (error) {
      session.broken(error);
      if (isLatest()) mark("stale");
      return;
    }
    if (isLatest()) mark("");
  });

  /** @param {boolean} announced  whether a finished sweep is announced */
  function sweep(announced) {
    clearTimeout(timer);
    sweeps.ask(announced);
  }

  /** @param {import("./session.js").Reply} reply */
  function show(reply) {
    setHtml(picture, reply.html);
    setHtml(table, reply.table);
    numbers.hidden = !reply.table;
    find("[data-sweep-ask]").hidden = !reply.ask;
    if (!reply.ask) return;
    note(reply.ask.hint);
    for (const name of /** @type {const} */ (["of", "show"])) {
      const select = controls[name];
      if (offered[name] !== reply.ask[name]) setHtml(select, (offered[name] = reply.ask[name]));
      /** @type {HTMLElement} */ (select.closest("label")).hidden = !reply.ask[name].trim();
      asked[name] = select.value;
    }
    for (const name of /** @type {const} */ (["from", "to"])) {
      controls[name].inputMode = reply.ask.keypad;
      if (document.activeElement !== controls[name]) controls[name].value = reply.ask[name];
    }
  }

  /** Keeps the last picture and marks it. @param {import("./session.js").Reply} reply */
  function refused(reply) {
    const isUnknownOption = reply.problems.find(({ field }) => field === "sweep.of" || field === "sweep.show");
    if (isUnknownOption && asked.of + asked.show) {
      Object.assign(asked, { of: "", show: "", from: "", to: "" });
      sweep(false);
      return;
    }
    mark("stale");
    const [first] = reply.problems;
    if (first?.field.startsWith("sweep.")) note(first.text, first.field);
    else note("The last sweep stays: an input needs attention.", "");
  }

  /** Shows what is allowed, or what is wrong. @param {string} text @param {string} [wrong]  the faulty control */
  function note(text, wrong) {
    problem.textContent = text;
    problem.classList.toggle("problem", wrong !== undefined);
    for (const name of /** @type {const} */ (["from", "to"])) {
      if (wrong === `sweep.${name}`) controls[name].setAttribute("aria-invalid", "true");
      else controls[name].removeAttribute("aria-invalid");
    }
  }

  /** @param {"updating" | "stale" | ""} state */
  function mark(state) {
    picture.dataset.state = state;
    picture.setAttribute("aria-busy", String(state === "updating"));
  }

  /** Stops the running sweep, and starts another after `pause` without changes. @param {number} pause @param {boolean} announced */
  function restart(pause, announced) {
    if (tool?.hidden) return;
    sweeps.drop();
    mark("updating");
    clearTimeout(timer);
    timer = setTimeout(() => sweep(announced), pause);
  }

  for (const name of /** @type {const} */ (["of", "show", "from", "to"])) {
    controls[name].addEventListener("input", () => {
      asked[name] = controls[name].value;
      if (name === "of") asked.from = asked.to = "";
      restart(name === "of" || name === "show" ? 0 : 2 * SWEEP_DELAY_MS, true);
    });
  }
  tool.addEventListener("open", () => {
    const used = takeLastUsed();
    if (used && used !== asked.of) Object.assign(asked, { of: used, from: "", to: "" });
    sweep(true);
  });
  session.on("change", () => restart(SWEEP_ANSWER_LIMIT_MS, false));
  session.on("answer", () => restart(SWEEP_DELAY_MS, false));
}
