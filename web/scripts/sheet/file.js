// sheet/file.js: writes characters, a player's own rows and targets to a file, and reads and checks such files.
//
// Contract. A file with targets has format 3, one with own rows alone has format 2. Any other file has format 1, which an
// older Tableside reads too. `own` and `targets` have the pairs of each game (`OwnRows`).
// `parts(records)` divides records into groups that each fit one file, and damaged records, each with the reason.
// `write(records, party, own, targets)` gives the text of a file. `check(text, …)` reads the text back and
// compares: it returns a sentence when they differ, else an empty text. `readFile(blob)` and `read(text)` take untrusted
// files. They give `{ok: true, party, records, own, targets}`, or `{ok: false, why}` with a sentence that says what is wrong and
// what is allowed. A file is read completely or not at all. Schemas are kept: Python migrates older records when they are
// opened, and newer ones stay unchanged. preview.js says what an import would do.

import { nameIn, parsed } from "../storage/character-data.js";
import { APP, FORMAT, fileTrouble, MOST_CHARACTERS, recordTrouble, WITH_OWN, WITHOUT_OWN } from "./file-check.js";

/** @typedef {import("../storage/database.js").Character} Character */
/** @typedef {{system: string, schema: number, data: import("../shared/link.js").Pairs}} OwnRows  of one game */
/** @typedef {{ok: true, party: string | null, records: Character[], own: OwnRows[], targets: OwnRows[]} | {ok: false, why: string}} Read */

const LARGEST_MB = 8;
/** The bytes that a file needs around its characters and between two of them, at most. */
const MARGIN = 500;
const TOO_LARGE = `This file is larger than ${LARGEST_MB} MB, which is the most that is read.`;
const NO_TEXT = "This file is no text, so it holds no characters.";
const UNREADABLE = "This file could not be read from the device.";

/** @param {Character[]} records @param {string | null} [party] @param {OwnRows[]} [own] @param {OwnRows[]} [targets] */
export function write(records, party = null, own = [], targets = []) {
  const format = targets.length ? FORMAT : own.length ? WITH_OWN : WITHOUT_OWN;
  const head = { app: APP, format, made: new Date().toISOString(), party, characters: records.map(only) };
  const more = { ...(own.length ? { own } : {}), ...(targets.length ? { targets } : {}) };
  return `${pretty({ ...head, ...more })}\n`;
}

/** @param {Character[]} records @returns {{files: Character[][], damaged: {record: Character, why: string}[]}} */
export function parts(records) {
  const files = /** @type {Character[][]} */ ([]);
  const damaged = [];
  let size = 0;
  for (const record of records) {
    const why = storedTrouble(record);
    if (why) {
      damaged.push({ record, why });
      continue;
    }
    const bytes = new TextEncoder().encode(pretty(only(record), "    ")).length + MARGIN;
    size += bytes;
    const last = files.at(-1);
    if (last && last.length < MOST_CHARACTERS && size < LARGEST_MB * 1024 * 1024) last.push(record);
    else {
      files.push([record]);
      size = bytes + MARGIN;
    }
  }
  return { files, damaged };
}

/** What is wrong, as the end of a sentence; empty if nothing is. @param {any} record */
function storedTrouble(record) {
  return (Array.isArray(record?.data) ? "" : "has no list of keys and texts") || recordTrouble(record);
}

/** What is wrong with a written file; empty if nothing is. @param {string} text @param {Character[]} records @param {string | null} [party] @param {OwnRows[]} [own] @param {OwnRows[]} [targets] */
export function check(text, records, party = null, own = [], targets = []) {
  const back = read(text);
  if (!back.ok) return `The file was made, but cannot be read back. ${back.why}`;
  const wanted = JSON.stringify([records.map(only), own, targets]);
  const same = back.party === party && JSON.stringify([back.records, back.own, back.targets]) === wanted;
  return same ? "" : "The file was made, but does not hold what it should.";
}

/** The name of a file: of its only character, its party, or the app. @param {Character[]} records @param {string | null} [party] */
export function fileName(records, party = null) {
  const name = party || (records.length === 1 && records[0].name) || "";
  const plain = name
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  return `${[...plain].slice(0, 60).join("").toLowerCase() || "tableside-characters"}.json`;
}

/** @param {Blob} file @returns {Promise<Read>} */
export async function readFile(file) {
  if (file.size > LARGEST_MB * 1024 * 1024) return refused(TOO_LARGE);
  try {
    return read(new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()));
  } catch (error) {
    return refused(error instanceof TypeError ? NO_TEXT : UNREADABLE);
  }
}

/** @param {string} text @returns {Read} */
export function read(text) {
  if (new TextEncoder().encode(text).length > LARGEST_MB * 1024 * 1024) return refused(TOO_LARGE);
  const found = parsed(text.replace(/^\uFEFF/, ""));
  if (!found.ok) return refused(`This file ${found.why}.`);
  const why = fileTrouble(found.value);
  if (why) return refused(why);
  const { party, characters, own = [], targets = [] } = found.value;
  return { ok: true, party, records: characters.map(only), own: own.map(onlyOwn), targets: targets.map(onlyOwn) };
}

/** The properties of a record that a file holds. @param {Character} record @returns {Character} */
function only({ schema, system, id, revision, updated, data }) {
  return { schema, system, id, name: nameIn(data), revision, updated, data };
}

/** @param {OwnRows} own @returns {OwnRows} */
function onlyOwn({ system, schema, data }) {
  return { system, schema, data };
}

/** Readable JSON with each pair on its own line. @param {any} value @param {string} [margin] @returns {string} */
function pretty(value, margin = "") {
  const inner = `${margin}  `;
  const isPair = Array.isArray(value) && value.every((each) => typeof each === "string");
  if (Object(value) !== value || isPair) return JSON.stringify(value);
  const lines = Array.isArray(value)
    ? value.map((each) => pretty(each, inner))
    : Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${pretty(each, inner)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${inner}${lines.join(`,\n${inner}`)}\n${margin}${close}`;
}

/** @param {string} why @returns {Read} */
function refused(why) {
  return { ok: false, why };
}
