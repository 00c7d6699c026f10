// rules.js: filters the quick reference, and shows the row that the address names.
//
// Contract. `[data-filter]` is the search box: rows without the typed words are hidden (reference-filter.js). A topic with
// matches is open; without words, topics are as the reader left them (topic-folds.js). With `[data-all]` the other games are
// searched too. Enter opens the rule whose id was typed, or the first hit. The address of a row always shows that row. A
// sentence reports an address that names no row.

import { section } from "../shared/controllers.js";
import { bindArrows } from "./arrows.js";
import { groups, index, instead, remember, search, words } from "./find.js";
import "./page.js";
import { offerRuleFavorite } from "./favorite.js";
import { createFilter } from "./reference-filter.js";
import { createTopicFolds } from "./topic-folds.js";

const MOST = 20;
const form = /** @type {HTMLElement} */ (section("pages/rules"));
const input = /** @type {HTMLInputElement} */ (form.querySelector("[data-filter]"));
const all = /** @type {HTMLInputElement | null} */ (form.querySelector("[data-all]"));
const found = /** @type {HTMLElement} */ (form.querySelector("[data-found]"));
const unknown = /** @type {HTMLElement} */ (document.querySelector("[data-unknown]"));
const elsewhere = /** @type {HTMLElement} */ (document.querySelector("[data-elsewhere]"));
const results = /** @type {HTMLElement} */ (document.querySelector("[data-results]"));
const topics = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-topic]")]);
const reference = createFilter(topics);
const folds = createTopicFolds(topics);

function filter() {
  const typed = words(input.value);
  const wanted = reference.spell(typed);
  const { count, total } = reference.show(wanted);
  folds.show(wanted.length > 0);
  const mended = instead(typed, wanted);
  const text = wanted.length ? `${count || "None"} of ${total}${mended && `, for ${mended}`}` : "";
  return searchElsewhere(typed, text);
}

/** Says what was found, once. @param {string[]} typed @param {string} text  what was found in this game */
async function searchElsewhere(typed, text) {
  if (!all?.checked || !typed.length) {
    elsewhere.hidden = true;
    results.replaceChildren();
    found.textContent = text;
    return;
  }
  const address = new URL(input.dataset.index ?? "", location.href);
  const loaded = await index(address).catch(() => null);
  if (!all.checked || typed.join() !== words(input.value).join()) return;
  if (!loaded) {
    found.textContent = `${text}; the other games could not be searched.`;
    return;
  }
  const others = loaded.entries.filter(({ system, kind }) => system !== input.dataset.system && kind !== "calculator");
  const hits = search(others, loaded.spell(typed));
  results.replaceChildren(...groups(hits.slice(0, MOST), address));
  elsewhere.hidden = !hits.length;
  found.textContent = `${text}, ${hits.length ? `and ${hits.length}` : "none"} in other games`;
}

function changed() {
  remember({ find: input.value, all: all?.checked });
  return filter();
}

async function openFirst() {
  await filter();
  const shown = reference.shown();
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
  folds.open(target);
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
// The first letter need not wait for the texts.
input.addEventListener("focus", reference.prepare);
all?.addEventListener("change", changed);
input.form?.addEventListener("submit", (event) => {
  event.preventDefault();
  openFirst();
});
window.addEventListener("hashchange", followAddress);
window.addEventListener("popstate", () => {
  if (history.state && "find" in history.state) restore();
});
bindArrows(input, results);
restore();
if (location.hash) followAddress();
