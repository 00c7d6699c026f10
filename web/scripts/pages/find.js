// find.js: searches entries by words while the reader types.
//
// Contract. `words(query)` gives the typed words, `spellings` (typos.js) what each may mean, and `matches` says whether a
// text in lower case has words that begin with one spelling of every word. British spellings become the American ones of our pages. `index`
// loads the entries that the build wrote about every game, once, and again after a failure. `search` gives the matching
// entries, best first. `groups` draws entries as one list for each kind. `instead` says what was searched for instead of
// mistyped words. `remember` stores state in the browser's history.

import { createSpelling, has } from "./typos.js";

/** @typedef {{kind: string, title: string, text: string, where: string, url: string, more?: string}} Entry */
/** @typedef {Entry & {system: string, name: string, all: string}} Searched  its game; the title, and all text, in lower case */
/** @typedef {{entries: Searched[], spell: (words: string[]) => string[][]}} Index */

/** The heading of each kind of entry. @type {Record<string, string>} */
const KINDS = {
  calculator: "Calculators",
  act: "Actions",
  condition: "Conditions",
  weapon: "Weapons",
  armor: "Armor",
  foe: "Foes",
  rule: "Rules",
  table: "Tables",
};

/** British spellings with the American ones of our pages. An unfinished word is translated too. */
const SPELLINGS = /** @type {[string, string][]} */ (
  [
    "armour armor",
    "behaviour behavior",
    "centre center",
    "colour color",
    "defence defense",
    "favour favor",
    "grey gray",
    "honour honor",
    "judgement judgment",
    "manoeuvre maneuver",
    "metre meter",
    "offence offense",
    "paralyse paralyze",
    "recognise recognize",
    "stabilise stabilize",
    "travelled traveled",
    "travelling traveling",
  ].map((pair) => pair.split(" "))
);

/** @param {string} query @returns {string[]} */
export function words(query) {
  return query.toLowerCase().split(/\s+/).filter(Boolean).map(american);
}

/** @param {string} text  in lower case @param {string[][]} wanted  the spellings of each word @param {boolean} [isWhole] */
export function matches(text, wanted, isWhole) {
  return wanted.every((spellings) => spellings.some((word) => has(text, word, isWhole)));
}

/** What was searched for instead of mistyped words; empty if each word was found. @param {string[]} typed @param {string[][]} wanted */
export function instead(typed, wanted) {
  const mended = wanted.filter((spellings, at) => !spellings[0]?.includes(typed[at] ?? ""));
  return mended.map((spellings) => spellings.slice(0, 3).join(" or ")).join(", ");
}

/** A word, or the beginning of one, in American spelling. @param {string} word  in lower case */
function american(word) {
  const begun = SPELLINGS.find(([british]) => word.length > 3 && british.startsWith(word));
  return begun?.[1].slice(0, word.length) ?? SPELLINGS.reduce((changed, pair) => changed.replace(...pair), word);
}

/** @type {Map<string, Promise<Index>>} */
const loaded = new Map();

/** @param {URL} address @returns {Promise<Index>} */
export function index(address) {
  const made = loaded.get(address.href) ?? fetch(address).then(async (response) => indexOf(await response.json()));
  loaded.set(address.href, made);
  made.catch(() => loaded.delete(address.href));
  return made;
}

/** @param {Entry[]} entries @returns {Index} */
export function indexOf(entries) {
  const searched = entries.map((entry) => ({
    ...entry,
    system: entry.url.split("/")[0] ?? "",
    name: entry.title.toLowerCase(),
    all: [entry.title, entry.text, entry.where, entry.more].join(" ").toLowerCase(),
  }));
  return { entries: searched, spell: createSpelling(searched.map(({ all }) => all)) };
}

/**
 * Order: the rule whose id was typed; entries of `game`; the title that was typed, titles with the words, with words that
 * begin so, with compounds, texts with the words, with others; calculators before others. A query of one or two letters
 * means whole words in texts.
 *
 * @param {Searched[]} entries @param {string[][]} wanted @param {string | null} [game]  the id of the reader's game
 */
export function search(entries, wanted, game) {
  const first = wanted.map((spellings) => spellings.slice(0, 1));
  const typed = first.join(" ");
  /** @param {Searched} entry */
  const rank = ({ kind, url, system, name, all }) => {
    if (!matches(all, wanted, typed.length < 3) && !matches(name, wanted)) return Infinity;
    if (kind === "rule" && url.toLowerCase().endsWith(`#${typed}`)) return -1;
    const place = [
      name === typed,
      matches(name, first, true),
      matches(name, first),
      matches(name, wanted),
      matches(all, first, true),
      true,
    ].indexOf(true);
    return 2 * place + (kind === "calculator" ? 0 : 1) + (system === game ? 0 : 12);
  };
  const ranked = entries.map((entry) => ({ entry, at: rank(entry) })).filter(({ at }) => at < Infinity);
  return ranked.sort((one, other) => one.at - other.at).map(({ entry }) => entry);
}

/** The kind of the first entry comes first. @param {Entry[]} entries @param {URL} address  of the index, two folders below the site's root */
export function groups(entries, address) {
  return [...new Set(entries.map(({ kind }) => kind))].flatMap((kind) => {
    const list = document.createElement("ul");
    list.className = "results";
    list.setAttribute("aria-label", KINDS[kind]);
    list.append(...entries.filter((entry) => entry.kind === kind).map((entry) => item(entry, address)));
    const heading = part("p", KINDS[kind]);
    heading.className = "kind";
    heading.ariaHidden = "true";
    return [heading, list];
  });
}

/** @param {Entry} entry @param {URL} address */
function item(entry, address) {
  const link = document.createElement("a");
  link.href = new URL(entry.url, new URL("../../", address)).href;
  link.append(part("b", entry.title), " ", part("small", entry.where), part("span", entry.text));
  const line = document.createElement("li");
  line.append(link);
  return line;
}

/** @param {string} name @param {string} text */
function part(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

/** Stores state in the current history entry, so that Back restores it. @param {object} state */
export function remember(state) {
  try {
    history.replaceState({ ...history.state, ...state }, "");
  } catch {
    // Some browsers limit how often the history may change; a later change is stored.
  }
}
