// fight/files.js: exports a fight as a file, and imports one.
//
// Contract. `createFightFiles(view, root, handlers)`: `[data-export-fight]` exports the open fight, `[data-export-person]` of a
// row the fight of that row, `give()` the open fight. The file is read back before it is downloaded; a damaged fight is exported as it lies.
// `[data-import]` brings in a file. Nothing that is stored is replaced: a fight that is here already in another state comes in
// as a copy. `[data-outcome]` says what was done.

import { download } from "../shared/download.js";
import { part } from "../shared/parts.js";
import { copyOf, newId } from "../storage/character-data.js";
import { fileName, read, readFile, write } from "./file.js";

/** @typedef {import("../storage/fights.js").Fight} Fight */
/**
 * @typedef {object} Handlers
 * @property {import("../storage/fights.js").Fights} fights
 * @property {string} system
 * @property {{draw: () => Promise<void>, say: (text: string) => void}} list  `say` shows an error
 * @property {() => {id: string} | null} current  the open fight
 * @property {(text: string) => void} tell
 */

/** @param {HTMLElement} view @param {HTMLElement} root @param {Handlers} handlers */
export function createFightFiles(view, root, { fights, system, list, current, tell }) {
  const picker = /** @type {HTMLInputElement} */ (part(view, "import-file"));

  /** @param {HTMLElement} place @param {string} id */
  async function give(place, id) {
    const fight = await fights.get(id).catch(() => null);
    if (!fight) return done(place, "There is nothing to export yet: the fight is kept with its first event.");
    const text = write(fight);
    const name = fileName({ name: typeof fight.name === "string" ? fight.name : "" });
    download([new File([text], name, { type: "application/json" })]);
    const back = read(text);
    const sound = back.ok ? "It was read back and is whole." : `${back.why} It was exported as it lies.`;
    done(place, `${name} is among your downloads. ${sound}`);
  }

  /** @param {HTMLElement} place @param {string} text */
  function done(place, text) {
    part(place, "outcome").textContent = text;
    if (place === root) tell(text);
  }

  /** @param {File} file */
  async function bring(file) {
    list.say("");
    done(view, "");
    const found = await readFile(file);
    if (!found.ok) return list.say(`Nothing was brought in. ${found.why}`);
    const { fight } = found;
    if (fight.system !== system) {
      return list.say(`Nothing was brought in. This fight is of another game, ${fight.system}: open it on that page.`);
    }
    try {
      done(view, await stored(fight));
    } catch (error) {
      list.say(`Nothing was brought in. ${error instanceof Error ? error.message : error}`);
    }
    await list.draw();
  }

  /** Stores a fight of a file. @param {Fight} fight @returns {Promise<string>}  what was done */
  async function stored(fight) {
    const here = await fights.get(fight.id);
    const same = JSON.stringify(here?.data) === JSON.stringify(fight.data) && here?.name === fight.name;
    if (same) return `${fight.name} is here already, just so.`;
    const copy = here ? { ...fight, id: newId(), name: copyOf(fight.name) } : fight;
    await fights.save(copy, { from: 0 });
    return `${copy.name} is brought in.`;
  }

  part(root, "export-fight").addEventListener("click", () => give(root, current()?.id ?? ""));
  part(view, "people-lists").addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("[data-export-person]") : null;
    const id = /** @type {HTMLElement | null} */ (button?.closest("[data-id]"))?.dataset.id;
    if (id) give(view, id);
  });
  part(view, "import").addEventListener("click", () => picker.click());
  picker.addEventListener("change", async () => {
    const [file] = picker.files ?? [];
    if (file) await bring(file);
    picker.value = "";
  });
  return { give: () => give(root, current()?.id ?? "") };
}
