// fight/proposals.js: rolls whose consequences are not applied yet, kept on this device until they are applied or dropped.
//
// Contract. `createProposals(game)`: `get(fight)` is the proposal of a fight or null, `set(fight, proposal)` stores it, and null
// removes it. A proposal holds what was asked and the faces of its dice, from which Python makes it again; `lines` are those
// that a player has changed. One with a `title` has dice that are typed in part; `text` is what is not entered yet. Of one
// game the last `MOST` proposals are kept. What cannot be read counts as none.

import { readSetting, writeSetting } from "../storage/settings.js";

/** @typedef {import("./events.js").Line} Line */
/** @typedef {import("./views.js").View} View */
/** @typedef {{title?: string, text?: string, kind?: string}} Half  dice that are typed in part; `kind` is that of the request */
/** @typedef {{id: string, request: object, faces: (number | string)[], view: View, lines: [number, Line][]} & Half} Proposal  `id` tells it from others, `view` shows its panel */

const MOST = 10;
const KINDS = ["fight_roll", "fight_order"];

/** @param {string} game */
export function createProposals(game) {
  const name = `proposals ${game}`;

  /** @returns {[string, Proposal][]}  by fight, the last one at the end */
  function stored() {
    try {
      const held = JSON.parse(readSetting(name) ?? "[]");
      return Array.isArray(held) ? held.filter(isSound) : [];
    } catch {
      return [];
    }
  }

  return {
    /** @param {string} fight */
    get: (fight) => stored().find(([id]) => id === fight)?.[1] ?? null,
    /** @param {string} fight @param {Proposal | null} proposal */
    set(fight, proposal) {
      const others = stored().filter(([id]) => id !== fight);
      const all = proposal ? [...others, [fight, proposal]] : others;
      writeSetting(name, JSON.stringify(all.slice(-MOST)));
    },
  };
}

/** @param {any} entry */
function isSound(entry) {
  if (!Array.isArray(entry) || typeof entry[0] !== "string") return false;
  const { id, request, faces, view, lines, title = "", text = "", kind = KINDS[0] } = entry[1] ?? {};
  const isObject = (/** @type {unknown} */ one) => Object(one) === one && !Array.isArray(one);
  const areLines = Array.isArray(lines) && lines.every((line) => Array.isArray(line) && isObject(line[1]));
  const areTexts = [id, title, text].every((one) => typeof one === "string") && KINDS.includes(kind);
  return areTexts && isObject(request) && isObject(view) && Array.isArray(faces) && areLines;
}
