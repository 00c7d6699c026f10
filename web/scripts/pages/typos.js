// typos.js: finds the words of a text that a mistyped word may mean.
//
// Contract. `createSpelling(texts)` knows the words of the texts, which are in lower case. Its result gives for each word
// the spellings to search for: the word itself where a text has it, otherwise the nearest words of the texts. A word of
// four letters may be off by one edit, a word of eight by two; swapped neighbors are one edit. An unfinished word is
// compared with the beginnings of words. A word with a digit is an id and stays as it is. The words are collected when the
// page is idle, or for the first mistyped word.

const LETTERS = /\p{L}+/gu;
const A = "a".charCodeAt(0);

/** @param {string[]} texts @returns {(words: string[]) => string[][]} */
export function createSpelling(texts) {
  /** The words of the texts, each with its letters. @type {[word: string, letters: number][] | undefined} */
  let known;
  const knownWords = () => {
    known ??= [...new Set(texts.flatMap((text) => text.match(LETTERS) ?? []))].map((other) => [other, letters(other)]);
    return known;
  };
  /** @param {string} word */
  const nearest = (word) => {
    const wanted = letters(word);
    let least = allowed(word);
    let spellings = [word];
    for (const [other, its] of knownWords()) {
      // Each letter that the other word lacks takes an edit.
      if (count(wanted & ~its) > least) continue;
      const edits = distance(word, other);
      if (edits > least) continue;
      spellings = edits < least || spellings[0] === word ? [other] : [...spellings, other];
      least = edits;
    }
    return spellings;
  };
  // The first mistyped word need not wait for them.
  if ("requestIdleCallback" in globalThis) requestIdleCallback(knownWords);
  return (words) =>
    words.map((word) => (allowed(word) && !texts.some((text) => text.includes(word)) ? nearest(word) : [word]));
}

/** The letters from a to z in a word, a bit each. @param {string} word */
function letters(word) {
  let found = 0;
  for (let at = 0; at < word.length; at += 1) {
    const letter = word.charCodeAt(at) - A;
    if (letter >= 0 && letter < 26) found |= 1 << letter;
  }
  return found;
}

/** How many bits are set. @param {number} bits */
function count(bits) {
  let set = 0;
  for (let rest = bits; rest; rest &= rest - 1) set += 1;
  return set;
}

/** How many edits a word may be off. @param {string} word */
function allowed(word) {
  if (!/^\p{L}+$/u.test(word)) return 0;
  return word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0;
}

/** The edits from a typed word to the nearest beginning of another; Infinity if there are too many. @param {string} typed @param {string} other */
export function distance(typed, other) {
  const most = allowed(typed);
  if (other.length < typed.length - most) return Infinity;
  const end = Math.min(other.length, typed.length + most);
  let before = /** @type {number[]} */ ([]);
  let last = Array.from({ length: end + 1 }, (_, at) => at);
  for (let row = 1; row <= typed.length; row += 1) {
    const next = [row];
    let least = row;
    for (let at = 1; at <= end; at += 1) {
      const change = typed[row - 1] === other[at - 1] ? 0 : 1;
      let edits = Math.min(last[at] + 1, next[at - 1] + 1, last[at - 1] + change);
      const isSwap = row > 1 && at > 1 && typed[row - 1] === other[at - 2] && typed[row - 2] === other[at - 1];
      if (isSwap) edits = Math.min(edits, before[at - 2] + 1);
      next.push(edits);
      if (edits < least) least = edits;
    }
    if (least > most) return Infinity;
    before = last;
    last = next;
  }
  return Math.min(...last);
}
