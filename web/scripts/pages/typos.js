// typos.js: finds the words of a text that a mistyped word may mean.
//
// Contract. `createSpelling(texts)` knows the words of the texts, which are in lower case. Its result gives for each word
// the spellings to search for: the word itself where a word of a text begins with it, otherwise `*` and the word where it
// stands inside one, otherwise the nearest words of the texts. `has` searches a text for a spelling. A word of four letters may be off by one edit, a word of eight by two; swapped neighbors are one edit. An unfinished word is compared with
// the beginnings of words. A word with a digit is an id and stays as it is, and so does a word of more than 31 letters. The
// words are collected when the page is idle, or for the first mistyped word.

const LETTERS = /\p{L}+/gu;
const LETTER = /\p{L}/u;
const DIGIT = /\d/;
/** A longer word does not fit in the bits of a number. */
const LONGEST = 31;
/** Stands before a spelling that is searched for inside of words too. */
const INSIDE = "*";

/** @param {string[]} texts @returns {(words: string[]) => string[][]} */
export function createSpelling(texts) {
  /** The words of the texts, each with its letters. @type {Map<string, number> | undefined} */
  let known;
  const knownWords = () => {
    known ??= new Map(texts.flatMap((text) => text.match(LETTERS) ?? []).map((word) => [word, letters(word)]));
    return known;
  };
  /** @param {string} word */
  const nearest = (word) => {
    const wanted = letters(word);
    const distance = distanceFrom(word);
    let least = allowed(word);
    let spellings = [word];
    knownWords().forEach((its, other) => {
      // Each letter that the other word lacks takes an edit; with three the word is too far off.
      const lacked = wanted & ~its;
      const butOne = lacked & (lacked - 1);
      if (butOne & (butOne - 1)) return;
      const edits = distance(other);
      if (edits > least) return;
      spellings = edits < least || spellings[0] === word ? [other] : [...spellings, other];
      least = edits;
    });
    return spellings;
  };
  // The first mistyped word need not wait for them.
  if ("requestIdleCallback" in globalThis) requestIdleCallback(knownWords);
  return (words) =>
    words.map((word) => {
      const spelling = [word, INSIDE + word].find((one) => texts.some((text) => has(text, one)));
      return spelling ? [spelling] : allowed(word) ? nearest(word) : [word];
    });
}

/** Whether a word of a text begins with a spelling. A letter after a digit begins a word too: `d6` is in `2d6`. @param {string} text @param {string} spelling */
export function has(text, spelling) {
  if (spelling.startsWith(INSIDE)) return text.includes(spelling.slice(INSIDE.length));
  const kind = [LETTER, DIGIT].find((one) => one.test(spelling[0] ?? ""));
  let at = text.indexOf(spelling);
  while (at > 0 && kind?.test(text[at - 1] ?? "")) at = text.indexOf(spelling, at + 1);
  return at >= 0;
}

/** The letters in a word, a bit each; letters other than a to z share their bits. @param {string} word */
function letters(word) {
  let found = 0;
  for (let at = 0; at < word.length; at += 1) found |= 1 << word.charCodeAt(at);
  return found;
}

/** How many edits a word may be off. @param {string} word */
function allowed(word) {
  if (word.length > LONGEST || word.match(LETTERS)?.[0] !== word) return 0;
  return word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0;
}

/**
 * A function that gives the edits from a typed word to the nearest beginning of another; Infinity if there are too many.
 *
 * It reads the other word letter by letter. Bit n of `zero`, `one` and `two` says whether the first n letters typed take at
 * most so many edits to become what is read. It stops when no bit is left.
 *
 * @param {string} typed  at most LONGEST letters
 */
export function distanceFrom(typed) {
  const most = allowed(typed);
  const all = 1 << typed.length;
  const used = 2 * all - 1;
  /** By each letter, bit n says whether letter n of the typed word, counted from 1, is this letter. @type {Map<number, number>} */
  const places = new Map();
  for (let at = 0; at < typed.length; at += 1) {
    const letter = typed.charCodeAt(at);
    places.set(letter, (places.get(letter) ?? 0) | (2 << at));
  }
  /** @param {string} other */
  return (other) => {
    let zero = 1;
    let one = 3;
    let two = most > 1 ? 7 : 0;
    let zeroBefore = 0;
    let oneBefore = 0;
    let before = 0;
    let least = Infinity;
    for (let at = 0; at < other.length && (one | two) !== 0; at += 1) {
      const here = places.get(other.charCodeAt(at)) ?? 0;
      const swapped = before & (here << 1);
      const nextZero = (zero << 1) & here;
      // An edit adds a letter, changes one, leaves one out, or swaps two.
      const nextOne = (((one << 1) & here) | zero | ((zero | nextZero) << 1) | ((zeroBefore << 2) & swapped)) & used;
      if (most > 1) two = (((two << 1) & here) | one | ((one | nextOne) << 1) | ((oneBefore << 2) & swapped)) & used;
      zeroBefore = zero;
      oneBefore = one;
      before = here;
      zero = nextZero;
      one = nextOne;
      least = Math.min(least, zero & all ? 0 : one & all ? 1 : two & all ? 2 : Infinity);
    }
    return least;
  };
}
