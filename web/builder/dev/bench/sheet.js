// Runs in the page of a game's characters, with Python started: stores a character, opens it repeatedly and measures until
// all its odds are drawn.
//
// A function of {runs, system, schema, pairs}; resolves to the times in milliseconds and the number of acts drawn.

async ({ runs, system, schema, pairs }) => {
  const LIMIT_MS = 20_000;
  const at = document.querySelector('script[src*="/scripts/"]').src;
  const { openCharacters } = await import(new URL("../storage/characters.js", at).href);
  const characters = await openCharacters();
  const draft = { schema, system, id: crypto.randomUUID(), name: "Thirty", data: pairs };
  const { id } = await characters.save(draft, { from: 0 });
  characters.close();
  const odds = document.querySelector("[data-odds]");
  const section = odds.closest("[data-controller='sheet/odds']");

  /** Resolves when every act has its odds and no request is open. */
  const drawn = () =>
    new Promise((done, fail) => {
      const limit = setTimeout(() => fail(new Error("No odds came.")), LIMIT_MS);
      const look = () => {
        if (section.dataset.state !== "" || !odds.querySelector("[data-act]")) return;
        watch.disconnect();
        clearTimeout(limit);
        done();
      };
      const watch = new MutationObserver(look);
      watch.observe(section, { attributes: true, childList: true, subtree: true });
    });
  const went = (hash) =>
    new Promise((done) => {
      addEventListener("hashchange", done, { once: true });
      location.hash = hash;
    });
  const times = [];
  // The first run loads the game into Python and does not count.
  while (times.length <= runs) {
    if (location.hash) await went("");
    odds.replaceChildren();
    const began = performance.now();
    const there = drawn();
    await went(`open=${id}`);
    await there;
    times.push(performance.now() - began);
  }
  return { times: times.slice(1), acts: odds.querySelectorAll("[data-act]").length };
};
