// from-sheet.js: the line "From my sheet" of a calculator page, when the page has time for it.
//
// Contract. `bindFromSheet(session)` reads no storage before the first paint, and asks for the scripts of characters only
// when they cost the first answer nothing: at once where a character is played already (first.js) or they are on this
// device, else when Python is up. Whatever goes wrong, the calculator works as without them.

import { container } from "../offline/offline.js";

/** @param {import("./session.js").Session} session @param {import("./example-line.js").ExampleLine} exampleLine */
export function bindFromSheet(session, exampleLine) {
  const line = /** @type {HTMLElement | null} */ (document.querySelector("[data-from-sheet]"));
  const { dataset } = document.documentElement;
  if (!line || "embed" in dataset) return;

  async function bind() {
    try {
      const { bindToCharacter } = await import("./bindings.js");
      await bindToCharacter(session, /** @type {HTMLElement} */ (line), exampleLine);
    } catch {
      delete dataset.chosen;
      if (dataset.waits === "sheet") delete dataset.waits;
      exampleLine.draw();
    }
  }

  if (dataset.chosen || container?.controller) requestAnimationFrame(() => setTimeout(bind));
  else document.addEventListener("python", bind, { once: true });
}
