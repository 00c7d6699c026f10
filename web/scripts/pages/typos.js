// typos.js: finds the words of a text that a typed word may mean.
//
// Contract. `createSpelling(texts)` knows the words of the texts, which are in lower case. Its result gives for each word
// the spellings to search for. Where a word of a text begins with it: the word itself, then compounds that end with it,
// `longbow` for `bow`. Otherwise `*` and the word where it stands inside one, otherwise the nearest words of the texts.
// `has` searches a text for a spelling. A word of four letters may be off by one edit, a word of eight by two; swapped
// neighbors are one edit. Of equally near words those count that have most of the letters typed and the first one, without
// those that begin with a shorter one. An unfinished word is compared with the beginnings of words. A word with a digit is
// an id and stays as it is, and so does a word of more than 31 letters. The words are collected when the page is idle, or
// for the first word.

const LETTERS = /\p{L}+/gu;
const LETTER = /\p{L}/u;
const DIGIT = /\d/;
const LONGEST = 31;
/** Stands before a spelling that is searched for inside of words too. */
const INSIDE = "*";
/** Where the rest of a word is one of these, the word is no compound. */
const NO_HALF = /^(.{0,3}|with|down|after|every|some|along|under)$/;

/** @param {string[]} texts @returns {(words: string[]) => string[][]} */
export function createSpelling(texts) {
  /** The words of the texts. @type {Set<string> | undefined} */
  let found;
  const known = () => {
    found ??= new Set(texts.flatMap((text) => text.match(LETTERS) ?? []));
    return found;
  };
  /** @param {string} word */
  const nearest = (word) => {
    const most = allowed(word);
    let least = Infinity;
    let spellings = [word];
    for (const other of known()) {
      // Each letter that the other word lacks takes an edit.
      const lacked = [...word].filter((letter) => !other.includes(letter)).length;
      const edits = lacked > most ? lacked : distance(word, other);
      const far = 4 * edits + lacked + (word[0] === other[0] ? 0 : 1);
      if (edits > most || far > least) continue;
      spellings = far < least ? [other] : [...spellings, other];
      least = far;
    }
    return spellings.filter((one) => !spellings.some((other) => other !== one && one.startsWith(other)));
  };
  /** @param {string} word */
  const compounds = (word) =>
    [...known()].filter((other) => {
      const first = other.slice(0, -word.length);
      return word.length > 2 && other.endsWith(word) && !NO_HALF.test(first) && known().has(first);
    });
  // The first word need not wait for them.
  if ("requestIdleCallback" in globalThis) requestIdleCallback(known);
  return (words) =>
    words.map((word) => {
      const spelling = [word, INSIDE + word].find((one) => texts.some((text) => has(text, one)));
      if (spelling === word) return [word, ...compounds(word)];
      return spelling ? [spelling] : allowed(word) ? nearest(word) : [word];
    });
}

/** Whether a word of a text begins with a spelling, or with `isWhole` is one. A letter after a digit begins a word too: `d6` is in `2d6`. @param {string} text @param {string} spelling @param {boolean} [isWhole] */
export function has(text, spelling, isWhole) {
  if (spelling.startsWith(INSIDE)) return text.includes(spelling.slice(INSIDE.length));
  const kind = [LETTER, DIGIT].find((one) => one.test(spelling[0] ?? ""));
  let at = text.indexOf(spelling);
  while (at >= 0 && (kind?.test(text[at - 1] ?? "") || (isWhole && LETTER.test(text[at + spelling.length] ?? ""))))
    at = text.indexOf(spelling, at + 1);
  return at >= 0;
}

/** How many edits a word may be off. @param {string} word */
function allowed(word) {
  if (word.length > LONGEST || word.match(LETTERS)?.[0] !== word) return 0;
  return word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0;
}

/** The edits from a typed word to the nearest beginning of another. @param {string} typed @param {string} other */
export function distance(typed, other) {
  // A row for each letter typed: the edits to each beginning of the other word.
  /** @type {any[]} */
  let before = [];
  /** @type {any[]} */
  let row = [...other, ""].map((_, at) => at);
  for (let typedAt = 0; typedAt < typed.length; typedAt += 1) {
    const next = [typedAt + 1];
    for (let at = 0; at < other.length; at += 1) {
      const isSwap = typed[typedAt] === other[at - 1] && typed[typedAt - 1] === other[at];
      const change = row[at] - (typed[typedAt] === other[at] ? 1 : 0);
      next.push(1 + Math.min(change, row[at + 1], next[at] ?? 0, isSwap ? before[at - 1] : change));
    }
    before = row;
    row = next;
  }
  return Math.min(...row);
}
