// autosave.js: saves the character in the editor after each change, and never overwrites another tab's version.
//
// Contract. `createAutosave(characters, handlers)`: `open(draft, revision, updated)` starts with a character as it is
// stored; revision 0 means that it is not stored yet. After `changed()` the pairs of `handlers.data()` are saved when
// typing pauses, and every AUTOSAVE_LIMIT_MS during continuous typing. `handlers.status(text)` gets "Saved" only after the
// commit, and after a failure a sentence that begins with "Not saved". After a conflict nothing is saved until the next
// `open`; `handlers.conflict(stored)` gets the stored record, or null when it was deleted. Unsaved changes become a draft
// (drafts.js) when the page closes or `storeUnsaved()` is called. `saveDrafts(characters)` saves the drafts of all pages. A
// draft stays until its text is committed.

import { CHARACTERS_DATABASE } from "../shared/storage-keys.js";
import { AUTOSAVE_DELAY_MS, AUTOSAVE_LIMIT_MS } from "../shared/timeouts.js";
import { named, nameIn, newId } from "../storage/character-data.js";
import { Conflict, Newer } from "../storage/characters.js";
import { removeDraft, setUnreadableAside, storeDraft, storedDrafts } from "../storage/drafts.js";

/** @typedef {import("../storage/characters.js").Characters} Characters */
/** @typedef {import("../storage/characters.js").Character} Character */
/** @typedef {{system: string, schema: number, id: string}} Draft */
/** @typedef {object} Handlers
 * @property {() => import("../shared/link.js").Pairs} data
 * @property {(text: string) => void} status
 * @property {(saved: Character) => void} saved
 * @property {(stored: Character | null) => void} conflict
 */

const EXPORT = "The changes stay on this page: export the character as a file to keep them.";

/** @param {Characters} characters @param {Handlers} handlers */
export function createAutosave(characters, handlers) {
  /** @type {(Draft & {revision: number, updated: string}) | null} */
  let current = null;
  let dirty = false;
  let open = false;
  let timer = 0;
  /** The time of the oldest unsaved change. @type {number | null} */
  let unsavedSince = null;
  /** The draft that this page stored when it closed; the browser may show the page again. @type {import("../storage/drafts.js").Left | null} */
  let left = null;
  /** @type {Promise<void> | null} */
  let saving = null;

  function changed() {
    if (!open) return;
    dirty = true;
    handlers.status("Saving …");
    clearTimeout(timer);
    unsavedSince ??= Date.now();
    timer = setTimeout(flush, Math.max(0, Math.min(AUTOSAVE_DELAY_MS, unsavedSince + AUTOSAVE_LIMIT_MS - Date.now())));
  }

  /** @returns {Promise<void>} resolves when all is saved, or nothing more can be saved */
  async function flush() {
    clearTimeout(timer);
    while (saving) await saving;
    if (!dirty || !open || !current) return;
    dirty = false;
    unsavedSince = null;
    saving = write(current).finally(() => (saving = null));
    await saving;
  }

  /** @param {Draft & {revision: number, updated: string}} edited */
  async function write(edited) {
    const { system, schema, id, revision: from, updated } = edited;
    try {
      const saved = await characters.save({ system, schema, id, data: handlers.data() }, { from, updated });
      edited.revision = saved.revision;
      edited.updated = saved.updated;
      if (left?.draft.id === id) {
        removeDraft(left);
        left = null;
      }
      if (edited !== current) return;
      handlers.saved(saved);
      if (!dirty) handlers.status(characters.kept ? "Saved" : "Kept while this page is open");
    } catch (error) {
      if (edited !== current) return;
      dirty = true;
      if (error instanceof Conflict) {
        open = false;
        handlers.status("Not saved: it was changed in another tab.");
        handlers.conflict(error.stored);
      } else {
        if (error instanceof Newer) open = false;
        handlers.status(`Not saved. ${error instanceof Error ? error.message : error} ${EXPORT}`);
      }
    }
  }

  /** Stores unsaved changes as a draft, because a closing page does not wait for a save. */
  function storeUnsaved() {
    if (!current || !(dirty || saving) || !characters.kept) return;
    const { revision, updated, ...draft } = current;
    left = storeDraft({ draft: { ...draft, data: handlers.data() }, from: revision, updated });
  }

  window.addEventListener("pagehide", storeUnsaved);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") flush();
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) flush();
  });

  return {
    changed,
    flush,
    storeUnsaved,
    /** @param {Draft | null} draft  null: nothing is saved from now on @param {number} [revision] @param {string} [updated] */
    open(draft, revision = 0, updated = "") {
      clearTimeout(timer);
      current = draft && { ...draft, revision, updated };
      dirty = false;
      unsavedSince = null;
      open = !!draft;
    },
    /** Saves the character without a change. */
    keep() {
      changed();
      return flush();
    },
    /** Whether there are unsaved changes. */
    get unsaved() {
      return dirty || !!saving;
    },
    get current() {
      return current;
    },
  };
}

/**
 * Saves the drafts of closed pages; a draft whose character has changed since becomes a copy. A lock allows one tab at a
 * time.
 *
 * @param {Characters} characters @returns {Promise<string>} what happened, as a sentence; empty without drafts
 */
export async function saveDrafts(characters) {
  const locks = navigator.locks;
  const save = () => savedDrafts(characters);
  // A browser that refuses locks, for example to a sandboxed frame, refuses storage too.
  if (!locks) return save();
  return locks.request(`${CHARACTERS_DATABASE}.drafts`, save).catch(save);
}

/** @param {Characters} characters */
async function savedDrafts(characters) {
  const report = [];
  const unreadable = setUnreadableAside();
  if (unreadable)
    report.push("Unsaved changes of an earlier visit could not be read; they are kept aside on this device.");
  const left = storedDrafts();
  if (left.length && !characters.kept) {
    report.push(
      `The last changes of ${left.map(nameOf).join(", ")} wait on this device until its storage works again.`,
    );
    return report.join(" ");
  }
  for (const change of left) {
    const { draft, from, updated } = change;
    try {
      await characters.save(draft, { from, updated }).catch((error) => {
        if (!(error instanceof Conflict)) throw error;
        const name = `${nameIn(draft.data) || "Unnamed"} (unsaved changes)`;
        report.push(`${name} is a copy: its last changes were not saved before it was changed elsewhere.`);
        return characters.save({ ...draft, id: newId(), data: named(draft.data, name) }, { from: 0 });
      });
      removeDraft(change);
    } catch (error) {
      const why = error instanceof Error ? error.message : "";
      report.push(`The last changes of ${nameOf(change)} could not be saved. ${why}`);
    }
  }
  return report.join(" ");
}

/** @param {import("../storage/drafts.js").Left} change */
function nameOf({ draft }) {
  return nameIn(draft.data) || "a character";
}
