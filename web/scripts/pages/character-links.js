// character-links.js: the characters of this device on the pages that lead to them: by name on a game's home, in number on the site's.
//
// Contract. `bindMine()` reads storage once the page has loaded: `[data-mine]` gets links to the characters of the game it
// names, `[data-count]` how many there are. Both have their place before. Without storage there are none.

/** @param {string} hook @returns {HTMLElement[]} */
const places = (hook) => [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`[data-${hook}]`))];

export function bindMine() {
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
