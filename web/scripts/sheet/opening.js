// sheet/opening.js: opens the character that the page's address names, or the list.
//
// Contract. `createOpening(form, parts)`: `route(moved)` shows what the address names, after unsaved changes are saved; `moved`
// says that the reader has just followed a link. Only the latest call counts. `saved(id)` gives a character that was stored
// its address. The list, or the sheet, reports what happened to unsaved changes.

import { createTurns } from "../shared/latest-only.js";
import { say } from "../shared/parts.js";
import { nameIn } from "../storage/character-data.js";
import { saveDrafts } from "./autosave.js";
import { clearDerivedValues, showMost, showName } from "./derived-values.js";
import { showFightLink } from "./fight-link.js";

/** @typedef {import("./source.js").Found} Found */
/**
 * @typedef {object} Parts
 * @property {string} system
 * @property {number} schema
 * @property {import("../storage/characters.js").Characters} characters
 * @property {ReturnType<typeof import("./source.js").createSource>} source
 * @property {ReturnType<typeof import("../shared/record-list.js").createRecordList>} list
 * @property {ReturnType<typeof import("./form.js").createSheetForm>} sheet
 * @property {ReturnType<typeof import("./target-select.js").createTargetSelect>} targetSelect
 * @property {ReturnType<typeof import("./odds.js").createOdds>} odds
 * @property {ReturnType<typeof import("./autosave.js").createAutosave>} autosave
 * @property {ReturnType<typeof import("./conflict.js").createConflict>} conflict
 * @property {ReturnType<typeof import("./news.js").createNews>} news
 * @property {{found: Found | null, isValid: boolean}} shown
 * @property {string} draftReport  what happened to the drafts of earlier visits
 * @property {() => ReturnType<typeof import("./tools.js").bind> | null} files
 * @property {() => string} asSaved
 */

/** @param {HTMLFormElement} form @param {Parts} parts */
export function createOpening(form, parts) {
  const { system, schema, characters, source, list, sheet, targetSelect, odds, autosave, conflict, news, shown } =
    parts;
  const { files, asSaved } = parts;
  const page = document.documentElement.dataset;
  const listTitle = document.title;
  const turns = createTurns();
  let { draftReport } = parts;
  /** The address of the character in the editor. */
  let address = "";

  /** @param {boolean} [moved]  the reader has just followed a link @returns {Promise<void>} */
  async function route(moved = false) {
    const isLatest = turns.begin();
    await autosave.flush();
    if (autosave.unsaved) {
      autosave.storeUnsaved();
      autosave.open(null);
      draftReport = await saveDrafts(characters);
    }
    const opens = location.hash.includes("=");
    const found = opens ? await source.find(location.hash) : null;
    if (!isLatest()) return;
    if (found && "elsewhere" in found) return location.replace(found.elsewhere);
    await list.draw();
    await files()?.listed();
    if (!isLatest()) return;
    // The player typed meanwhile: that is saved before another character opens. On the same address it may be a conflict.
    if (autosave.unsaved) return moved ? route(moved) : autosave.flush();
    conflict.hide();
    shown.found = found && "data" in found ? found : null;
    shown.isValid = false;
    files()?.opened(shown.found);
    if (found && "data" in found) openSheet(found);
    else {
      autosave.open(null);
      list.say(found?.why ?? draftReport);
      document.title = listTitle;
    }
    draftReport = "";
    page.sheetView = found && "data" in found ? "editor" : "list";
    delete page.sheetWaits;
    if (!moved) return;
    scrollTo(0, 0);
    const start = location.hash.startsWith("#new=") ? "#f-name" : `[data-view=${page.sheetView}] h1`;
    const place = /** @type {HTMLInputElement | null} */ (document.querySelector(start));
    place?.focus({ preventScroll: true });
    if (place instanceof HTMLInputElement) place.select();
  }

  /** @param {Found} found */
  function openSheet({ id, revision, updated, data, readonly }) {
    address = location.hash;
    autosave.open(readonly ? null : { system, schema, id }, revision, updated);
    sheet.lock(false);
    sheet.load(data, targetSelect.start());
    if (readonly) sheet.lock(true);
    say(form, "note", readonly || draftReport);
    news.draft(!revision && !readonly);
    news.status(revision ? asSaved() : "");
    showFightLink(form, revision && !readonly ? id : "", nameIn(data));
    clearDerivedValues(form);
    showName(form, nameIn(data));
    showMost(form);
    odds.forget(readonly);
    targetSelect.offer(list.entries(), id);
  }

  return {
    route,
    /** A character that was closed meanwhile stays closed. @param {string} id */
    saved(id) {
      if (location.hash === address) history.replaceState(null, "", (address = `#open=${id}`));
    },
  };
}
