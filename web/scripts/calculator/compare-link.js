// compare-link.js: a comparison as the keys of an address.
//
// Contract. The pinned inputs have keys that begin with `vs.`. The key `vs.title`, given twice, has the titles of this side
// and of the pinned one; without titles it is left out. `comparison(extra)` reads such keys, `keys(comparison)` writes them.
// A title that is too long is cut.

/** @typedef {import("../shared/link.js").Pairs} Pairs */
/** @typedef {[own: string, pinned: string]} Titles  empty for a side without a title */
/** @typedef {{pinned: Pairs | null, titles: Titles}} Comparison */

const PREFIX = "vs.";
const TITLE = "title";
/** As in web/worker/requests/compare.py. */
const LONGEST_TITLE = 40;

/** @param {Pairs} extra @returns {Comparison} */
export function comparison(extra) {
  const pairs = extra.map(([key, text]) => /** @type {[string, string]} */ ([key.slice(PREFIX.length), text]));
  const pinned = pairs.filter(([key]) => key !== TITLE);
  const [own, other] = pairs.filter(([key]) => key === TITLE).map(([, text]) => title(text));
  return { pinned: pinned.length ? pinned : null, titles: [own ?? "", other ?? ""] };
}

/** @param {Comparison} comparison @returns {Pairs} */
export function keys({ pinned, titles }) {
  if (!pinned) return [];
  const titled = titles.some(Boolean) ? titles.map((text) => [TITLE, text]) : [];
  return [...titled, ...pinned].map(([key, text]) => [PREFIX + key, text]);
}

/** @param {string} text */
export function title(text) {
  const words = text.replace(/\s+/g, " ").trim();
  return [...words].slice(0, LONGEST_TITLE).join("").trim();
}
