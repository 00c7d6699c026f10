// sheet/drop.js: takes files that are dropped on the page of characters.
//
// Contract. `bindDrop(handlers)`: `look(file)` is called with a file that is dropped on the list, `elsewhere()` when one is
// dropped on the editor, and `refuse(why)` with a sentence when several are dropped.

/**
 * @typedef {object} Handlers
 * @property {(file: File) => void} look
 * @property {() => void} elsewhere
 * @property {(why: string) => void} refuse
 */

/** @param {Handlers} handlers */
export function bindDrop({ look, elsewhere, refuse }) {
  // Without this the browser opens a dropped file instead of the page.
  document.addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    const files = event.dataTransfer?.files;
    if (!files?.length) return;
    event.preventDefault();
    if (document.documentElement.dataset.sheetView !== "list") elsewhere();
    else if (files.length > 1) refuse("One file at a time can be dropped here.");
    else look(files[0]);
  });
}
