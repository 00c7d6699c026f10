// sheet/choose.js: exports or prints several characters at once.
//
// Contract. `createChoose(view, handlers)` binds `[data-choose]`, which opens the section of this script in place of the
// list. The section has a box for each character of this game or of all games, a box for all of them, and a name for the
// party. `draw()` shows what is stored now; chosen characters stay chosen.

import { section } from "../shared/controllers.js";
import { foesLast, titleOf } from "../storage/character-data.js";
import { counted } from "./export.js";

/** @typedef {import("../storage/characters.js").Entry} Entry */
/** @typedef {import("../storage/database.js").Character} Character */
/** @typedef {object} Handlers
 * @property {import("../storage/characters.js").Characters} characters
 * @property {Record<string, string>} games
 * @property {string} system
 * @property {(records: Character[], party: string | null) => Promise<void>} give
 * @property {(records: Character[]) => Promise<void>} print
 * @property {() => void} changed  called when the chosen characters change, so that an earlier print preview is outdated
 */

/** @param {HTMLElement} view @param {Handlers} handlers */
export function createChoose(view, { characters, games, system, give, print, changed }) {
  /** @param {string} hook @returns {any} */
  const part = (hook) => view.querySelector(`[data-${hook}]`);
  const panel = /** @type {HTMLElement} */ (section("sheet/choose", view));
  const [opener, rows] = [part("choose"), part("choose-rows")];
  const blank = /** @type {HTMLTemplateElement} */ (view.querySelector("template[data-choose-row]"));
  /** @type {Set<string>} */
  const chosen = new Set();

  const boxes = () => /** @type {HTMLInputElement[]} */ ([...rows.querySelectorAll("input")]);

  async function draw() {
    if (panel.hidden) return;
    const all = await characters.list().catch(() => /** @type {Entry[]} */ ([]));
    const shown = foesLast(all.filter((each) => part("every-game").checked || each.system === system));
    part("scope").hidden = all.every((each) => each.system === system);
    for (const id of chosen) if (!shown.some((each) => each.id === id)) chosen.delete(id);
    const focusedId =
      rows.contains(document.activeElement) && /** @type {HTMLElement} */ (document.activeElement).dataset.id;
    rows.replaceChildren(...shown.map(row));
    if (focusedId) rows.querySelector(`[data-id="${CSS.escape(focusedId)}"]`)?.focus();
    count();
  }

  /** @param {Entry} entry */
  function row(entry) {
    const { id, system: game } = entry;
    const copy = /** @type {DocumentFragment} */ (blank.content.cloneNode(true));
    const box = /** @type {HTMLInputElement} */ (copy.querySelector("input"));
    box.dataset.id = id;
    box.checked = chosen.has(id);
    /** @type {HTMLElement} */ (copy.querySelector("[data-choose-name]")).textContent = titleOf(entry);
    /** @type {HTMLElement} */ (copy.querySelector("[data-choose-game]")).textContent =
      game === system ? "" : games[game];
    return copy;
  }

  function count() {
    const [all, chosenCount] = [boxes().length, chosen.size];
    part("choose-all").checked = chosenCount > 0 && chosenCount === all;
    part("choose-all").indeterminate = chosenCount > 0 && chosenCount < all;
    part("give-party").disabled = part("print-party").disabled = !chosenCount;
    part("give-party").textContent = chosenCount ? `Export ${counted(chosenCount)}` : "Export";
    part("print-party").textContent = chosenCount ? `Print ${counted(chosenCount)}` : "Print";
    changed();
  }

  /** The chosen characters in the order of the list. */
  async function records() {
    const all = await characters.all();
    return boxes().flatMap(({ dataset, checked }) => (checked ? all.filter(({ id }) => id === dataset.id) : []));
  }

  /** @param {boolean} on */
  async function open(on) {
    panel.hidden = !on;
    view.toggleAttribute("data-choosing", on);
    opener.setAttribute("aria-expanded", String(on));
    await draw();
    if (!on) {
      chosen.clear();
      changed();
    }
  }

  opener.addEventListener("click", () => open(panel.hidden));
  part("choose-stop").addEventListener("click", () => open(false).then(() => opener.focus()));
  panel.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Escape") open(false).then(() => opener.focus());
  });
  part("scope").addEventListener("change", draw);
  part("choose-all").addEventListener("change", () => {
    for (const box of boxes()) {
      box.checked = part("choose-all").checked;
      if (box.checked) chosen.add(box.dataset.id ?? "");
    }
    if (!part("choose-all").checked) chosen.clear();
    count();
  });
  rows.addEventListener("change", (/** @type {Event} */ { target }) => {
    const box = /** @type {HTMLInputElement} */ (target);
    if (box.checked) chosen.add(box.dataset.id ?? "");
    else chosen.delete(box.dataset.id ?? "");
    count();
  });
  part("give-party").addEventListener("click", async () => give(await records(), part("party").value.trim() || null));
  part("print-party").addEventListener("click", async () => print(await records()));

  return {
    draw,
    /** The number of chosen characters; 0 while the panel is closed. */
    chosen: () => (panel.hidden ? 0 : chosen.size),
    print: async () => print(await records()),
  };
}
