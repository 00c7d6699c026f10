// fight/foe-row.js: opens the row of a foe, with the form that says how many join.
//
// Contract. `createFoeRow(place)`: `open(row)` opens the row of a foe, with `[data-how-many]` in it, or closes the open row
// (null); `row` is the open row. The form has only the settings that this foe has. `around(redraw)` keeps the open row where
// other rows take the place of the present ones. `showSheet(form, id)` offers the sheet of an own foe, or to keep any other.

import { part, say } from "../shared/parts.js";
import { sheetOf } from "./own-foes.js";

/** @param {HTMLElement} place */
export function createFoeRow(place) {
  const form = /** @type {HTMLFormElement} */ (part(place, "how-many"));
  /** @type {HTMLElement | null} */
  let row = null;

  /** @param {HTMLElement | null} next */
  function open(next) {
    row?.querySelector("button")?.setAttribute("aria-expanded", "false");
    row = next;
    form.hidden = !row;
    if (!row) return place.append(form);
    row.querySelector("button")?.setAttribute("aria-expanded", "true");
    row.append(form);
    say(form, "join-done", "");
    showSheet(form, row.dataset.joinId ?? "");
    setHidden("of-book", !("foe" in row.dataset));
    setHidden("of-bearers", !("bears" in row.dataset));
    row.scrollIntoView({ block: "nearest" });
  }

  /** A setting that this foe does not have is not sent. @param {string} hook @param {boolean} isHidden */
  function setHidden(hook, isHidden) {
    for (const field of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll(`[data-${hook}]`))) {
      field.hidden = isHidden;
      for (const select of field.querySelectorAll("select")) select.disabled = isHidden;
    }
  }

  return {
    get row() {
      return row;
    },
    open,
    /** @param {() => void} redraw */
    around(redraw) {
      const opened = row?.dataset.joinId;
      if (opened !== undefined) open(null);
      redraw();
      if (opened !== undefined) open(place.querySelector(`[data-join-id="${CSS.escape(opened)}"]`));
    },
  };
}

/** @param {HTMLFormElement} form @param {string} id  of the own foe, or empty */
export function showSheet(form, id) {
  const link = /** @type {HTMLAnchorElement} */ (part(form, "own-sheet"));
  link.hidden = !id;
  link.href = sheetOf(id);
  part(form, "keep-foe").hidden = !!id;
}
