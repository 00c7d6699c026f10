// sheet/preview.js: compares the characters of a file with the stored ones before an import.
//
// Contract. `preview(records, stored, newer)` says for each record of a file (sheet/file.js) what an import would do; it
// changes nothing. `toBring` gives the previews that characters.js' `bring` can write. A record equal to the stored one is
// `unchanged`, so importing a file twice changes nothing. A record of a newer Tableside is imported unchanged, but a stored
// record of a newer Tableside is never replaced.

import { isFoe, sameContent, titleOf } from "../storage/character-data.js";

/** @typedef {import("../storage/database.js").Character} Character */
/**
 * `kept`: the stored record is from a newer Tableside and stays. `seen`: the stored revision, 0 for none. `later`: which of
 * the two was changed last. `newer`: the record of the file is from a newer Tableside. `line`: a sentence about all this.
 *
 * @typedef {"added" | "replaced" | "unchanged" | "kept"} What
 * @typedef {{record: Character, what: What, seen: number, later: "file" | "here" | "", newer: boolean, line: string}} Preview
 */

const STAYS = "stays as it is here: that one was made by a newer Tableside.";
const SAME = "is here already, just so.";
const WHICH = { file: "The file's is newer", here: "The one here is newer", "": "Both were changed at the same time" };
const MADE_NEWER = "It was made by a newer Tableside, stays untouched and opens read-only.";

/**
 * @param {Character[]} records
 * @param {Character[]} stored  the characters of all games on this device
 * @param {(record: Character) => boolean} newer  that of characters.js
 * @returns {Preview[]}
 */
export function preview(records, stored, newer) {
  const here = new Map(stored.map((each) => [each.id, each]));
  return records.map((record) => compared(record, here.get(record.id), newer));
}

/** @param {Preview[]} previews */
export function toBring(previews) {
  return previews.filter(({ what }) => what === "added" || what === "replaced");
}

/**
 * @param {Character} record
 * @param {Character | undefined} here
 * @param {(record: Character) => boolean} isNewer
 * @returns {Preview}
 */
function compared(record, here, isNewer) {
  const newer = isNewer(record);
  const note = newer ? ` ${MADE_NEWER}` : "";
  const name = titleOf({ ...record, foe: isFoe(record.data) });
  const [mine, theirs] = [record.updated, here?.updated ?? ""].map((time) => Date.parse(time));
  const later = !here || mine === theirs ? "" : mine > theirs ? "file" : "here";
  const found = { record, seen: here?.revision ?? 0, newer };
  if (!here) return { ...found, what: "added", later, line: `${name} will be added.${note}` };
  if (sameContent(record, here)) return { ...found, what: "unchanged", later: "", line: `${name} ${SAME}${note}` };
  if (isNewer(here)) return { ...found, what: "kept", later, line: `${name} ${STAYS}` };
  const which = WHICH[later];
  const times = `${when(record.updated)} in the file, ${when(here.updated)} here`;
  return { ...found, what: "replaced", later, line: `${name} will replace the one here. ${which}: ${times}.${note}` };
}

/** @param {string} time */
function when(time) {
  return new Date(time).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" });
}

/** The names of the first characters. @param {Preview[]} previews */
export function listed(previews) {
  const names = previews.slice(0, 5).map(({ record }) => record.name || "Unnamed");
  const more = previews.length - names.length;
  return names.join(", ") + (more ? ` and ${more} more` : "");
}
