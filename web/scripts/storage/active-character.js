// active-character.js: the character that the player uses in each game in this tab, and the target.
//
// Contract. `activeCharacter(system)` is the choice for a game, or null. `setActiveCharacter(system, choice)` sets it; null
// removes it. The choice lasts as long as the tab. `expectValues(system, address, came)` records that the values in a
// calculator's address belong to this character: the page at this address then does not treat them as another person's link.
// `came.fill`: the page fills the form nevertheless, except the inputs in `own`, which the player entered. `came.act`: values
// that differ from the sheet belong to the act. `left`: inputs that belong to nobody. `without`: conditions that were left
// out. `numbers`: the numbers of a target without a sheet, entered on the character's page; `target` is then NUMBERS.

import { ACTIVE_CHARACTER_KEY } from "../shared/storage-keys.js";

/** @typedef {{hash: string, fill?: boolean, act?: boolean, own?: string[], left?: string[], without?: string[]}} Came */
/** @typedef {{id: string, weapon: number, target: string, numbers?: import("../shared/link.js").Pairs, shows?: string, at?: Record<string, Came>}} Choice  `target`: an id or empty; `shows`: the parts that the line above the inputs showed last */

/** The id of a target that has numbers but no sheet. */
export const NUMBERS = "numbers";

/** @param {string} system @returns {Choice | null} */
export function activeCharacter(system) {
  const choice = all()[system];
  return typeof choice?.id === "string" ? { weapon: 0, target: "", ...choice } : null;
}

/** @param {string} system @param {Choice | null} choice */
export function setActiveCharacter(system, choice) {
  const { [system]: last, ...others } = all();
  if (!choice && last === undefined) return;
  try {
    sessionStorage.setItem(ACTIVE_CHARACTER_KEY, JSON.stringify(choice ? { ...others, [system]: choice } : others));
  } catch {
    // Storage is refused: the next page starts without a choice.
  }
}

/** @param {string} system @param {string} address @param {Omit<Came, "hash">} [came] */
export function expectValues(system, address, came = {}) {
  const choice = activeCharacter(system);
  const { pathname, hash } = new URL(address, location.href);
  if (choice) setActiveCharacter(system, { ...choice, at: { ...choice.at, [pathname]: { ...came, hash } } });
}

/** @returns {Record<string, any>} */
function all() {
  try {
    return JSON.parse(sessionStorage.getItem(ACTIVE_CHARACTER_KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}
