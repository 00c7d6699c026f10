// home.js: search over every calculator and rule of every game, from an index that the build wrote.
//
// Contract. `[data-find]` holds the search box (its data-index is the index's address), a list for results and a status.

import "./page.js";
import { matches, words } from "./find.js";

/** @typedef {{title: string, text: string, where: string, url: string}} Entry */

const MOST = 20;
const box = document.querySelector("[data-find]");
const input = box?.querySelector("input");
const results = box?.querySelector("[data-results]");
const found = box?.querySelector("[data-found]");

/** @type {Promise<Entry[]> | undefined} */
let index;

async function search() {
  if (!input || !results || !found) return;
  const wanted = words(input.value);
  if (!wanted.length) {
    results.replaceChildren();
    found.textContent = "";
    return;
  }
  const address = new URL(input.dataset.index ?? "", location.href);
  index ??= fetch(address).then((response) => response.json());
  const entries = await index.catch(() => {
    index = undefined;
    return null;
  });
  if (!entries) {
    found.textContent = "The index could not be loaded; the games below are all here.";
    return;
  }
  const hits = entries.filter((entry) => matches(`${entry.title} ${entry.text} ${entry.where}`.toLowerCase(), wanted));
  const root = new URL("../../", address);
  results.replaceChildren(...hits.slice(0, MOST).map((entry) => item(entry, root)));
  const more = hits.length > MOST ? `, the first ${MOST} shown` : "";
  found.textContent = hits.length ? `${hits.length} found${more}` : "Nothing found";
}

/** @param {Entry} entry @param {URL} root */
function item(entry, root) {
  const link = document.createElement("a");
  link.href = new URL(entry.url, root).href;
  const title = document.createElement("b");
  title.textContent = entry.title;
  const where = document.createElement("small");
  where.textContent = entry.where;
  const text = document.createElement("span");
  text.textContent = entry.text;
  link.append(title, " ", where, text);
  const line = document.createElement("li");
  line.append(link);
  return line;
}

box?.addEventListener("input", search);
box?.addEventListener("submit", (event) => {
  event.preventDefault();
  search();
});
if (location.hash === "#find") input?.focus();
