// sheet/news.js: shows whether the character is saved and kept, whether the storage is safe, and when the last backup was.
//
// Contract. `createNews(form, characters, tell)`: `status(text)` is shown in `[data-kept]`; a text that begins with "Not
// saved" is marked and announced at once. `wrong(count)` adds that inputs need attention. `draft(is)` shows the banner of a
// character that is not kept yet; `saved()` after each save changes the banner's text but keeps its room, so that nothing
// moves under a thumb. `[data-keeping]` says whether the browser may clear the storage and when the last backup was. Each
// `[data-reminder]` is shown when a backup is due. Call `changed()` after an import and `backedUp()` after a backup.

import { part } from "../shared/parts.js";
import { createStorageStatus } from "../storage/storage-status.js";

const NOT_YET = "Not kept yet. The first change keeps it, too.";
const NOW = "It is kept on this device now, and saves itself.";
const HERE = "It is kept while this page is open.";

/** @param {HTMLFormElement} form @param {import("../storage/characters.js").Characters} characters @param {(text: string) => void} tell */
export function createNews(form, characters, tell) {
  const storageStatus = createStorageStatus();
  const banner = part(form, "unkept");
  let state = "";
  let wrong = 0;

  function draw() {
    const place = part(form, "kept");
    const isUnsaved = state.startsWith("Not saved");
    const attention = wrong > 1 ? `${wrong} inputs need attention` : "an input needs attention";
    place.textContent = state && wrong && !isUnsaved ? `${state}; ${attention}` : state;
    place.classList.toggle("bad", isUnsaved || (!!state && wrong > 0));
  }

  async function showStorageStatus() {
    const { storage, backup } = characters.kept ? await storageStatus.sentences() : { storage: "", backup: "" };
    for (const place of document.querySelectorAll("[data-keeping]")) place.textContent = `${storage} ${backup}`.trim();
    for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-reminder]"))) {
      place.hidden = !(characters.kept && storageStatus.reminder());
    }
  }

  /** Characters were saved or imported. */
  async function changed() {
    if (characters.kept) await storageStatus.changed();
    await showStorageStatus();
  }

  showStorageStatus();
  return {
    /** @param {string} text */
    status(text) {
      state = text;
      draw();
      if (text.startsWith("Not saved")) tell("");
    },
    /** Saved inputs may still be wrong. @param {number} count  number of inputs that need attention */
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
      storageStatus.backedUp();
      await showStorageStatus();
    },
  };
}
