// fight/saving.js: says whether the open fight is stored, and what another tab has done to it.
//
// Contract. `createSaving(root, handlers)`: `opened(fight)`, `saved()` and `closed()` set `[data-kept]`. `conflict(stored)` says
// that another tab has changed the fight, or deleted it (null). `[data-keep]` stores a deleted fight again,
// `[data-keep-preview]` the fight of a link.

import { part, say } from "../shared/parts.js";
import { createStorageStatus } from "../storage/storage-status.js";

/**
 * @typedef {object} Handlers
 * @property {Pick<import("../storage/fights.js").Fights, "kept">} fights
 * @property {(text: string) => void} tell
 * @property {() => Promise<unknown>} keep  stores the open fight
 */

const CHANGED = "This fight was changed in another tab, and is shown as it is now. What you did last was not added.";
const DELETED = "This fight was deleted in another tab.";

/** @param {HTMLElement} root @param {Handlers} handlers */
export function createSaving(root, { fights, tell, keep }) {
  const status = createStorageStatus();

  function sayKept() {
    part(root, "kept").textContent = fights.kept ? "Saved" : "Kept while this page is open";
  }

  part(root, "keep").addEventListener("click", async () => {
    part(root, "conflict").hidden = true;
    await keep();
  });
  part(root, "keep-preview").addEventListener("click", async () => {
    if (await keep()) part(root, "part").focus({ preventScroll: true });
  });

  return {
    /** @param {{revision: number}} fight */
    opened({ revision }) {
      if (revision) sayKept();
    },
    saved() {
      part(root, "conflict").hidden = true;
      sayKept();
      if (fights.kept) status.ask();
    },
    closed() {
      part(root, "conflict").hidden = true;
      part(root, "kept").textContent = "";
    },
    /** @param {object | null} stored */
    conflict(stored) {
      const text = stored ? CHANGED : DELETED;
      say(root, "conflict-words", text);
      part(root, "keep").hidden = !!stored;
      part(root, "conflict").hidden = false;
      tell(text);
    },
  };
}
