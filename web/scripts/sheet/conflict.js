// conflict.js: a character that was changed in two tabs: which one is newer, and what is to become of them.
//
// Contract. `createConflict(form, ways)`: `show(stored, mine)` says what stands there now (null: it was deleted) and when
// this tab's was changed; `ways.theirs()` and `ways.mine()` do what is chosen. Nothing is written before. `hide()`.

/** @param {HTMLFormElement} form @param {{theirs: () => void, mine: () => void}} ways */
export function createConflict(form, { theirs, mine }) {
  /** @param {string} hook @returns {HTMLElement} */
  const part = (hook) => /** @type {HTMLElement} */ (form.querySelector(`[data-${hook}]`));
  part("theirs").addEventListener("click", theirs);
  part("mine").addEventListener("click", mine);

  return {
    /** @param {import("../storage/characters.js").Character | null} stored @param {Date} changed */
    show(stored, changed) {
      const here = `the one on this page was changed at ${clock(changed)}`;
      const words = stored
        ? `Another tab has saved this character at ${clock(new Date(stored.updated))}; ${here}, so ${newest(stored, changed)} is newer. Nothing was overwritten.`
        : `Another tab has deleted this character; ${here} and is not saved.`;
      part("conflict-words").textContent = words;
      part("theirs").textContent = stored ? "Take theirs" : "Let it go";
      part("mine").textContent = stored ? "Keep mine as a copy" : "Keep mine";
      part("conflict").hidden = false;
      part("conflict").focus();
    },
    hide() {
      part("conflict").hidden = true;
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
