// own-rows.js: stores the rows that a player has added to a game, and compares them with imported rows.
//
// Contract. `createOwnRowsStore(game)` reads and writes one key of localStorage (pairs-store.js). The pairs are those of a
// link, `weapons.0.name=Longknife`: `rowsOf` divides them into rows, `pairsOf` puts rows together. No two rows of a kind
// have the same name. `preview(here, brought)` says what importing rows would do, and stores nothing: importing the same
// rows again changes nothing. `usersOf(row, characters)` names the characters that use something of that name. Python
// decides whether a row can be used.

import { OWN_SCHEMAS } from "../paths.js";
import { ownRowsKey } from "../shared/storage-keys.js";
import { createPairsStore } from "./pairs-store.js";

/** @typedef {import("../shared/link.js").Pairs} Pairs */
/** @typedef {{kind: string, name: string, pairs: Pairs}} Row  the keys of its pairs are those of its inputs */
/** @typedef {{row: Row, what: "added" | "replaced" | "unchanged", line: string}} Change */

/** What a sentence calls a row of each kind, and where a character keeps the name of what it uses. */
const KINDS = /** @type {Record<string, {one: string, used: RegExp}>} */ ({
  weapons: { one: "weapon", used: /^weapons\.\d+\.name$/ },
  armor: { one: "armor", used: /^worn_name$/ },
  conditions: { one: "condition", used: /^own_conditions\.\d+\.name$/ },
});
const STORED = {
  most: 3_000,
  longest: 300,
  refused: "This browser cannot store rows of your own: its storage for this site is blocked or full.",
  newer: "Your own rows on this device are from a newer Tableside and stay untouched; they are not used here.",
  unreadable: "Your own rows on this device cannot be read. They are kept as they are, and not used.",
};
const LINES = {
  added: "will be added.",
  replaced: "will replace yours of that name.",
  unchanged: "is here already, just so.",
};

/** @param {string} game */
export function createOwnRowsStore(game) {
  return createPairsStore(ownRowsKey(game), { ...STORED, schema: OWN_SCHEMAS[game] ?? 1 });
}

/** The own rows of every game that has some, for a file. @returns {{system: string, schema: number, data: Pairs}[]} */
export function allOwnRows() {
  return Object.keys(OWN_SCHEMAS).flatMap((system) => {
    const { schema, pairs } = createOwnRowsStore(system).read();
    return pairs.length ? [{ system, schema, data: pairs }] : [];
  });
}

/** In the order in which they first appear. @param {Pairs} pairs @returns {Row[]} */
export function rowsOf(pairs) {
  const rows = /** @type {Map<string, Row>} */ (new Map());
  for (const [key, text] of pairs) {
    const [, kind = "", index = "", input = ""] = /^(\w+)\.(\d+)\.(.+)$/.exec(key) ?? [];
    if (!kind) continue;
    const place = `${kind}.${index}`;
    const row = rows.get(place) ?? { kind, name: "", pairs: [] };
    rows.set(place, row);
    row.pairs.push([input, text]);
    if (input === "name") row.name = text.trim();
  }
  return [...rows.values()];
}

/** @param {Row[]} rows @returns {Pairs} */
export function pairsOf(rows) {
  const counts = /** @type {Map<string, number>} */ (new Map());
  return rows.flatMap(({ kind, pairs }) => {
    const index = counts.get(kind) ?? 0;
    counts.set(kind, index + 1);
    return pairs.map(([input, text]) => /** @type {[string, string]} */ ([`${kind}.${index}.${input}`, text]));
  });
}

/** @param {Pairs} here @param {Pairs} brought @returns {{changes: Change[], pairs: Pairs}}  `pairs`: what would then be here */
export function preview(here, brought) {
  const rows = rowsOf(here);
  const changes = rowsOf(brought).map((row) => {
    const at = rows.findIndex((mine) => isNamed(mine, row.kind, row.name));
    const what = /** @type {Change["what"]} */ (at < 0 ? "added" : same(rows[at], row) ? "unchanged" : "replaced");
    if (what === "added") rows.push(row);
    else rows[at] = row;
    return { row, what, line: `${titled(row)} ${LINES[what]}` };
  });
  return { changes, pairs: pairsOf(rows) };
}

/** A row in a sentence. @param {Row} row */
export function titled({ kind, name }) {
  return `${name || "Unnamed"} (${KINDS[kind]?.one ?? "unknown"})`;
}

/** The names of the characters that use something of this name. @param {{kind: string, name: string}} row @param {{name: string, data: Pairs}[]} characters */
export function usersOf({ kind, name }, characters) {
  const used = KINDS[kind]?.used;
  const uses = (/** @type {Pairs} */ data) => data.some(([key, text]) => used?.test(key) && alike(text, name));
  return characters.filter(({ data }) => uses(data)).map((each) => each.name || "Unnamed");
}

/** @param {Row} row @param {string} kind @param {string} name */
function isNamed(row, kind, name) {
  return row.kind === kind && alike(row.name, name);
}

/** @param {string} one @param {string} other */
function alike(one, other) {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** @param {Row} one @param {Row} other */
function same(one, other) {
  const text = (/** @type {Row} */ { pairs }) => JSON.stringify([...pairs].sort());
  return text(one) === text(other);
}
