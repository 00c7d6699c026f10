// search.js: finds characters and foes of this device, and foes of the game's table: who may join a fight, or be a target.
//
// Contract. `createSearch(place, handlers)` serves a search. It shows the rows that have all words of the
// search. Without words it shows the foes that the page has shown at first, and `[data-join-all]` shows all of them;
// `[data-join-nobody]` says if no character is stored. Enter calls `handlers.chosen` with the first row. If no row is found, `[data-join-quick]` calls `handlers.quick` with the words.
// `show()` searches again after the rows have changed, `find(words)` searches for words.

import { section } from "./controllers.js";
import { part } from "./parts.js";

/**
 * @typedef {object} Handlers
 * @property {(row: HTMLElement) => void} chosen
 * @property {(name: string) => void} quick
 * @property {() => boolean} isEmpty  whether no character is stored
 */

/** @param {HTMLElement} place @param {Handlers} handlers */
export function createSearch(place, { chosen, quick, isEmpty }) {
  const form = /** @type {HTMLFormElement} */ (section("shared/search", place));
  const box = /** @type {HTMLInputElement} */ (part(form, "foe-filter"));
  const more = part(place, "join-all");
  /** The rows that the page hides at first. */
  const rest = new Set(rows(place).filter((row) => row.hidden));
  let all = !rest.size;

  function show() {
    const wanted = plain(box.value).split(/\s+/).filter(Boolean);
    const found = rows(place).filter((row) => has(row, wanted));
    const isCut = !wanted.length && !all;
    for (const row of rows(place)) row.hidden = !found.includes(row) || (isCut && rest.has(row));
    more.hidden = !isCut;
    part(place, "join-none").hidden = found.length > 0;
    part(place, "join-nobody").hidden = wanted.length > 0 || !isEmpty();
    part(place, "join-words").textContent = box.value.trim();
  }

  box.addEventListener("input", show);
  // The next search replaces this one.
  box.addEventListener("focus", () => box.select());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const first = rows(place).find((row) => !row.hidden && !row.querySelector("button")?.disabled);
    if (first) chosen(first);
  });
  more.addEventListener("click", () => {
    const [next] = rows(place).filter((row) => row.hidden);
    all = true;
    show();
    next?.querySelector("button")?.focus({ preventScroll: true });
  });
  part(place, "join-quick").addEventListener("click", () => quick(box.value.trim()));

  /** Searches for words that are not typed. @param {string} words */
  function find(words) {
    box.value = words;
    show();
  }

  return { show, find };
}

/** @param {HTMLElement} place @returns {HTMLElement[]} */
function rows(place) {
  return [.../** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll(".joiners > li"))];
}

/** @param {HTMLElement} row @param {string[]} words */
export function has(row, words) {
  const text = plain(row.querySelector("button")?.textContent ?? "");
  return words.every((word) => text.includes(word));
}

/** Letters without case and accents. @param {string} text */
function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
