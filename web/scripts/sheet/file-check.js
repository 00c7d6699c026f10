// sheet/file-check.js: says what is wrong with a file of characters, which anybody may have written.
//
// Contract. `fileTrouble(file)` gives a sentence about the parsed file, `recordTrouble(record)` the end of one about a
// character; both are empty if nothing is wrong. What a file has in each format is in file.js.

import { draftTrouble, isWhole, lettersTrouble, quoted } from "../storage/character-data.js";

export const APP = "Tableside";
export const FORMAT = 3;
export const [WITH_OWN, WITHOUT_OWN] = [2, 1];
export const MOST_CHARACTERS = 2_000;
const LONGEST_NAME = 200;
const PARTS = ["app", "format", "made", "party", "characters"];
const OWN_PARTS = ["data", "schema", "system"];
const RECORD_PARTS = ["schema", "system", "id", "name", "revision", "updated", "data"];

/** @param {any} file @returns {string}  a sentence; empty if nothing is wrong */
export function fileTrouble(file) {
  if (Object(file) !== file || file.app !== APP) return "This is not a file of Tableside characters.";
  const { format, made, party, characters, own, targets } = file;
  if (!isWhole(format)) return `This file does not say its format as a number; ${FORMAT} is read here.`;
  if (format > FORMAT)
    return `This file is from a newer Tableside: its format is ${format}, and up to ${FORMAT} is read here.`;
  const known = [...PARTS, ...(format >= WITH_OWN ? ["own"] : []), ...(format === FORMAT ? ["targets"] : [])];
  const strange = Object.keys(file).find((key) => !known.includes(key));
  if (strange !== undefined) return `This file has the part ${quoted(strange)}, which such a file does not have.`;
  if (!isTime(made)) return "This file does not say when it was made.";
  if (party !== null && textTrouble(party)) return `The party's name in this file ${textTrouble(party)}.`;
  if (!Array.isArray(characters)) return "This file has no list of characters.";
  if (!characters.length && !own?.length && !targets?.length) return "This file holds no characters.";
  const many = characters.length;
  if (many > MOST_CHARACTERS) return `This file holds ${many} characters; at most ${MOST_CHARACTERS} are allowed.`;
  const places = new Map();
  for (const [at, record] of characters.entries()) {
    const before = places.get(record?.id);
    const trouble = recordTrouble(record) || (before && `has the id of character ${before}; each must have its own`);
    if (trouble) return `Character ${at + 1}${titled(record)} ${trouble}.`;
    places.set(record.id, at + 1);
  }
  return gamesTrouble(own, "own rows") || gamesTrouble(targets, "targets");
}

/** @param {any} list @param {string} what @returns {string}  a sentence, or nothing */
function gamesTrouble(list, what) {
  if (list === undefined) return "";
  if (!Array.isArray(list)) return `This file has no list of ${what}.`;
  const games = new Set();
  for (const [at, each] of list.entries()) {
    const parts = Object.keys(Object(each)).sort().join();
    const trouble = parts === OWN_PARTS.join() ? draftTrouble(each) : `must have the parts ${OWN_PARTS.join(", ")}`;
    if (trouble) return `Part ${at + 1} of the ${what} in this file ${trouble}.`;
    if (games.has(each.system)) return `This file has ${what} of ${each.system} twice; each game may be there once.`;
    games.add(each.system);
  }
  return "";
}

/** What is wrong, as the end of a sentence; empty if nothing is. @param {any} record */
export function recordTrouble(record) {
  if (Object(record) !== record || Array.isArray(record)) return "is no record of a character";
  const strange = Object.keys(record).find((key) => !RECORD_PARTS.includes(key));
  if (strange !== undefined) return `has the part ${quoted(strange)}, which no character has`;
  const missing = RECORD_PARTS.find((key) => !Object.hasOwn(record, key));
  if (missing) return `lacks its ${missing}`;
  const id = record.id;
  if (typeof id !== "string" || !/^[\w-]{8,64}$/.test(id))
    return "has no proper id: 8 to 64 letters, digits and hyphens";
  if (textTrouble(record.name)) return `has a name that ${textTrouble(record.name)}`;
  if (!isWhole(record.revision)) return "has a revision that is no whole number from 1 on";
  if (!isTime(record.updated)) return "does not say when it was changed last";
  return draftTrouble(record);
}

/** What is wrong, as the end of a sentence; empty if nothing is. @param {unknown} text */
function textTrouble(text) {
  if (typeof text !== "string") return "is no text";
  if (text.length > LONGEST_NAME) return `is ${text.length} characters long; at most ${LONGEST_NAME} are allowed`;
  const wrong = lettersTrouble(text);
  return wrong && `holds ${wrong}`;
}

/** @param {any} record */
function titled(record) {
  const name = record?.name;
  return typeof name === "string" && name ? ` (${quoted(name)})` : "";
}

/** @param {unknown} text */
function isTime(text) {
  return (
    typeof text === "string" &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) &&
    !Number.isNaN(Date.parse(text))
  );
}
