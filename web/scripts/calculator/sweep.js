// sweep.js: one number of the inputs through a range, drawn as it is worked out.
//
// Contract. In `#tool-sweep`, `[data-sweep=of|show|from|to]` are the controls; what they offer and what they come to is
// Python's to say. The picture goes into `[data-sweep-picture]`, the table into `[data-sweep-table]`. A sweep is asked
// for in slices, one after another, so an answer never waits for more than one of them; it ends when the reply is
// `done`, and restarts when a control or the form's answer changes. A closed tool asks nothing.

import { latestOnly } from "../shared/latest-only.js";
import { SWEEP_ANSWER_LIMIT_MS, SWEEP_DELAY_MS } from "../shared/timeouts.js";
import { setHtml } from "../shared/trusted.js";

/** @typedef {HTMLInputElement | HTMLSelectElement} Control */

/** @param {import("./session.js").Session} session */
export function bindSweep(session) {
  const section = document.getElementById("tool-sweep");
  if (!section) return;
  const find = (/** @type {string} */ what) => /** @type {HTMLElement} */ (section.querySelector(what));
  const control = (/** @type {string} */ name) => /** @type {Control} */ (find(`[data-sweep=${name}]`));
  const controls = { of: control("of"), show: control("show"), from: control("from"), to: control("to") };
  const [picture, table, numbers] = [
    find("[data-sweep-picture]"),
    find("[data-sweep-table]"),
    find("[data-sweep-numbers]"),
  ];
  const problem = find("[data-sweep-problem]");
  /** What was asked for; what is empty, Python chooses. */
  const asked = { of: "", show: "", from: "", to: "" };
  /** What the selects were last told to offer. */
  const offered = { of: "", show: "" };
  /** The input that was last touched is the likely one to sweep. */
  let touched = "";
  let timer = 0;

  const sweeps = latestOnly(async (isLatest, /** @type {boolean} */ aloud) => {
    mark("updating");
    try {
      for (let done = false; !done; ) {
        const reply = await session.ask({ kind: "sweep", ...asked });
        if (!isLatest()) return;
        if (!reply.ok) return refused(reply);
        show(reply);
        done = reply.done;
        if (done && aloud && reply.line) session.tell(reply.line);
      }
    } catch (error) {
      session.broken(error);
      if (isLatest()) mark("stale");
      return;
    }
    if (isLatest()) mark("");
  });

  /** @param {boolean} aloud  whether to say when it is drawn */
  function sweep(aloud) {
    clearTimeout(timer);
    sweeps.ask(aloud);
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

  /** The last picture stays, marked as such. @param {import("./session.js").Reply} reply */
  function refused(reply) {
    const gone = reply.problems.find(({ field }) => field === "sweep.of" || field === "sweep.show");
    if (gone && asked.of + asked.show) {
      Object.assign(asked, { of: "", show: "", from: "", to: "" });
      sweep(false);
      return;
    }
    mark("stale");
    const [first] = reply.problems;
    if (first?.field.startsWith("sweep.")) note(first.text, first.field);
    else note("The last sweep stays: an input needs attention.", "");
  }

  /** What is allowed, or in its place what is wrong. @param {string} text @param {string} [wrong]  the faulty control */
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

  /** Stop the running sweep, and start another after `pause` without changes. @param {number} pause @param {boolean} aloud */
  function later(pause, aloud) {
    if (section?.hidden) return;
    sweeps.drop();
    mark("updating");
    clearTimeout(timer);
    timer = setTimeout(() => sweep(aloud), pause);
  }

  for (const name of /** @type {const} */ (["of", "show", "from", "to"])) {
    controls[name].addEventListener("input", () => {
      asked[name] = controls[name].value;
      if (name === "of") asked.from = asked.to = "";
      later(name === "of" || name === "show" ? 0 : 2 * SWEEP_DELAY_MS, true);
    });
  }
  session.form.addEventListener("focusin", (event) => {
    if (event.target instanceof HTMLInputElement) touched = event.target.id.replace(/^f-/, "");
  });
  section.addEventListener("open", () => {
    if (touched && touched !== asked.of) Object.assign(asked, { of: touched, from: "", to: "" });
    touched = "";
    sweep(true);
  });
  session.on("change", () => later(SWEEP_ANSWER_LIMIT_MS, false));
  session.on("answer", () => later(SWEEP_DELAY_MS, false));
}
