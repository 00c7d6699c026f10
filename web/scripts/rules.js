// rules.js: the quick reference's filter.
//
// Contract. `[data-filter]` is the search box; every `[data-row]` is shown when all words typed stand in its text, and a
// `[data-topic]` when any of its rows is. The address of a single row always shows that row.

import "./page.js";
import { matches, words } from "./find.js";

const input = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-filter]"));
const found = document.querySelector("[data-found]");
const rows = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-row]")]);
const texts = new Map(rows.map((row) => [row, (row.textContent ?? "").toLowerCase()]));

function filter() {
  const wanted = words(input?.value ?? "");
  let count = 0;
  for (const row of rows) {
    row.hidden = !matches(texts.get(row) ?? "", wanted);
    if (!row.hidden) count += 1;
  }
  for (const topic of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-topic]"))) {
    topic.hidden = !topic.querySelector("[data-row]:not([hidden])");
  }
  if (found) found.textContent = wanted.length ? `${count} of ${rows.length}` : "";
}

input?.addEventListener("input", filter);
input?.form?.addEventListener("submit", (event) => event.preventDefault());
window.addEventListener("hashchange", () => {
  if (input && location.hash) {
    input.value = "";
    filter();
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }
});
filter();
