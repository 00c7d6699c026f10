// find.js: finds entries by words as you type.
//
// Contract. `matches(entry, query)` is true when every word of the query stands somewhere in the entry's text.

/** @param {string} text */
export function words(text) {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

/** @param {string} text  lower case @param {string[]} wanted */
export function matches(text, wanted) {
  return wanted.every((word) => text.includes(word));
}
