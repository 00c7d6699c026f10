// table-rules-page.js: the page of a game's table rules.
//
// Contract. `form[data-house]` holds an input for each rule. Every change is checked by Python and then kept on this
// device; `[data-saved]` says so, and only then. A kept value that cannot be used is named at its input, stands at the
// standard, and stays kept until that rule is set again. Left before Python has answered, a change is kept unchecked: every
// page checks what it reads. `[data-back=rule]` and `[data-clear]` go back to the standard, `[data-undo]` takes the
// latter back.

import { createTurns } from "../shared/latest-only.js";
import "./page.js";
import { bindBring } from "../own/bring.js";
import { createOwnEditor } from "../own/editor.js";
import { createRules } from "../pyrules.js";
import { fill, read, set } from "../shared/form.js";
import { showProblems } from "../shared/problems.js";
import { bindSteppers } from "../shared/stepper.js";
import { createTableRulesStore } from "../storage/table-rules-store.js";

/** @typedef {import("../shared/link.js").Pairs} Pairs */

const SAVED = "Saved on this device";
const UNCHECKED = `${SAVED}, unchecked: Python is not running.`;

const form = /** @type {HTMLFormElement} */ (document.querySelector("[data-house]"));
const system = form.dataset.house ?? "";
const house = createTableRulesStore(system);
const [line, which, saved, clear, undo, trouble] = ["line", "which", "saved", "clear", "undo", "trouble"].map(
  (hook) => /** @type {HTMLElement} */ (form.querySelector(`[data-${hook}]`)),
);
/** What the page says before anything is set. */
const NOTHING = { pairs: [], line: line?.textContent ?? "", which: which?.textContent ?? "" };
/** @type {import("../pyrules.js").Rules | undefined} */
let rules;
/** What is kept and cannot be used. */
let refused = /** @type {Pairs} */ ([]);
/** What was kept before all of it was cleared. */
let before = /** @type {Pairs} */ ([]);
let waiting = false;
const turns = createTurns();

/** The form says what is kept. */
function load() {
  const kept = house.read();
  say(trouble, kept.trouble);
  for (const part of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[data-kind], [data-by]"))) {
    part.disabled = !kept.open;
  }
  fill(form, kept.pairs);
  refused = [];
  if (!kept.pairs.length) return draw(NOTHING);
  draw({ pairs: [], line: "Being checked …", which: "" });
  return check(kept.pairs, "");
}

/** @param {Pairs} pairs @param {string} done  said when it has been kept; what was read is not kept again */
async function check(pairs, done) {
  const isLatest = turns.begin();
  waiting = !!done;
  if (saved) saved.textContent = "";
  rules ??= createRules();
  const reply = await rules.request({ kind: "house", system, pairs }).catch(() => null);
  if (!isLatest()) return;
  waiting = false;
  if (!reply) {
    if (saved)
      saved.textContent = done ? keep(unchecked(), UNCHECKED) : "Python is not running: this could not be checked.";
    return;
  }
  showProblems(form, reply.problems);
  const wrong = new Set(reply.problems.map((/** @type {{field: string}} */ { field }) => field));
  if (!done) {
    refused = pairs.filter(([rule]) => wrong.has(rule));
    for (const [rule] of refused) standard(rule);
  }
  if (saved && done)
    saved.textContent = wrong.size ? "Not saved: an input needs attention." : keep([...reply.pairs, ...refused], done);
  if (!done || !wrong.size) draw(reply);
}

/** @param {Pairs} pairs @param {string} done @returns {string}  what is to be said */
function keep(pairs, done) {
  return house.write(pairs) || done;
}

/** What differs from the standard, as it stands in the form. @returns {Pairs} */
function unchecked() {
  const differs = read(form).filter(([rule, text]) => {
    const control = /** @type {HTMLInputElement} */ (input(rule));
    return text !== control.dataset.default;
  });
  return [...differs, ...refused];
}

/** @param {{pairs: Pairs, line: string, which: string}} checked */
function draw(checked) {
  if (line) line.textContent = checked.line;
  if (which) which.textContent = checked.which;
  if (clear) clear.hidden = !checked.pairs.length && !refused.length;
  const own = new Set(checked.pairs.map(([rule]) => rule));
  for (const back of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-back]"))) {
    back.hidden = !own.has(back.dataset.back ?? "");
  }
}

/** @param {string} rule */
function input(rule) {
  return /** @type {HTMLInputElement | null} */ (document.getElementById(`f-${rule}`));
}

/** @param {string} rule */
function standard(rule) {
  const control = input(rule);
  if (control) set(control, control.dataset.default ?? "");
}

/** @param {HTMLElement | undefined} place @param {string} text */
function say(place, text) {
  if (!place) return;
  place.hidden = !text;
  place.textContent = text;
}

function changed() {
  if (undo) undo.hidden = true;
  return check(read(form), SAVED);
}

bindSteppers(form);
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("focusin", () => (rules ??= createRules()), { once: true });
form.addEventListener("input", ({ target }) => {
  const { name } = /** @type {HTMLInputElement} */ (target);
  refused = refused.filter(([rule]) => rule !== name);
  changed();
});
form.addEventListener("click", ({ target }) => {
  const rule = /** @type {HTMLElement | null} */ (target instanceof Element ? target.closest("[data-back]") : null)
    ?.dataset.back;
  if (!rule) return;
  standard(rule);
  input(rule)?.focus();
  changed();
});
clear?.addEventListener("click", () => {
  before = house.read().pairs;
  refused = [];
  fill(form, []);
  check([], SAVED).then(() => {
    if (!undo) return;
    undo.hidden = false;
    undo.focus();
  });
});
undo?.addEventListener("click", () => {
  undo.hidden = true;
  const why = keep(before, "");
  load();
  say(trouble, why);
  clear?.focus();
});
window.addEventListener("pagehide", () => {
  if (waiting) keep(unchecked(), "");
});
const own = /** @type {HTMLFormElement} */ (document.querySelector("[data-own]"));
bindBring(
  own,
  createOwnEditor(own, (request) => (rules ??= createRules()).request(request)),
);
house.watch(load);
load();
