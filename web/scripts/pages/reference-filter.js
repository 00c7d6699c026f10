// reference-filter.js: shows the rows of the quick reference that match, and hides the others.
//
// Contract. `createFilter(topics)` reads the texts of the rows once, when they are first needed. `show(wanted)` shows a
// `[data-row]` when its text has all words, a table with its matching `[data-line]`s, and a topic, with its link above the
// topics, when one of its rows is shown. It returns how many match, of how many. `spell` gives the spellings of typed words
// (typos.js), and `shown()` the rows that are shown, in the order of the page. Only what changes is written to the page, and
// `<main data-filtered>` lets the style sheet leave out what is off the screen.

import { matches } from "./find.js";
import { createSpelling } from "./typos.js";

/** @typedef {{place: HTMLElement, text: string}} Text */
/** @typedef {{row: Text, lines: Text[], topic: HTMLElement}} Row */

/** @param {HTMLElement[]} topics */
export function createFilter(topics) {
  const main = /** @type {HTMLElement} */ (document.querySelector("main"));
  const hidden = /** @type {Set<HTMLElement>} */ (new Set());
  /** @type {{rows: Row[], total: number, links: Map<HTMLElement, HTMLElement | null>, spell: ReturnType<typeof createSpelling>} | undefined} */
  let known;

  function prepared() {
    if (known) return known;
    const rows = topics.flatMap((topic) => {
      const title = plain(topic.querySelector("h2"));
      return all(topic, "[data-row]").map((row) => textsOf(row, topic, title));
    });
    const links = new Map(topics.map((topic) => [topic, linkTo(topic)]));
    const total = rows.reduce((sum, { lines }) => sum + (lines.length || 1), 0);
    known = { rows, total, links, spell: createSpelling(rows.map(({ row }) => row.text)) };
    return known;
  }

  /** @param {HTMLElement | null | undefined} place @param {boolean} visible */
  function set(place, visible) {
    if (!place || visible !== hidden.has(place)) return;
    place.hidden = !visible;
    if (visible) hidden.delete(place);
    else hidden.add(place);
  }

  /** @param {string[][]} wanted  the spellings of each word @returns {{count: number, total: number}} */
  function show(wanted) {
    main.toggleAttribute("data-filtered", wanted.length > 0);
    if (!wanted.length && !hidden.size) return { count: 0, total: 0 };
    const { rows, total, links } = prepared();
    const found = new Set();
    let count = 0;
    for (const { row, lines, topic } of rows) {
      let shown = 0;
      for (const line of lines.length ? lines : [row]) {
        const fits = matches(line.text, wanted);
        set(line.place, fits);
        if (fits) shown += 1;
      }
      if (lines.length) set(row.place, shown > 0);
      if (shown) found.add(topic);
      count += shown;
    }
    for (const [topic, link] of links) for (const place of [topic, link]) set(place, found.has(topic));
    return { count, total };
  }

  return {
    show,
    prepare: () => void prepared(),
    /** @param {string[]} typed */
    spell: (typed) => (typed.length ? prepared().spell(typed) : []),
    shown: () => prepared().rows.flatMap(({ row }) => (hidden.has(row.place) ? [] : [row.place])),
  };
}

/** The texts of a row. The title of its topic counts as part of it, and the caption of a table as part of each line. @param {HTMLElement} row @param {HTMLElement} topic @param {string} title @returns {Row} */
function textsOf(row, topic, title) {
  const caption = plain(row.querySelector("caption"));
  const lines = all(row, "[data-line]").map((line) => ({
    place: line,
    text: `${title} ${caption} ${[.../** @type {HTMLTableRowElement} */ (line).cells].map(plain).join(" ")}`,
  }));
  const text = lines.length ? lines.map((line) => line.text).join(" ") : `${title} ${plain(row)}`;
  return { row: { place: row, text }, lines, topic };
}

/** @param {HTMLElement} topic @returns {HTMLElement | null} */
function linkTo(topic) {
  return document.querySelector(`.topics [href="#${topic.id}"]`);
}

/** @param {HTMLElement} within @param {string} selector @returns {HTMLElement[]} */
function all(within, selector) {
  return [...within.querySelectorAll(/** @type {"div"} */ (selector))];
}

/** @param {Element | null} place */
function plain(place) {
  return place?.textContent?.toLowerCase() ?? "";
}
