// fight/ready-made.js: the game's ready-made characters in the set-up of a fight.
//
// Contract. `createReadyMade(place, handlers)` serves the rows `[data-pairs]` of `[data-join-ready]`. `keep(row)` stores the
// character of a row on this device, and gives its id; it is empty if nothing was stored, which `handlers.problem` says.
// `draw(isEmpty)` leaves out those whose names a stored character has, and opens the fold if no character is stored.
// The fold also opens when a search finds one of its rows.

import { SCHEMAS } from "../paths.js";
import { part } from "../shared/parts.js";
import { nameIn, newId } from "../storage/character-data.js";

/**
 * @typedef {object} Handlers
 * @property {string} system
 * @property {Pick<import("../storage/characters.js").Characters, "list" | "save">} characters
 * @property {(text: string) => void} problem
 */

/** @param {HTMLElement} place @param {Handlers} handlers */
export function createReadyMade(place, { system, characters, problem }) {
  const fold = /** @type {HTMLDetailsElement} */ (part(place, "ready-made"));
  const list = part(place, "join-ready");
  const box = /** @type {HTMLInputElement} */ (part(place, "foe-filter"));
  const all = /** @type {HTMLElement[]} */ ([...list.children]);

  /** @param {HTMLElement} row */
  const pairsOf = (row) => /** @type {import("../shared/link.js").Pairs} */ (JSON.parse(row.dataset.pairs ?? "[]"));

  // search.js has listened first, so the rows that do not match are hidden.
  box.addEventListener("input", () => {
    if (box.value.trim() && list.querySelector("li:not([hidden])")) fold.open = true;
  });

  return {
    /** @param {HTMLElement} row @returns {Promise<string>} */
    async keep(row) {
      try {
        const draft = { system, id: newId(), schema: SCHEMAS[system], data: pairsOf(row) };
        return (await characters.save(draft, { from: 0 })).id;
      } catch (error) {
        problem(`Not kept. ${error instanceof Error ? error.message : error}`);
        return "";
      }
    },

    /** @param {boolean} isEmpty  whether no character is stored */
    async draw(isEmpty) {
      const stored = await characters.list(system).catch(() => []);
      const names = new Set(stored.map(({ name }) => name));
      const open = all.filter((row) => !names.has(nameIn(pairsOf(row))));
      if (open.length !== list.children.length) list.replaceChildren(...open);
      fold.hidden = !open.length;
      if (isEmpty) fold.open = true;
    },
  };
}
