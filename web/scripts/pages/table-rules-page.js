// table-rules-page.js: the page of a game's table rules.
//
// Contract. The form that this script serves holds an input for each rule. Python checks every change; then the change is
// stored on this device and `[data-saved]` says so. A stored value that cannot be used is named at its input. The input
// then shows the default, and the value stays stored until that rule is set again. A change is stored unchecked when the
// page closes before Python has answered: every page checks what it reads. `[data-back=rule]` and `[data-clear]` return to
// the default, `[data-undo]` undoes the latter.

import { createTurns } from "../shared/latest-only.js";
import "./page.js";
import { bindBring } from "../own/bring.js";
import { createOwnEditor } from "../own/editor.js";
import { createRules } from "../pyrules.js";
import { section } from "../shared/controllers.js";
import { fill, read } from "../shared/form.js";
import { set } from "../shared/form-controls.js";
import { nameInputs } from "../shared/names.js";
import { showProblems } from "../shared/problems.js";
import { bindSteppers } from "../shared/stepper.js";
import { createTableRulesStore } from "../storage/table-rules-store.js";

/** @typedef {import("../shared/link.js").Pairs} Pairs */

const SAVED = "Saved on this device";
const UNCHECKED = `${SAVED}, unchecked: Python is not running.`;

const form = /** @type {HTMLFormElement} */ (section("pages/table-rules-page"));
const system = form.dataset.house ?? "";
const store = createTableRulesStore(system);
const [line, which, saved, clear, undo, trouble] = ["line", "which", "saved", "clear", "undo", "trouble"].map(
  (hook) => /** @type {HTMLElement} */ (form.querySelector(`[data-${hook}]`)),
);
/** What the page shows when no rule is set. */
const NOTHING = { pairs: [], line: line?.textContent ?? "", which: which?.textContent ?? "" };
/** @type {import("../pyrules.js").Rules | undefined} */
let rules;
/** Stored values that cannot be used. */
let refused = /** @type {Pairs} */ ([]);
/** What was stored before `[data-clear]`. */
let before = /** @type {Pairs} */ ([]);
let waiting = false;
const turns = createTurns();

/** Fills the form with what is stored. */
function load() {
  const stored = store.read();
  say(trouble, stored.trouble);
  for (const part of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[data-kind], [data-by]"))) {
    part.disabled = !stored.open;
  }
  fill(form, stored.pairs);
  refused = [];
  if (!stored.pairs.length) return draw(NOTHING);
  draw({ pairs: [], line: "Being checked …", which: "" });
  return check(stored.pairs, "");
}

/** @param {Pairs} pairs @param {string} done  the text to show when the pairs are stored; empty: they are stored already */
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
      saved.textContent = done
        ? storePairs(unchecked(), UNCHECKED)
        : "Python is not running: this could not be checked.";
    return;
  }
  showProblems(form, reply.problems);
  const wrong = new Set(reply.problems.map((/** @type {{field: string}} */ { field }) => field));
  if (!done) {
    refused = pairs.filter(([rule]) => wrong.has(rule));
    for (const [rule] of refused) setDefault(rule);
  }
  if (saved && done)
    saved.textContent = wrong.size
      ? "Not saved: an input needs attention."
      : storePairs([...reply.pairs, ...refused], done);
  if (!done || !wrong.size) draw(reply);
}

/** @param {Pairs} pairs @param {string} done @returns {string}  the text to show */
function storePairs(pairs, done) {
  return store.write(pairs) || done;
}

/** The inputs of the form that differ from their defaults. @returns {Pairs} */
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
function setDefault(rule) {
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
nameInputs(form);
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
  setDefault(rule);
  input(rule)?.focus();
  changed();
});
clear?.addEventListener("click", () => {
  before = store.read().pairs;
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
  const why = storePairs(before, "");
  load();
  say(trouble, why);
  clear?.focus();
});
window.addEventListener("pagehide", () => {
  if (waiting) storePairs(unchecked(), "");
});
const own = /** @type {HTMLFormElement} */ (section("own/editor"));
bindBring(
  own,
  createOwnEditor(own, (request) => (rules ??= createRules()).request(request)),
);
store.watch(load);
load();
