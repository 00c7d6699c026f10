// character-data.js: the data of a character as files and links contain it: pairs of key and text, within limits.
//
// Contract. `parsed(text)` reads JSON that another person may have made. `draftTrouble(value)` checks a character. Both report
// a problem as the end of a sentence, without the period, that names the fault and what is allowed. Nothing throws.

import { SCHEMAS } from "../paths.js";

/** @typedef {import("../shared/link.js").Pairs} Pairs */
/** @typedef {{schema: number, system: string, id: string, data: Pairs}} Draft */

const DEEPEST = 8;
const MOST_PAIRS = 3_000;
const LONGEST_KEY = 200;
/** A text that a sheet refuses as too long is stored nevertheless, and must fit into a file. */
const LONGEST_TEXT = 200_000;
const LONGEST_NAME = 200;
const LONGEST_COPIED = 50;
/** The input that says that a sheet is that of a foe. */
const FOE = "foe";
/** As a part of a key these would change a JavaScript object's prototype. */
const NO_KEYS = ["__proto__", "constructor", "prototype"];

/** @param {string} text @param {number} [most]  levels @returns {{ok: true, value: any} | {ok: false, why: string}} */
export function parsed(text, most = DEEPEST) {
  if (!text.trim()) return { ok: false, why: "is empty" };
  const { deepest, open } = nesting(text);
  // This check comes first, because the browser's parser may run out of stack.
  if (deepest > most) return { ok: false, why: `is nested too deep: at most ${most} levels are allowed` };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    const cut = open && /^\s*[{[]/.test(text);
    return { ok: false, why: cut ? "is cut off: its end is missing" : "is damaged, or was not made by Tableside" };
  }
}

/** The depth of brackets outside of texts, and whether one is still open at the end. @param {string} text */
function nesting(text) {
  let [depth, deepest, quoted] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (quoted && letter === "\\") at++;
    else if (letter === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (letter === "{" || letter === "[") deepest = Math.max(deepest, ++depth);
    else if (letter === "}" || letter === "]") depth--;
  }
  return { deepest, open: quoted || depth > 0 };
}

/** Checks for a known game, any schema, and pairs within the limits. @param {any} value */
export function draftTrouble({ system, schema, data }) {
  if (typeof system !== "string" || !Object.hasOwn(SCHEMAS, system)) {
    return `is of a game that is not known here, ${quoted(system)}; known are ${Object.keys(SCHEMAS).join(", ")}`;
  }
  if (!isWhole(schema)) return "has a schema that is no whole number from 1 on";
  return pairsTrouble(data);
}

/** @param {unknown} data */
function pairsTrouble(data) {
  if (!Array.isArray(data)) return "has no list of keys and texts";
  if (data.length > MOST_PAIRS) return `has ${data.length} entries; at most ${MOST_PAIRS} are allowed`;
  for (const [at, pair] of data.entries()) {
    const trouble = pairTrouble(pair, at + 1);
    if (trouble) return trouble;
  }
  return "";
}

/** @param {unknown} pair @param {number} place */
function pairTrouble(pair, place) {
  if (!Array.isArray(pair) || pair.length !== 2) return `has an entry (${place}) that is no pair of key and text`;
  const [key, text] = pair;
  if (typeof key !== "string" || typeof text !== "string")
    return `has an entry (${place}) whose key or text is no text`;
  const long = `${key.length} characters (entry ${place})`;
  if (!key || key.length > LONGEST_KEY) return `has a key of ${long}; 1 to ${LONGEST_KEY} are allowed`;
  const wrong = lettersTrouble(key) || lettersTrouble(text);
  if (wrong) return `holds, in entry ${place}, ${wrong}`;
  if (key.split(".").some((part) => NO_KEYS.includes(part)))
    return `has the key ${quoted(key)}, which no character may have`;
  if (text.length <= LONGEST_TEXT) return "";
  return `has a text of ${text.length} characters, ${quoted(key)}; at most ${LONGEST_TEXT} are allowed`;
}

/** Names a character that no text may contain. @param {string} text */
export function lettersTrouble(text) {
  if (text.includes("\0")) return "a NUL character, which no text may hold";
  if (/\p{Surrogate}/u.test(text)) return "half a character (a lone surrogate), which no text may hold";
  return "";
}

/** @param {unknown} value */
export function isWhole(value) {
  return Number.isSafeInteger(value) && Number(value) >= 1;
}

/** The beginning of another person's text, short enough for a sentence. @param {unknown} value */
export function quoted(value) {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
  const plain = text.replace(/[\p{C}\p{Z}]+/gu, " ");
  return `“${[...plain].slice(0, 40).join("")}${plain.length > 40 ? "…" : ""}”`;
}

/** An id for a new character. */
export function newId() {
  // A page without a secure context has no randomUUID.
  const bytes = () => crypto.getRandomValues(new Uint8Array(16));
  return crypto.randomUUID?.() ?? Array.from(bytes(), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whether two records have the same content; revision and time do not count. @param {Draft} one @param {Draft} two */
export function sameContent(one, two) {
  return (
    one.system === two.system && one.schema === two.schema && JSON.stringify(one.data) === JSON.stringify(two.data)
  );
}

/** The name of a character, as lists show it. @param {Pairs} data */
export function nameIn(data) {
  const name = data.find(([key]) => key === "name")?.[1] ?? "";
  return [...name.slice(0, LONGEST_NAME)].filter((letter) => !/\p{Surrogate}/u.test(letter)).join("");
}

/** Whether a sheet is that of a foe. @param {unknown} data  as stored, so it may be damaged */
export function isFoe(data) {
  return Array.isArray(data) && data.some((pair) => pair?.[0] === FOE && pair[1] === "yes");
}

/** How lists tell a foe from a character. @param {{name: string, foe?: boolean}} entry */
export function titleOf({ name, foe }) {
  return `${name || "Unnamed"}${foe ? " (foe)" : ""}`;
}

/** Characters before foes, each in their order. @template {{foe?: boolean}} E @param {E[]} entries @returns {E[]} */
export function foesLast(entries) {
  return [...entries.filter(({ foe }) => !foe), ...entries.filter(({ foe }) => foe)];
}

/** The name of a copy, short enough to be valid. @param {string} name */
export function copyOf(name) {
  return `${[...name].slice(0, LONGEST_COPIED).join("") || "Unnamed"} (copy)`;
}

/** @param {Pairs} data @param {string} name @returns {Pairs} */
export function named(data, name) {
  /** @type {Pairs[number]} */
  const pair = ["name", name];
  const at = data.findIndex(([key]) => key === "name");
  return at < 0 ? [pair, ...data] : data.with(at, pair);
}

/** The data with other texts for a key. @param {Pairs} data @param {[string, string[]]} change @returns {Pairs} */
export function withTexts(data, [key, texts]) {
  const others = data.filter(([name]) => name !== key);
  return [...others, ...texts.map((text) => /** @type {[string, string]} */ ([key, text]))];
}
