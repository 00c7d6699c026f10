// active-character.js: which character of each game is played in this session, and whom it is up against.
//
// Contract. `chosen(system)` is the choice, or null; `choose(system, choice)` makes it, null takes it back. It lasts as
// long as the tab. `expect(system, address, came)` says of the address of a calculator that its values are this character's:
// whoever opens it next in this tab is not at a stranger's link. `came.fill`: it is to be filled all the same, but for
// the inputs that the player entered; `came.act`: what differs from the sheet belongs to the act; `left` are inputs that are nobody's;
// `without` are conditions that were left out. `own` are the inputs that the player entered. `numbers` are those of a target
// without a sheet, entered on the character's page; `target` is then NUMBERS. The key of storage is that of first.js, too.

import { ACTIVE_CHARACTER_KEY } from "../shared/storage-keys.js";

/** @typedef {{hash: string, fill?: boolean, act?: boolean, own?: string[], left?: string[], without?: string[]}} Came */
/** @typedef {{id: string, weapon: number, target: string, numbers?: import("../shared/link.js").Pairs, shows?: string, at?: Record<string, Came>}} Choice  `target`: an id or nothing; `shows`: what the line above the inputs showed last */

/** Stands for an id where the target is known by its numbers alone. */
export const NUMBERS = "numbers";

/** @param {string} system @returns {Choice | null} */
export function chosen(system) {
  const choice = all()[system];
  return typeof choice?.id === "string" ? { weapon: 0, target: "", ...choice } : null;
}

/** @param {string} system @param {Choice | null} choice */
export function choose(system, choice) {
  const { [system]: last, ...others } = all();
  if (!choice && last === undefined) return;
  try {
    sessionStorage.setItem(ACTIVE_CHARACTER_KEY, JSON.stringify(choice ? { ...others, [system]: choice } : others));
  } catch {
    // Refused: the choice lasts as long as the page.
  }
}

/** @param {string} system @param {string} address @param {Omit<Came, "hash">} [came] */
export function expect(system, address, came = {}) {
  const choice = chosen(system);
  const { pathname, hash } = new URL(address, location.href);
  if (choice) choose(system, { ...choice, at: { ...choice.at, [pathname]: { ...came, hash } } });
}

/** @returns {Record<string, any>} */
function all() {
  try {
    return JSON.parse(sessionStorage.getItem(ACTIVE_CHARACTER_KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}
