// fight/own-foes.js: keeps foes on this device: of the game's table, quick foes, and fighters of the fight.
//
// Contract. `createOwnFoes(root, handlers)`: `keep(given)` stores the foe that the request "fight_foe" means as a new foe of
// the player, and gives it, or a sentence that says why it is not stored. `[data-keep-fighter]` in the list of fighters keeps
// that fighter; a link to the new sheet then takes the place of the button.

import { sentences } from "../shared/problems.js";
import { nameIn, newId } from "../storage/character-data.js";

/**
 * @typedef {object} Handlers
 * @property {string} system
 * @property {Pick<import("../storage/characters.js").Characters, "save">} characters
 * @property {(kind: string, more: object) => Promise<any>} ask
 * @property {(text: string) => void} tell
 * @property {() => void} kept  called after a foe was stored
 */

/** @param {HTMLElement} root @param {Handlers} handlers */
export function createOwnFoes(root, { system, characters, ask, tell, kept }) {
  /** @param {object} given @returns {Promise<{id: string, text: string}>}  the id is empty if nothing is stored */
  async function keep(given) {
    const reply = await ask("fight_foe", given);
    if (!reply) return { id: "", text: "" };
    if (!reply.ok) return { id: "", text: sentences(reply.problems) };
    try {
      const record = await characters.save({ ...reply.own, system, id: newId() }, { from: 0 });
      const text = `${nameIn(record.data) || "Unnamed"} is kept among your foes.`;
      tell(text);
      kept();
      return { id: record.id, text };
    } catch (error) {
      return { id: "", text: `Not kept. ${error instanceof Error ? error.message : error}` };
    }
  }

  root.addEventListener("click", async ({ target }) => {
    const button = target instanceof Element ? target.closest("[data-keep-fighter]") : null;
    if (!(button instanceof HTMLButtonElement)) return;
    button.disabled = true;
    const { id, text } = await keep({ who: button.dataset.keepFighter });
    const said = document.createElement(id ? "a" : "span");
    said.textContent = id ? `${text} Open its sheet` : text;
    if (said instanceof HTMLAnchorElement) said.href = sheetOf(id);
    button.replaceWith(said);
    said.focus();
  });

  return { keep };
}

/** The address of a stored sheet, from the page of fights. @param {string} id */
export function sheetOf(id) {
  return `../sheet/#open=${encodeURIComponent(id)}`;
}
