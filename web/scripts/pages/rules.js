// rules.js: filters the quick reference, and shows the row that the address names.
//
// Contract. `[data-filter]` is the search box. A `[data-row]` is shown when all typed words occur in its text, a table with
// its matching `[data-line]`s, and a `[data-topic]` when one of its rows is shown. With `[data-all]` the other games are
// searched too. Enter opens the rule whose id was typed, or the first hit. The address of a row always shows that row. A
// sentence reports an address that names no row.

import { section } from "../shared/controllers.js";
import { index, item, matches, remember, search, words } from "./find.js";
import "./page.js";
import { offerRuleFavorite } from "./favorite.js";

const MOST = 20;
const form = /** @type {HTMLElement} */ (section("pages/rules"));
const input = /** @type {HTMLInputElement} */ (form.querySelector("[data-filter]"));
const all = /** @type {HTMLInputElement | null} */ (form.querySelector("[data-all]"));
const found = /** @type {HTMLElement} */ (form.querySelector("[data-found]"));
const unknown = /** @type {HTMLElement} */ (document.querySelector("[data-unknown]"));
const elsewhere = /** @type {HTMLElement} */ (document.querySelector("[data-elsewhere]"));
const results = /** @type {HTMLElement} */ (document.querySelector("[data-results]"));
const rows = select("[data-row]").map((row) => ({ row, lines: lines(row), text: row.textContent ?? "" }));
const topics = select("[data-topic]");

/** @param {string} selector */
function select(selector) {
  return /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)]);
}

/** The lines of a table. The caption counts as part of each line. @param {HTMLElement} row */
function lines(row) {
  const caption = row.querySelector("caption")?.textContent ?? "";
  const inside = /** @type {HTMLTableRowElement[]} */ ([...row.querySelectorAll("[data-line]")]);
  return inside.map((line) => ({
    line,
    text: `${caption} ${[...line.cells].map((cell) => cell.textContent).join(" ")}`,
  }));
}

function filter() {
  const wanted = words(input.value);
  let count = 0;
  let total = 0;
  for (const { row, lines, text } of rows) {
    for (const { line, text } of lines) line.hidden = !matches(text, wanted);
    const shown = lines.filter(({ line }) => !line.hidden).length;
    row.hidden = lines.length ? !shown : !matches(text, wanted);
    count += lines.length ? shown : Number(!row.hidden);
    total += lines.length || 1;
  }
  for (const topic of topics) {
    topic.hidden = !topic.querySelector("[data-row]:not([hidden])");
    const link = /** @type {HTMLElement | null} */ (document.querySelector(`.topics [href="#${topic.id}"]`));
    if (link) link.hidden = topic.hidden;
  }
  found.textContent = wanted.length ? `${count || "None"} of ${total}` : "";
  return searchElsewhere(wanted);
}

/** @param {string[]} wanted */
async function searchElsewhere(wanted) {
  if (!all?.checked || !wanted.length) {
    elsewhere.hidden = true;
    results.replaceChildren();
    return;
  }
  const address = new URL(input.dataset.index ?? "", location.href);
  const entries = await index(address).catch(() => null);
  if (!all.checked || wanted.join() !== words(input.value).join()) return;
  if (!entries) {
    found.textContent += "; the other games could not be searched.";
    return;
  }
  const others = entries.filter((entry) => entry.system !== input.dataset.system && entry.kind !== "calculator");
  const hits = search(others, wanted);
  results.replaceChildren(...hits.slice(0, MOST).map((entry) => item(entry, address)));
  elsewhere.hidden = !hits.length;
  found.textContent += hits.length ? `, and ${hits.length} in other games` : ", none in other games";
}

function changed() {
  remember({ find: input.value, all: all?.checked });
  return filter();
}

async function openFirst() {
  await filter();
  const shown = rows.map(({ row }) => row).filter((row) => !row.hidden);
  const first = shown.find((row) => row.id === input.value.trim().toUpperCase()) ?? shown[0];
  if (!words(input.value).length) return;
  if (first && location.hash === `#${first.id}`) followAddress();
  else if (first) location.hash = first.id;
  else results.querySelector("a")?.click();
}

function followAddress() {
  const id = decoded(location.hash.slice(1));
  const target = document.getElementById(id);
  const capital = id.toUpperCase();
  unknown.hidden = !id || !!target;
  unknown.textContent = unknown.hidden ? "" : `There is no rule or table ${id} in this game.`;
  if (!target) {
    if (id && document.getElementById(capital)) location.replace(`#${capital}`);
    return;
  }
  if (target.closest("[hidden]")) {
    input.value = "";
    changed();
  }
  offerRuleFavorite(target);
  target.scrollIntoView();
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Restores the search when the reader comes Back. */
function restore() {
  input.value = history.state?.find ?? "";
  if (all) all.checked = history.state?.all ?? false;
  filter();
}

input.addEventListener("input", changed);
all?.addEventListener("change", changed);
input.form?.addEventListener("submit", (event) => {
  event.preventDefault();
  openFirst();
});
window.addEventListener("hashchange", followAddress);
window.addEventListener("popstate", () => {
  if (history.state && "find" in history.state) restore();
});
restore();
if (location.hash) followAddress();
