// autosave.js: the character in the editor, saved after each change, and over nobody else's.
//
// Contract. `createAutosave(characters, ways)`: `open(draft, revision, updated)` takes a character on, as it is kept;
// revision 0 for one that is not yet; `changed()` after each change saves what `ways.data()` gives, when typing rests. `ways.status(text)` says
// "Saved" only after the commit; what went wrong is a sentence that begins with "Not saved". After a conflict nothing is
// saved until `open` was called again; `ways.conflict(stored)` gets what stands there, null where it was deleted. What
// the page is left with goes to rescue.js, as with `leaveBehind()`, and `rescued(characters)` saves that: when a page is
// opened again, or now.

import { Conflict, Newer } from "./characters.js";
import { forget, leave, take } from "./rescue.js";
import { named, nameIn, newId } from "./sheetdata.js";

/** @typedef {import("./characters.js").Characters} Characters */
/** @typedef {import("./characters.js").Character} Character */
/** @typedef {{system: string, schema: number, id: string}} Draft */
/** @typedef {object} Ways
 * @property {() => import("./link.js").Pairs} data
 * @property {(text: string) => void} status
 * @property {(saved: Character) => void} saved
 * @property {(stored: Character | null) => void} conflict
 */

const REST_MS = 300;
const EXPORT = "The changes stay on this page: export the character as a file to keep them.";

/** @param {Characters} characters @param {Ways} ways */
export function createAutosave(characters, ways) {
  /** @type {(Draft & {revision: number, updated: string}) | null} */
  let current = null;
  let dirty = false;
  let open = false;
  let timer = 0;
  /** What this page was left with, before somebody came back to it. @type {import("./rescue.js").Left | null} */
  let left = null;
  /** @type {Promise<void> | null} */
  let saving = null;

  function changed() {
    if (!open) return;
    dirty = true;
    ways.status("Saving …");
    clearTimeout(timer);
    timer = setTimeout(flush, REST_MS);
  }

  /** @returns {Promise<void>} once all is saved, or nothing more can be */
  async function flush() {
    clearTimeout(timer);
    while (saving) await saving;
    if (!dirty || !open || !current) return;
    dirty = false;
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
        forget(left);
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
    left = { draft: { ...draft, data: ways.data() }, from: revision, updated };
    leave(left);
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

/** What pages were left with is saved now; over somebody else's change, as a copy. @param {Characters} characters @returns {Promise<string>} a sentence, or nothing */
export async function rescued(characters) {
  const told = [];
  for (const { draft, from, updated } of take()) {
    try {
      await characters.save(draft, { from, updated }).catch((error) => {
        if (!(error instanceof Conflict)) throw error;
        const name = `${nameIn(draft.data) || "Unnamed"} (unsaved changes)`;
        told.push(`${name} is a copy: its last changes were not saved before it was changed elsewhere.`);
        return characters.save({ ...draft, id: newId(), data: named(draft.data, name) }, { from: 0 });
      });
    } catch (error) {
      leave({ draft, from, updated });
      told.push(
        `The last changes of ${nameIn(draft.data) || "a character"} could not be saved. ${error instanceof Error ? error.message : ""}`,
      );
    }
  }
  return told.join(" ");
}
