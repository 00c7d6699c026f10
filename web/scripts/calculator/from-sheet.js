// from-sheet.js: starts the line "From my sheet" of a calculator page without delaying the first answer.
//
// Contract. `bindFromSheet(session, exampleLine)` reads no storage before the first paint. It loads the scripts of
// characters at once when a character is active (first.js) or the files are on this device, else when Python has started.
// If anything fails, the calculator works as it does without characters.

import { container } from "../offline/begin.js";
import { section } from "../shared/controllers.js";

/** @param {import("./session.js").Session} session @param {import("./example-line.js").ExampleLine} exampleLine */
export function bindFromSheet(session, exampleLine) {
  const line = section("calculator/from-sheet");
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
