// autosave.js: saves the character in the editor after each change, and never overwrites another tab's version.
//
// Contract. `createAutosave(characters, ways)`: `open(draft, revision, updated)` starts with a character as it is stored;
// revision 0 stands for one that is not stored yet. After `changed()` the pairs of `ways.data()` are saved when typing pauses,
// and every AUTOSAVE_LIMIT_MS during continuous typing. `ways.status(text)` gets "Saved" only after the commit, and after a
// failure a sentence that begins with "Not saved". After a conflict nothing is saved until the next `open`;
// `ways.conflict(stored)` gets the stored record, or null when it was deleted. Unsaved changes become a draft (drafts.js) when
// the page closes or `leaveBehind()` is called. `saveDrafts(characters)` saves the drafts of all pages. A draft stays until
// its text is committed.

import { CHARACTERS_DATABASE } from "../shared/storage-keys.js";
import { AUTOSAVE_DELAY_MS, AUTOSAVE_LIMIT_MS } from "../shared/timeouts.js";
import { named, nameIn, newId } from "../storage/character-data.js";
import { Conflict, Newer } from "../storage/characters.js";
import { removeDraft, setUnreadableAside, storeDraft, storedDrafts } from "../storage/drafts.js";

/** @typedef {import("../storage/characters.js").Characters} Characters */
/** @typedef {import("../storage/characters.js").Character} Character */
/** @typedef {{system: string, schema: number, id: string}} Draft */
/** @typedef {object} Ways
 * @property {() => import("../shared/link.js").Pairs} data
 * @property {(text: string) => void} status
 * @property {(saved: Character) => void} saved
 * @property {(stored: Character | null) => void} conflict
 */

const EXPORT = "The changes stay on this page: export the character as a file to keep them.";

/** @param {Characters} characters @param {Ways} ways */
export function createAutosave(characters, ways) {
  /** @type {(Draft & {revision: number, updated: string}) | null} */
  let current = null;
  let dirty = false;
  let open = false;
  let timer = 0;
  /** When the oldest change that is not saved was made. @type {number | null} */
  let unsavedSince = null;
  /** What this page was left with, before somebody came back to it. @type {import("../storage/drafts.js").Left | null} */
  let left = null;
  /** @type {Promise<void> | null} */
  let saving = null;

  function changed() {
    if (!open) return;
    dirty = true;
    ways.status("Saving …");
    clearTimeout(timer);
    unsavedSince ??= Date.now();
    timer = setTimeout(flush, Math.max(0, Math.min(AUTOSAVE_DELAY_MS, unsavedSince + AUTOSAVE_LIMIT_MS - Date.now())));
  }

  /** @returns {Promise<void>} once all is saved, or nothing more can be */
  async function flush() {
    clearTimeout(timer);
    while (saving) await saving;
    if (!dirty || !open || !current) return;
    dirty = false;
    unsavedSince = null;
    saving = write(current).finally(() => (saving = null));
    await saving;
  }

  /** @param {Draft & {revision: number, updated: string}} mine */
  async function write(mine) {
    const { system, schema, id, revision: from, updated } = mine;
    try {
      const saved = await characters.save({ system, schema, id, data: ways.data() }, { from, updated });
      mine.revision = saved.revision;
      mine.updated = saved.updated;
      if (left?.draft.id === id) {
        removeDraft(left);
        left = null;
      }
      if (mine !== current) return;
      ways.saved(saved);
      if (!dirty) ways.status(characters.kept ? "Saved" : "Kept while this page is open");
    } catch (error) {
      if (mine !== current) return;
      dirty = true;
      if (error instanceof Conflict) {
        open = false;
        ways.status("Not saved: it was changed in another tab.");
        ways.conflict(error.stored);
      } else {
        if (error instanceof Newer) open = false;
        ways.status(`Not saved. ${error instanceof Error ? error.message : error} ${EXPORT}`);
      }
    }
  }

  /** Nothing waits for a page, or a character, that is left. */
  function leaveBehind() {
    if (!current || !(dirty || saving) || !characters.kept) return;
    const { revision, updated, ...draft } = current;
    left = storeDraft({ draft: { ...draft, data: ways.data() }, from: revision, updated });
  }

  window.addEventListener("pagehide", leaveBehind);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") flush();
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) flush();
  });

  return {
    changed,
    flush,
    leaveBehind,
    /** @param {Draft | null} draft  null: nothing is to be saved @param {number} [revision] @param {string} [updated] */
    open(draft, revision = 0, updated = "") {
      clearTimeout(timer);
      current = draft && { ...draft, revision, updated };
      dirty = false;
      unsavedSince = null;
      open = !!draft;
    },
    /** Saves though nothing was changed. */
    keep() {
      changed();
      return flush();
    },
    /** There is something that is not saved. */
    get unsaved() {
      return dirty || !!saving;
    },
    get current() {
      return current;
    },
  };
}

/**
 * Saves the drafts that pages were left with; over somebody else's change, as a copy. One tab does it at a time.
 *
 * @param {Characters} characters @returns {Promise<string>} a sentence, or nothing
 */
export async function saveDrafts(characters) {
  const locks = navigator.locks;
  const save = () => savedDrafts(characters);
  // Where locks are refused, as to a sandboxed frame, so is storage.
  if (!locks) return save();
  return locks.request(`${CHARACTERS_DATABASE}.drafts`, save).catch(save);
}

/** @param {Characters} characters */
async function savedDrafts(characters) {
  const told = [];
  const unreadable = setUnreadableAside();
  if (unreadable)
    told.push("Unsaved changes of an earlier visit could not be read; they are kept aside on this device.");
  const left = storedDrafts();
  if (left.length && !characters.kept) {
    told.push(`The last changes of ${left.map(nameOf).join(", ")} wait on this device until its storage works again.`);
    return told.join(" ");
  }
  for (const change of left) {
    const { draft, from, updated } = change;
    try {
      await characters.save(draft, { from, updated }).catch((error) => {
        if (!(error instanceof Conflict)) throw error;
        const name = `${nameIn(draft.data) || "Unnamed"} (unsaved changes)`;
        told.push(`${name} is a copy: its last changes were not saved before it was changed elsewhere.`);
        return characters.save({ ...draft, id: newId(), data: named(draft.data, name) }, { from: 0 });
      });
      removeDraft(change);
    } catch (error) {
      const why = error instanceof Error ? error.message : "";
      told.push(`The last changes of ${nameOf(change)} could not be saved. ${why}`);
    }
  }
  return told.join(" ");
}

/** @param {import("../storage/drafts.js").Left} change */
function nameOf({ draft }) {
  return nameIn(draft.data) || "a character";
}
