// calculator.js: keeps a calculator's form, answer and address in step.
//
// Contract. `[data-calculator]` is the form, `#answer` what Python renders, `[data-start]` of the form the page's first
// state as pairs. Every change asks for an answer; only the newest question counts. Wrong input leaves the last valid
// answer in place, marked as such; so does a Python that cannot start.

import "./page.js";
import { add, elements, fill, fillSome, read, remove, show } from "./form.js";
import { format, parse } from "./link.js";
import { createRules } from "./pyrules.js";
import { bindSteppers } from "./stepper.js";

/** @typedef {import("./link.js").Pairs} Pairs */
/** @typedef {{field: string, code: string, text: string}} Problem */

const form = /** @type {HTMLFormElement} */ (document.querySelector("[data-calculator]"));
const answer = /** @type {HTMLElement} */ (document.getElementById("answer"));
const told = /** @type {HTMLElement} */ (document.querySelector("[data-told]"));
const general = /** @type {HTMLElement} */ (document.querySelector("[data-general]"));
const runtime = /** @type {HTMLElement} */ (document.querySelector("[data-runtime]"));
const rolled = /** @type {HTMLElement} */ (document.querySelector("[data-rolled]"));
const calculator = form.dataset.calculator ?? "";
const start = /** @type {Pairs} */ (JSON.parse(form.dataset.start ?? "[]"));

const rules = createRules();
let asking = false;
let again = false;
/** @type {Pairs | null} */
let fromLink = null;

// Answers

async function ask() {
  if (asking) {
    again = true;
    return;
  }
  asking = true;
  mark("updating");
  try {
    const reply = await rules.request({ kind: "answer", calculator, pairs: fromLink ?? read(form) });
    if (!again) showReply(reply);
  } catch (error) {
    broken(error);
  }
  asking = false;
  if (again) {
    again = false;
    ask();
  }
}

/** @param {any} reply */
function showReply(reply) {
  tellProblems(reply.problems);
  if (!reply.ok) {
    mark("stale");
    return;
  }
  runtime.hidden = true;
  answer.innerHTML = reply.html;
  mark("");
  for (const summary of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-summary]"))) {
    summary.textContent = reply.groups[summary.dataset.summary ?? ""] ?? "";
  }
  fromLink = null;
  const address = format(reply.link);
  if (address !== location.hash) history.replaceState(null, "", address || location.pathname);
  tell(reply.line);
}

/** @param {"updating" | "stale" | ""} state */
function mark(state) {
  answer.dataset.state = state;
  const status = /** @type {HTMLElement | null} */ (answer.querySelector("[data-status]"));
  if (!status) return;
  status.hidden = state !== "stale";
  status.textContent = state === "stale" ? "Last valid answer" : "";
  if (state === "stale") tell("The last valid answer stays: an input needs attention.");
}

/** Said once things have settled, not at every tap. @param {string} text */
function tell(text) {
  clearTimeout(Number(told.dataset.timer));
  told.dataset.timer = String(setTimeout(() => (told.textContent = text), 500));
}

/** @param {Problem[]} problems */
function tellProblems(problems) {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-problem]"))) {
    place.hidden = true;
    place.textContent = "";
  }
  for (const control of form.querySelectorAll("[aria-invalid]")) control.removeAttribute("aria-invalid");
  const homeless = problems.filter((problem) => problem.code === "unknown_field" || !place(problem));
  general.replaceChildren(
    ...homeless.map((problem) => {
      const line = document.createElement("li");
      line.textContent = problem.text;
      return line;
    }),
  );
  general.hidden = !homeless.length;
}

/** Put a problem beside its field, or the nearest group that holds it. @param {Problem} problem */
function place(problem) {
  for (let path = problem.field; path; path = path.slice(0, Math.max(0, path.lastIndexOf(".")))) {
    const spot = document.getElementById(`p-${path}`);
    if (!spot) continue;
    spot.textContent = problem.text;
    spot.hidden = false;
    document.getElementById(`f-${path}`)?.setAttribute("aria-invalid", "true");
    for (let fold = spot.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
    return true;
  }
  return false;
}

// Python that does not come

/** @param {unknown} error */
function broken(error) {
  const text = /** @type {HTMLElement} */ (runtime.querySelector("[data-reason]"));
  text.textContent = error instanceof Error ? error.message : String(error);
  runtime.hidden = false;
  mark(again || fromLink || format(read(form)) !== format(shownFor) ? "stale" : "");
}

runtime.querySelector("[data-retry]")?.addEventListener("click", () => {
  runtime.hidden = true;
  rules.restart().then(ask, broken);
});

// The form

/** What the answer in the page belongs to until Python says otherwise. */
const shownFor = read(form);

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", (event) => {
  const box = event.target;
  if (box instanceof HTMLSelectElement && box.dataset.presets) {
    if (box.value) fillSome(form, JSON.parse(box.value).map((/** @type {[string, string]} */ [key, text]) => [`${box.dataset.presets}.${key}`, text]));
  } else if (box instanceof HTMLInputElement && "present" in box.dataset) {
    show(/** @type {HTMLElement} */ (box.closest("[data-kind=maybe]")), box.checked);
  }
  changed();
});
form.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-add], [data-remove]") : null;
  const list = /** @type {HTMLElement | null} */ (button?.closest("[data-kind=list]"));
  if (!(button instanceof HTMLElement) || !list) return;
  if ("add" in button.dataset) {
    add(list);
    /** @type {HTMLElement | null} */ (elements(list).at(-1)?.querySelector("input, select"))?.focus();
  } else {
    remove(list, /** @type {Element} */ (button.closest("[data-element]")));
    /** @type {HTMLElement | null} */ (list.querySelector(":scope > [data-add]"))?.focus();
  }
  changed();
});
bindSteppers(form);

function changed() {
  fromLink = null;
  ask();
}

// The address

function followLink() {
  const state = parse(location.hash);
  const pairs = state ?? start;
  fill(form, pairs);
  // The link itself is asked about, not what the form could make of it: so unknown names are told, too.
  fromLink = state;
  ask();
}

window.addEventListener("hashchange", () => {
  if (!location.hash || location.hash.includes("=")) followLink();
});
if (parse(location.hash)) followLink();
else rules.ready.catch(broken);

// Rolling and sharing

document.querySelector("[data-roll]")?.addEventListener("click", async () => {
  const options = /** @type {HTMLSelectElement | null} */ (document.querySelector("[data-option]"));
  try {
    const reply = await rules.request({ kind: "roll", calculator, pairs: read(form), option: options?.value });
    tellProblems(reply.problems);
    if (!reply.ok) return;
    rolled.innerHTML = reply.html;
    rolled.hidden = false;
    rolled.scrollIntoView({ block: "nearest" });
  } catch (error) {
    broken(error);
  }
});

document.querySelector("[data-share]")?.addEventListener("click", async () => {
  const copied = document.querySelector("[data-copied]");
  try {
    await navigator.clipboard.writeText(location.href);
    tell("Link copied");
    if (copied) copied.textContent = "Link copied";
  } catch {
    if (copied) copied.textContent = "Copy the address of this page: it is the link.";
  }
});
