// conflict.js: asks the player which version stays when a character was changed in two tabs.
//
// Contract. `createConflict(form, handlers)`: `show(stored, changed)` says what is stored now (null: it was deleted) and
// when this tab's version was changed. Two buttons call `handlers.takeStored()` and `handlers.keepCopy()`. Nothing is
// written before that. `hide()` ends the question.

import { section } from "../shared/controllers.js";

/** @param {HTMLFormElement} form @param {{takeStored: () => void, keepCopy: () => void}} handlers */
export function createConflict(form, { takeStored, keepCopy }) {
  const banner = /** @type {HTMLElement} */ (section("sheet/conflict", form));
  /** @param {string} hook @returns {HTMLElement} */
  const part = (hook) => /** @type {HTMLElement} */ (banner.querySelector(`[data-${hook}]`));
  part("take-stored").addEventListener("click", takeStored);
  part("keep-copy").addEventListener("click", keepCopy);

  return {
    /** @param {import("../storage/characters.js").Character | null} stored @param {Date} changed */
    show(stored, changed) {
      const here = `the one on this page was changed at ${clock(changed)}`;
      const words = stored
        ? `Another tab has saved this character at ${clock(new Date(stored.updated))}; ${here}, so ${newest(stored, changed)} is newer. Nothing was overwritten.`
        : `Another tab has deleted this character; ${here} and is not saved.`;
      part("conflict-words").textContent = words;
      part("take-stored").textContent = stored ? "Take theirs" : "Let it go";
      part("keep-copy").textContent = stored ? "Keep mine as a copy" : "Keep mine";
      banner.hidden = false;
      banner.focus();
    },
    hide() {
      banner.hidden = true;
    },
  };
}

/** @param {import("../storage/characters.js").Character} stored @param {Date} changed */
function newest(stored, changed) {
  return Date.parse(stored.updated) > changed.valueOf() ? "theirs" : "yours";
}

/** @param {Date} time */
function clock(time) {
  return time.toLocaleTimeString("en-US", { timeStyle: "medium" });
}
