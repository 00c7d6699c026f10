// character-links.js: links to the characters on this device, by name on a game's home and by number on the site's home.
//
// Contract. `bindCharacterLinks()` reads storage after the page has loaded. `[data-mine]` gets links to the characters of the
// game that it names, `[data-count]` their number. The page reserves the room for both. Without storage nothing is shown.

/** @param {string} hook @returns {HTMLElement[]} */
const places = (hook) => [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`[data-${hook}]`))];

export function bindCharacterLinks() {
  const start = () => show().catch(() => {});
  if (document.readyState === "complete") start();
  else window.addEventListener("load", start, { once: true });
}

async function show() {
  const { openCharacters } = await import("../storage/characters.js");
  const characters = await openCharacters();
  const draw = async () => {
    const entries = await characters.list();
    for (const place of places("mine")) place.replaceChildren(...named(entries, place.dataset.mine ?? ""));
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
  const mine = entries.filter(({ system }) => system === game);
  if (!mine.length) return ["None on this device yet."];
  return mine.map(({ id, name }) => {
    const link = document.createElement("a");
    link.href = `sheet/#open=${encodeURIComponent(id)}`;
    link.textContent = name || "Unnamed";
    return link;
  });
}
