// targets.js: the targets and actions that a player compares side by side, on this device and in links.
//
// Contract. `createTargetsStore(game)` reads and writes one key of localStorage (pairs-store.js). The pairs are those of a
// link: `to.0=Ogre` names a target and `do.0=Spear` an action; `to.0.foe=ogre` is a foe of the game's table, with `weapon`;
// `to.0.id` a character of this device; `to.0.quick.<input>` a quick foe; `to.0.set.<calculator>:<input>` values.
// `do.0.of` is the calculator of an action, `do.0.in.<input>` its inputs. `to.0.off` marks an entry that is kept
// and not shown. `entriesOf(pairs)` reads untrusted pairs and drops what it does not know, `pairsOf(entries)` writes them.
// `merged(here, brought)` adds entries that are not here yet, as far as there is room. Python decides which values fit.

import { SCHEMAS } from "../paths.js";
import { targetsKey } from "../shared/storage-keys.js";
import { createPairsStore } from "./pairs-store.js";

/** @typedef {import("../shared/link.js").Pairs} Pairs */
/** @typedef {{kind: "to" | "do", name: string, foe?: string, weapon?: string, id?: string, of?: string, off?: boolean, quick?: Pairs, values?: Pairs, inputs?: Pairs}} Entry */

/** The rows of a table besides the page's own. */
export const MOST_SHOWN = 5;
/** The kept targets of a game, and likewise its kept actions. */
export const MOST_KEPT = 20;
export const LONGEST_NAME = 60;
export const SCHEMA = 1;
const STORED = {
  schema: SCHEMA,
  most: 3_000,
  longest: 2_000,
  refused: "This browser cannot store targets: its storage for this site is blocked or full.",
  newer: "Your targets on this device are from a newer Tableside and stay untouched; they are not used here.",
  unreadable: "Your targets on this device cannot be read. They are kept as they are, and not used.",
};
const KEY = /^(to|do)\.(\d{1,2})(?:\.(foe|weapon|id|of|off|quick|set|in)(?:\.(.+))?)?$/;
/** The texts of an entry, and its lists by their part of a key. */
const TEXTS = /** @type {const} */ (["foe", "weapon", "id", "of"]);
const LISTS = /** @type {const} */ ([
  ["quick", "quick"],
  ["set", "values"],
  ["in", "inputs"],
]);

/** @param {string} game */
export function createTargetsStore(game) {
  return createPairsStore(targetsKey(game), STORED);
}

/** @param {Pairs} pairs @returns {Entry[]} */
export function entriesOf(pairs) {
  const entries = /** @type {Map<string, Entry>} */ (new Map());
  for (const [key, text] of pairs) {
    const [, kind, index, what = "", input = ""] = KEY.exec(key) ?? [];
    if (!kind) continue;
    const place = `${kind}.${Number(index)}`;
    const entry = entries.get(place) ?? { kind: /** @type {Entry["kind"]} */ (kind), name: "" };
    entries.set(place, entry);
    const list = LISTS.find(([part]) => part === what)?.[1];
    const word = TEXTS.find((part) => part === what);
    if (!what) entry.name = text.slice(0, LONGEST_NAME);
    else if (word) entry[word] = text;
    else if (list) entry[list] = [...(entry[list] ?? []), .../** @type {Pairs} */ (input ? [[input, text]] : [])];
    else entry.off = true;
  }
  return [...entries.values()].filter(isWhole);
}

/** @param {Entry[]} entries @returns {Pairs} */
export function pairsOf(entries) {
  const counts = { to: 0, do: 0 };
  return entries.flatMap((entry) => {
    const place = `${entry.kind}.${counts[entry.kind]++}`;
    return /** @type {Pairs} */ ([
      [place, entry.name],
      ...TEXTS.flatMap((word) => (entry[word] ? [[`${place}.${word}`, entry[word]]] : [])),
      ...LISTS.flatMap(([part, list]) => writtenList(`${place}.${part}`, entry[list])),
      ...(entry.off ? [[`${place}.off`, "yes"]] : []),
    ]);
  });
}

/** An empty list is there too: a quick foe as the game has it. @param {string} place @param {Pairs | undefined} list @returns {Pairs} */
function writtenList(place, list) {
  if (!list) return [];
  return list.length ? list.map(([key, text]) => [`${place}.${key}`, text]) : [[place, ""]];
}

/** An entry without a name or without what it means is none. @param {Entry} entry */
function isWhole({ kind, name, foe, id, quick, values, of, inputs }) {
  if (!name) return false;
  return kind === "do" ? !!of && !!inputs : [foe, id, quick, values].some((one) => one !== undefined);
}

/** Whether two entries mean the same. @param {Entry} one @param {Entry} other */
export function isSame(one, other) {
  const text = (/** @type {Entry} */ entry) => JSON.stringify(pairsOf([{ ...entry, off: false }]).sort());
  return text(one) === text(other);
}

/** @param {Entry[]} here @param {Entry[]} brought @returns {Entry[]} */
export function merged(here, brought) {
  const all = [...here];
  for (const entry of brought) {
    const room = all.filter(({ kind }) => kind === entry.kind).length < MOST_KEPT;
    if (room && !all.some((one) => isSame(one, entry))) all.push(entry);
  }
  return all;
}

/** Whether no other entry of this kind can be kept. @param {Entry[]} all @param {Entry} entry */
export function isFull(all, entry) {
  const others = all.filter((one) => one.kind === entry.kind && !isSame(one, entry));
  return others.length >= MOST_KEPT;
}

/** Adds an entry and shows it; where all rows are taken, the one that was added last makes room. @param {Entry[]} all @param {Entry} entry @returns {Entry[]} */
export function withShown(all, entry) {
  const others = all.filter((one) => !isSame(one, entry));
  const shown = others.filter(({ kind, off }) => kind === entry.kind && !off);
  const last = shown.length >= MOST_SHOWN ? shown.at(-1) : null;
  return [...others.map((one) => (one === last ? { ...one, off: true } : one)), { ...entry, off: false }];
}

/** The entries with the rows of `shown` in place of the present ones of these kinds. @param {Entry[]} all @param {Entry[]} shown @returns {Entry[]} */
export function onlyShown(all, shown) {
  return all.map((entry) => {
    const isOfKind = shown.some(({ kind }) => kind === entry.kind);
    return isOfKind ? { ...entry, off: !shown.some((one) => isSame(one, entry)) } : entry;
  });
}

/** The targets of every game that has some, for a file. @returns {{system: string, schema: number, data: Pairs}[]} */
export function allTargets() {
  return Object.keys(SCHEMAS).flatMap((system) => {
    const { schema, pairs } = createTargetsStore(system).read();
    return pairs.length ? [{ system, schema, data: pairs }] : [];
  });
}
