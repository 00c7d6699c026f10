// character-links.js: links to the characters on this device: their names on a game's home, their number on the site's
// home.
//
// Contract. Foes are left out. `bindCharacterLinks()` reads storage after the page has loaded. In the section that this script serves,
// `[data-my-characters]` gets links to the characters of the game that it names, and `[data-count]` their number. The page
// reserves the room for both. Without storage nothing is shown.

import { section } from "../shared/controllers.js";

export function bindCharacterLinks() {
  const start = () => show().catch(() => {});
  if (document.readyState === "complete") start();
  else window.addEventListener("load", start, { once: true });
}

async function show() {
  const home = /** @type {HTMLElement} */ (section("pages/character-links"));
  /** @param {string} hook */
  const places = (hook) => /** @type {NodeListOf<HTMLElement>} */ (home.querySelectorAll(`[data-${hook}]`));
  const { openCharacters } = await import("../storage/characters.js");
  const characters = await openCharacters();
  const draw = async () => {
    const entries = (await characters.list()).filter(({ foe }) => !foe);
    for (const place of places("my-characters"))
      place.replaceChildren(...named(entries, place.dataset.myCharacters ?? ""));
    for (const place of places("count")) {
      const count = entries.filter(({ system }) => system === place.dataset.count).length;
      place.textContent = count ? `${count}` : "";
    }
  };
  characters.watch(draw);
  await draw();
}

/** @param {import("../storage/characters.js").Entry[]} entries @param {string} game @returns {(Node | string)[]} */
function named(entries, game) {
  const own = entries.filter(({ system }) => system === game);
  if (!own.length) return ["None on this device yet."];
  return own.map(({ id, name }) => {
    const link = document.createElement("a");
    link.href = `sheet/#open=${encodeURIComponent(id)}`;
    link.textContent = name || "Unnamed";
    return link;
  });
}
