// find.js: searches entries by words while the reader types.
//
// Contract. `words(query)` and `matches(text, words)` belong together: every word must occur in the text, in British or
// American spelling. `index(address)` loads the entries that the build wrote about every game, once, and again after a
// failure. `search` gives the matching entries, best first. `item` draws an entry as a line of a list. `remember` stores
// state in the browser's history.

/** @typedef {{system: string, kind: string, title: string, text: string, where: string, url: string, more?: string}} Entry */

/** British spellings with the American ones of our pages. An unfinished word is translated too. */
const SPELLINGS = /** @type {[string, string][]} */ ([
  ["armour", "armor"],
  ["behaviour", "behavior"],
  ["centre", "center"],
  ["colour", "color"],
  ["defence", "defense"],
  ["favour", "favor"],
  ["grey", "gray"],
  ["honour", "honor"],
  ["judgement", "judgment"],
  ["manoeuvre", "maneuver"],
  ["metre", "meter"],
  ["offence", "offense"],
  ["paralyse", "paralyze"],
  ["recognise", "recognize"],
  ["stabilise", "stabilize"],
  ["travelled", "traveled"],
  ["travelling", "traveling"],
]);

/** @param {string} query @returns {string[]} */
export function words(query) {
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => unfinished(american(word)));
}

/** @param {string} text @param {string[]} wanted */
export function matches(text, wanted) {
  const searched = american(text.toLowerCase());
  return wanted.every((word) => searched.includes(word));
}

/** @param {string} text  in lower case */
function american(text) {
  return SPELLINGS.reduce((changed, [british, own]) => changed.replaceAll(british, own), text);
}

/** Translates the beginning of a British word. @param {string} word */
function unfinished(word) {
  for (const [british, own] of SPELLINGS) {
    if (word.length > 3 && british.startsWith(word)) return own.slice(0, word.length);
  }
  return word;
}

/** @type {Map<string, Promise<Entry[]>>} */
const loaded = new Map();

/** @param {URL} address @returns {Promise<Entry[]>} */
export function index(address) {
  const entries = loaded.get(address.href) ?? fetch(address).then((response) => response.json());
  loaded.set(address.href, entries);
  entries.catch(() => loaded.delete(address.href));
  return entries;
}

/**
 * Order: the rule whose id was typed; entries of `game`; titles before texts; calculators before rules.
 *
 * @param {Entry[]} entries @param {string[]} wanted @param {string | null} [game]  the id of the reader's game
 */
export function search(entries, wanted, game) {
  /** @param {Entry} entry */
  const named = (entry) => wanted.length === 1 && entry.url.toLowerCase().endsWith(`#${wanted[0]}`);
  /** @param {Entry} entry */
  const place = (entry) =>
    named(entry) ? 0 : (matches(entry.title, wanted) ? 1 : 3) + (entry.system === game ? 0 : 4);
  /** @param {Entry} entry */
  const rank = (entry) => place(entry) + (entry.kind === "calculator" ? 0 : 1);
  return entries
    .filter((entry) => matches([entry.title, entry.text, entry.where, entry.more].join(" "), wanted))
    .sort((one, other) => rank(one) - rank(other));
}

/** @param {Entry} entry @param {URL} address  of the index, two folders below the site's root */
export function item(entry, address) {
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
