// yours.js: the reader's favorites and used last, on the home pages.
//
// Contract. `bindYours()` fills the rows of its section: the last game, character and fight; favorites; recent places. On a
// game's home (`data-game`) places of other games are left out. returning.js has reserved the room of the rows.

import { section } from "../shared/controllers.js";
import { root } from "../shared/root.js";
import { favorites, recent } from "../storage/places.js";

/** @typedef {import("../storage/places.js").Place} Place */
/** @typedef {{system: string, id: string, name: string, updated: string, foe?: boolean}} Entry */

export function bindYours() {
  const home = section("pages/yours");
  if (!home) return;
  const { game } = home.dataset;
  // The pattern of returning.js: the recent pages that have no other link here.
  const pattern = document.querySelector(/** @type {"script"} */ ("script[data-shown]"))?.dataset.shown;
  const isShown = new RegExp(pattern ?? "");
  /** @param {Place} place */
  const ours = ([address]) => !game || address.startsWith(`${game}/`);
  const show = () => {
    draw(home, "favorites", favorites.list().filter(ours));
    const shown = new Set(favorites.list().map(([address]) => address));
    draw(
      home,
      "recent",
      recent.list().filter((place) => ours(place) && isShown.test(place[0]) && !shown.has(place[0])),
    );
  };
  show();
  for (const places of [favorites, recent]) places.watch(show);
  if (!game && document.documentElement.dataset.yours?.includes("last")) showLast(home).catch(() => {});
}

/** @param {HTMLElement} home */
async function showLast(home) {
  const [{ openCharacters }, { openFights }] = await Promise.all([
    import("../storage/characters.js"),
    import("../storage/fights.js"),
  ]);
  const [characters, fights] = await Promise.all([openCharacters(), openFights()]);
  draw(home, "last", last(recent.list(), await characters.list(), await fights.list()));
}

/** The short name of a place's game, on the site's home. @param {string} address */
function gameName(address) {
  const [game = ""] = address.split("/");
  const listed = /** @type {HTMLElement | null} */ (document.querySelector(`li[data-system="${CSS.escape(game)}"]`));
  return listed?.dataset.short ?? game;
}

/** @param {HTMLElement} home @param {string} row @param {Place[]} places */
function draw(home, row, places) {
  const links = places.map(([address, name]) => {
    const link = document.createElement("a");
    link.href = new URL(address, root).href;
    const game = document.createElement("small");
    game.textContent = name && gameName(address);
    link.append(name || gameName(address), " ", game);
    return link;
  });
  home.querySelector(`[data-${row}]`)?.replaceChildren(...links);
}

/**
 * The game, the character and the fight that were used last; the game has no name here.
 *
 * @param {Place[]} visited @param {Entry[]} characters @param {Entry[]} fights @returns {Place[]}
 */
export function last(visited, characters, fights) {
  const [game = ""] = visited[0]?.[0].split("/") ?? [];
  /** @param {Entry[]} entries */
  const newest = (entries) => entries.reduce((one, two) => (one && one.updated >= two.updated ? one : two), entries[0]);
  const character = newest(characters.filter(({ foe }) => !foe));
  const fight = newest(fights);
  /** @type {(Place | "" | undefined)[]} */
  const found = [
    game && [`${game}/`, ""],
    character && [`${character.system}/sheet/#open=${encodeURIComponent(character.id)}`, character.name || "Unnamed"],
    fight && [`${fight.system}/fight/#open=${encodeURIComponent(fight.id)}`, fight.name || "Fight"],
  ];
  return /** @type {Place[]} */ (found.filter(Boolean));
}
