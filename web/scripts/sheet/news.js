// sheet/news.js: what the page of characters says about keeping them: saved or not, kept or not, how safe, when backed up.
//
// Contract. `createNews(form, characters, tell)`: `status(text)` stands in `[data-kept]`; what begins with "Not saved" is
// marked and told at once; `wrong(count)` adds to it that inputs need attention. `draft(is)` shows the banner of a character that is not kept yet, and `saved()` after each save
// takes it back in its place: nothing moves under a thumb. `[data-keeping]` says whether the browser may clear the storage
// and when the last backup was, each `[data-reminder]` shows when another is due; `changed()` after
// characters were brought in, `backedUp()` after a backup was made.

import { createStorageStatus } from "../storage/storage-status.js";

const NOT_YET = "Not kept yet. The first change keeps it, too.";
const NOW = "It is kept on this device now, and saves itself.";
const HERE = "It is kept while this page is open.";

/** @param {HTMLFormElement} form @param {import("../storage/characters.js").Characters} characters @param {(text: string) => void} tell */
export function createNews(form, characters, tell) {
  const keeping = createStorageStatus();
  const banner = part(form, "unkept");
  let state = "";
  let wrong = 0;

  function draw() {
    const place = part(form, "kept");
    const lost = state.startsWith("Not saved");
    const attention = wrong > 1 ? `${wrong} inputs need attention` : "an input needs attention";
    place.textContent = state && wrong && !lost ? `${state}; ${attention}` : state;
    place.classList.toggle("bad", lost || (!!state && wrong > 0));
  }

  async function tellKeeping() {
    const { storage, backup } = characters.kept ? await keeping.sentences() : { storage: "", backup: "" };
    for (const place of document.querySelectorAll("[data-keeping]")) place.textContent = `${storage} ${backup}`.trim();
    for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-reminder]"))) {
      place.hidden = !(characters.kept && keeping.reminder());
    }
  }

  /** Characters were saved, or brought in. */
  async function changed() {
    if (characters.kept) await keeping.changed();
    await tellKeeping();
  }

  tellKeeping();
  return {
    /** @param {string} text */
    status(text) {
      state = text;
      draw();
      if (text.startsWith("Not saved")) tell("");
    },
    /** What is saved may be wrong all the same. @param {number} count  of inputs that need attention */
    wrong(count) {
      wrong = count;
      draw();
      if (count) tell(state ? "" : "An input needs attention.");
    },
    /** @param {boolean} is */
    draft(is) {
      banner.hidden = !is;
      banner.removeAttribute("data-done");
      part(form, "unkept-words").textContent = NOT_YET;
    },
    async saved() {
      banner.setAttribute("data-done", "");
      part(form, "unkept-words").textContent = characters.kept ? NOW : HERE;
      await changed();
    },
    changed,
    async backedUp() {
      keeping.backedUp();
      await tellKeeping();
    },
  };
}

/** @param {ParentNode} root @param {string} hook @returns {HTMLElement} */
export function part(root, hook) {
  return /** @type {HTMLElement} */ (root.querySelector(`[data-${hook}]`));
}

/** @param {ParentNode} root @param {string} hook @param {string} text */
export function say(root, hook, text) {
  const place = part(root, hook);
  place.textContent = text;
  place.hidden = !text;
}
