// roll-log.js: the stored rolls of one game.
//
// Contract. `createRollLog(system)` reads and writes one key of localStorage. The log holds the newest MOST_ENTRIES rolls,
// newest first. For each kind of die it counts how often each face was rolled, without the faces that the player typed; the
// counts include rolls that the log no longer holds. Stored entries that are damaged are left out. When storage is refused,
// or a newer version wrote the log, the log lasts as long as the page and `trouble()` says so. Other pages may write at any
// time, so every change reads the log first.

import { rollLogKey } from "../shared/storage-keys.js";

/** @typedef {import("../shared/link.js").Pairs} Pairs */
/** @typedef {{time: number, calculator: string, title: string, option: string, outcome: string, odds: string, faces: [number, number][], typed: boolean, link: Pairs}} Entry */
/** @typedef {{schema: number, entries: Entry[], thrown: Record<string, number[]>}} Log */

export const MOST_ENTRIES = 200;
const SCHEMA = 1;
const MOST_SIDES = 100;
const LONGEST_TEXT = 300;
const REFUSED = "This browser keeps nothing for this site, so the log lasts only until you leave this page.";
const NEWER =
  "The log on this device is from a newer Tableside and stays untouched; this one lasts until you leave this page.";

/** @param {string} system */
export function createRollLog(system) {
  const key = rollLogKey(system);
  let current = empty();
  let trouble = "";

  /** @returns {Log} */
  function read() {
    if (trouble) return current;
    /** @type {any} */
    let held = null;
    try {
      held = parsed(localStorage.getItem(key));
    } catch {
      trouble = REFUSED;
      return current;
    }
    if (held?.schema > SCHEMA) trouble = NEWER;
    else current = sound(held, system);
    return current;
  }

  /** @param {Log} log */
  function write(log) {
    current = log;
    if (trouble) return;
    try {
      localStorage.setItem(key, JSON.stringify(log));
    } catch {
      trouble = REFUSED;
    }
  }

  return {
    key,
    read,
    trouble: () => trouble,
    /** @param {Entry} entry */
    add(entry) {
      const one = { schema: SCHEMA, entries: [entry], thrown: entry.typed ? {} : counted(entry.faces) };
      write(joined(one, read()));
    },
    /** Empties the log. @returns {Log}  the rolls that it held */
    clear() {
      const before = read();
      write(empty());
      return before;
    },
    /** Puts cleared rolls back, below the rolls made since. @param {Log} before */
    restore: (before) => write(joined(read(), before)),
  };
}

/** @returns {Log} */
function empty() {
  return { schema: SCHEMA, entries: [], thrown: {} };
}

/** @param {Log} newer @param {Log} older @returns {Log} */
function joined(newer, older) {
  const thrown = { ...older.thrown };
  for (const [sides, counts] of Object.entries(newer.thrown)) {
    thrown[sides] = counts.map((count, index) => count + (older.thrown[sides]?.[index] ?? 0));
  }
  return { schema: SCHEMA, entries: [...newer.entries, ...older.entries].slice(0, MOST_ENTRIES), thrown };
}

/** @param {[number, number][]} faces */
function counted(faces) {
  /** @type {Record<string, number[]>} */
  const thrown = {};
  for (const [sides, value] of faces) {
    if (sides < 2 || sides > MOST_SIDES) continue;
    const counts = (thrown[sides] ??= Array(sides).fill(0));
    counts[value - 1] = (counts[value - 1] ?? 0) + 1;
  }
  return thrown;
}

// Checks of the stored text

/** @param {string | null} text */
function parsed(text) {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

/** @param {any} held @param {string} system @returns {Log} */
function sound(held, system) {
  const entries = Array.isArray(held?.entries) ? held.entries.filter((/** @type {any} */ e) => isEntry(e, system)) : [];
  const kinds = held?.thrown && typeof held.thrown === "object" ? Object.entries(held.thrown) : [];
  return {
    schema: SCHEMA,
    entries: entries.slice(0, MOST_ENTRIES),
    thrown: Object.fromEntries(kinds.filter(([sides, counts]) => isCount(sides, counts))),
  };
}

/** @param {any} e @param {string} system @returns {e is Entry} */
function isEntry(e, system) {
  return (
    !!e &&
    Number.isFinite(e.time) &&
    Math.abs(e.time) < 8.64e15 &&
    [e.title, e.option, e.outcome, e.odds, e.calculator].every(isText) &&
    e.calculator.startsWith(`${system}.`) &&
    /^[a-z]+\.[a-z_0-9]+$/.test(e.calculator) &&
    Array.isArray(e.faces) &&
    e.faces.every(isFace) &&
    typeof e.typed === "boolean" &&
    Array.isArray(e.link) &&
    e.link.every((/** @type {any} */ pair) => Array.isArray(pair) && pair.length === 2 && pair.every(isText))
  );
}

/** @param {any} text */
function isText(text) {
  return typeof text === "string" && text.length <= LONGEST_TEXT;
}

/** @param {any} face */
function isFace(face) {
  return Array.isArray(face) && face.length === 2 && face.every(Number.isInteger) && 1 <= face[1] && face[1] <= face[0];
}

/** @param {string} sides @param {any} counts */
function isCount(sides, counts) {
  const fits =
    Array.isArray(counts) && counts.length >= 2 && counts.length <= MOST_SIDES && String(counts.length) === sides;
  return fits && counts.every((/** @type {any} */ count) => Number.isInteger(count) && count >= 0 && count < 1e9);
}
