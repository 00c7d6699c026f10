// fight/file.js: writes a fight to a file, and reads and checks such a file.
//
// Contract. `write(fight)` gives the text of a file, `fileName(fight)` its name. `readFile(blob)` and `read(text)` take
// untrusted files. They give `{ok: true, fight}`, or `{ok: false, why}` with a sentence that says what is wrong and what is
// allowed. Python checks what the events say.

import { isWhole, parsed } from "../storage/character-data.js";
import { FIGHT_SCHEMA, fightTrouble } from "../storage/fights.js";

/** @typedef {import("../storage/fights.js").Fight} Fight */
/** @typedef {{ok: true, fight: Fight} | {ok: false, why: string}} Read */

const APP = "Tableside";
const FORMAT = 1;
const LARGEST_MB = 4;
/** The values of an event are up to six levels deep, and an event lies four levels deep in the file. */
const DEEPEST = 12;
const PARTS = ["app", "fight", "format", "made"];
const TOO_LARGE = `This file is larger than ${LARGEST_MB} MB, which is the most that is read.`;

/** @param {Fight} fight */
export function write(fight) {
  return `${JSON.stringify({ app: APP, format: FORMAT, made: new Date().toISOString(), fight }, null, 1)}\n`;
}

/** @param {{name: string}} fight */
export function fileName({ name }) {
  const plain = name
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  return `${plain.toLowerCase() || "tableside-fight"}.json`;
}

/** @param {Blob} file @returns {Promise<Read>} */
export async function readFile(file) {
  if (file.size > LARGEST_MB * 1024 * 1024) return { ok: false, why: TOO_LARGE };
  const text = await file.text().catch(() => null);
  return text === null ? { ok: false, why: "This file could not be read from the device." } : read(text);
}

/** @param {string} text @returns {Read} */
export function read(text) {
  const found = parsed(text.replace(/^\uFEFF/, ""), DEEPEST);
  if (!found.ok) return { ok: false, why: `This file ${found.why}.` };
  const why = fileTrouble(found.value);
  return why ? { ok: false, why } : { ok: true, fight: found.value.fight };
}

/** @param {any} file @returns {string}  a sentence; empty if nothing is wrong */
function fileTrouble(file) {
  if (Object(file) !== file || file.app !== APP || !("fight" in file))
    return "This is not a file of a Tableside fight.";
  const { format, fight } = file;
  if (!isWhole(format)) return `This file does not say its format as a number; ${FORMAT} is read here.`;
  if (format > FORMAT || fight?.schema > FIGHT_SCHEMA)
    return "This file is from a newer Tableside; load the page again to get the newest version.";
  if (Object.keys(file).sort().join() !== PARTS.join()) return `This file must have the parts ${PARTS.join(", ")}.`;
  const trouble = fightTrouble(fight);
  return trouble && `The fight in this file ${trouble}.`;
}
