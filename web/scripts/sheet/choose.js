// sheet/choose.js: several characters at once: a party as a file, or their sheets on paper.
//
// Contract. `createChoose(view, ways)` binds `[data-choose]`, which opens `[data-choose-panel]` in place of the list: boxes
// for each character of this game, or of all games, one for all of them, and a name for the party. `draw()` follows what is
// stored; who was chosen stays chosen.

import { counted } from "./export.js";

/** @typedef {import("../storage/characters.js").Entry} Entry */
/** @typedef {import("../storage/database.js").Character} Character */
/** @typedef {object} Ways
 * @property {import("../storage/characters.js").Characters} characters
 * @property {Record<string, string>} games
 * @property {string} system
 * @property {(records: Character[], party: string | null) => Promise<void>} give
 * @property {(records: Character[]) => Promise<void>} print
 * @property {() => void} changed  what was drawn to be printed no longer is what is chosen
 */

/** @param {HTMLElement} view @param {Ways} ways */
export function createChoose(view, { characters, games, system, give, print, changed }) {
  /** @param {string} hook @returns {any} */
  const part = (hook) => view.querySelector(`[data-${hook}]`);
  const [opener, panel, rows] = [part("choose"), part("choose-panel"), part("choose-rows")];
  const blank = /** @type {HTMLTemplateElement} */ (view.querySelector("template[data-choose-row]"));
  /** @type {Set<string>} */
  const chosen = new Set();

  const boxes = () => /** @type {HTMLInputElement[]} */ ([...rows.querySelectorAll("input")]);

  async function draw() {
    if (panel.hidden) return;
    const all = await characters.list().catch(() => /** @type {Entry[]} */ ([]));
    const shown = all.filter((each) => part("every-game").checked || each.system === system);
    part("scope").hidden = all.every((each) => each.system === system);
    for (const id of chosen) if (!shown.some((each) => each.id === id)) chosen.delete(id);
    const held =
      rows.contains(document.activeElement) && /** @type {HTMLElement} */ (document.activeElement).dataset.id;
    rows.replaceChildren(...shown.map(row));
    if (held) rows.querySelector(`[data-id="${CSS.escape(held)}"]`)?.focus();
    count();
  }

  /** @param {Entry} entry */
  function row({ id, name, system: game }) {
    const copy = /** @type {DocumentFragment} */ (blank.content.cloneNode(true));
    const box = /** @type {HTMLInputElement} */ (copy.querySelector("input"));
    box.dataset.id = id;
    box.checked = chosen.has(id);
    /** @type {HTMLElement} */ (copy.querySelector("[data-choose-name]")).textContent = name || "Unnamed";
    /** @type {HTMLElement} */ (copy.querySelector("[data-choose-game]")).textContent =
      game === system ? "" : games[game];
    return copy;
  }

  function count() {
    const [all, many] = [boxes().length, chosen.size];
    part("choose-all").checked = many > 0 && many === all;
    part("choose-all").indeterminate = many > 0 && many < all;
    part("give-party").disabled = part("print-party").disabled = !many;
    part("give-party").textContent = many ? `Export ${counted(many)}` : "Export";
    part("print-party").textContent = many ? `Print ${counted(many)}` : "Print";
    changed();
  }

  /** In the order of the list. */
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
    /** Those that are chosen, none while the panel is closed. */
    chosen: () => (panel.hidden ? 0 : chosen.size),
    print: async () => print(await records()),
  };
}
