// derived-values.js: shows what Python computes from a sheet: its line, derived values, pool maxima and section summaries.
//
// Contract. `showDerivedValues(form, reply)` shows the worker's reply to a valid sheet. `showName(form, name)` and
// `showMost(form)` need no Python. `clearDerivedValues(form)` removes all of it before another character is shown. An
// overridden value is marked with its reason and with the computed value.

import { overrideInputs } from "./form.js";

/** @typedef {{text: string, computed: string, own: boolean}} DerivedValue */
/** @typedef {{line: string, status: string, derived: Record<string, DerivedValue>, pools: Record<string, number | null>, groups: Record<string, string>}} Reply */

/** @param {HTMLFormElement} form @param {Reply} reply */
export function showDerivedValues(form, reply) {
  write(form, "[data-line]", reply.line);
  showStatus(form, reply.status);
  for (const fold of all(form, "[data-derived]")) {
    const value = reply.derived[fold.dataset.derived ?? ""];
    if (value) showDerived(fold, value);
  }
  const folds = all(form, "[data-derived]").map((fold) => {
    return `${fold.querySelector("summary > span")?.textContent} ${fold.querySelector("[data-number]")?.textContent}`;
  });
  write(form, "[data-derived-line]", folds.join(" · "));
  showMost(form, reply.pools);
  for (const summary of all(form, "[data-summary]")) {
    summary.textContent = reply.groups[summary.dataset.summary ?? ""] ?? "";
  }
}

/** Nothing of the last character stays. @param {HTMLFormElement} form */
export function clearDerivedValues(form) {
  showStatus(form, "");
  for (const fold of all(form, "[data-derived]")) showDerived(fold, { text: "…", computed: "", own: false });
  for (const place of all(form, "[data-line], [data-derived-line], [data-summary]")) place.textContent = "";
  for (const most of all(form, "[data-of]")) most.textContent = "…";
  for (const pool of all(form, "[data-full]")) pool.dataset.full = "";
}

/** Shows the state that matters most, such as being without hit points. @param {HTMLFormElement} form @param {string} status */
function showStatus(form, status) {
  write(form, "[data-standing] b", status);
  for (const place of all(form, "[data-standing]")) place.hidden = !status;
}

/** @param {HTMLElement} fold @param {DerivedValue} value */
function showDerived(fold, { text, computed, own }) {
  const reason = overrideInputs(fold).reason.value.trim();
  write(fold, "[data-number]", text);
  write(fold, "[data-by-hand-mark]", own ? `set by hand${reason ? `: ${reason}` : ""} (computed: ${computed})` : "");
  write(fold, "[data-computed]", own ? `By the rules it is ${computed}.` : "Computed by the rules.");
  fold.classList.toggle("overridden", own);
}

/** @param {HTMLFormElement} form @param {string} name */
export function showName(form, name) {
  const shown = name.trim() || "Unnamed";
  write(form, "h1", shown);
  const game = document.querySelector("nav[aria-label=Game]")?.textContent?.trim();
  document.title = `${shown} · ${game} · Tableside`;
}

/** Shows the maximum of each pool, which is an input of the sheet or a derived value. @param {HTMLFormElement} form @param {Reply["pools"]} [computed] */
export function showMost(form, computed = {}) {
  for (const pool of all(form, "[data-most]")) {
    const entered = /** @type {HTMLInputElement | null} */ (document.getElementById(`f-${pool.dataset.most}`));
    const most = entered ? entered.value : computed[pool.dataset.pool ?? ""];
    const place = pool.querySelector("[data-of]");
    if (place && most !== undefined && most !== null && most !== "") place.textContent = String(most);
    // The plus button stops at the maximum; a typed value may be higher.
    const stepper = /** @type {HTMLElement | null} */ (pool.querySelector("[data-stepper]"));
    const now = Number(stepper?.querySelector("input")?.value);
    const limit = Number(place?.textContent);
    if (!stepper || !Number.isFinite(limit)) continue;
    stepper.dataset.highest ??= stepper.dataset.high;
    stepper.dataset.high = String(Math.min(Number(stepper.dataset.highest), Math.max(limit, now || 0)));
    if ("full" in pool.dataset) pool.dataset.full = String(limit);
  }
}

/** @param {Element} root @param {string} selector @param {string} text */
function write(root, selector, text) {
  const place = root.querySelector(selector);
  if (place && place.textContent !== text) place.textContent = text;
}

/** @param {Element} root @param {string} selector @returns {HTMLElement[]} */
function all(root, selector) {
  return /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]);
}
