// sheet/import.js: imports characters from a file, after showing what the import would do.
//
// Contract. `createImport(view, handlers)` binds `[data-import]` and files that are dropped on the page (drop.js). The section of
// this script shows a row of `template[data-import-row]` for each character, with a box for each one that can be imported.
// `[data-bring]` imports all ticked characters or none; nothing happens before. `[data-brought]` says what was done and
// offers an undo. elsewhere.js offers the characters of another path. `[data-import-doubt]` of a row names values that the
// form will refuse. The content of a file is written as text, never as HTML.

import { SCHEMAS } from "../paths.js";
import { section } from "../shared/controllers.js";
import { bindDrop } from "./drop.js";
import { offerElsewhere } from "./elsewhere.js";
import { counted } from "./export.js";
import { readFile } from "./file.js";
import { createOwnImport } from "./own-import.js";
import { listed, preview, toBring } from "./preview.js";

/** @typedef {import("./preview.js").Preview} Preview */
/** @typedef {import("../storage/database.js").Character} Character */
/** @typedef {object} Handlers
 * @property {import("../storage/characters.js").Characters} characters
 * @property {Record<string, string>} games  names by id
 * @property {string} system  this page's game
 * @property {{draw: () => Promise<void>, say: (text: string) => void}} list  `say` shows an error
 * @property {(request: object) => Promise<any>} ask  sends a request to Python
 * @property {() => void} brought  called after an import
 * @property {() => void} elsewhere  called when a file is dropped on the editor
 */

const FEW = 3;
const OLDER = " It is from an older Tableside and is brought up to date when it is opened.";

/** @param {HTMLElement} view @param {Handlers} handlers */
export function createImport(view, { characters, games, system, list, ask, brought, elsewhere }) {
  /** @param {string} hook @returns {any} */
  const part = (hook) => view.querySelector(`[data-${hook}]`);
  const panel = /** @type {HTMLElement} */ (section("sheet/import", view));
  const picker = /** @type {HTMLInputElement} */ (part("import-file"));
  const blank = /** @type {HTMLTemplateElement} */ (view.querySelector("template[data-import-row]"));
  /** @type {Preview[]} */
  let previews = [];
  const own = createOwnImport(part("import-own"), blank, { games, ask });
  /** The last import, for the undo. @type {{chosen: Preview[], before: Character[]} | null} */
  let lastImport = null;

  /** @param {File} file */
  async function look(file) {
    list.say("");
    part("brought").hidden = true;
    const read = await readFile(file);
    if (read.ok) return show(read.records, file.name, read.party, read);
    close();
    list.say(`Nothing was brought in. ${read.why}`);
  }

  /** @param {Character[]} records @param {string} source  the name of the file or path @param {string | null} [partyName] @param {{own: import("./file.js").OwnRows[], targets: import("./file.js").OwnRows[]}} [rows] */
  async function show(records, source, partyName, rows = { own: [], targets: [] }) {
    try {
      previews = preview(records, await characters.all(), characters.newer);
      await own.show(rows.own, rows.targets);
    } catch (error) {
      return list.say(error instanceof Error ? error.message : String(error));
    }
    const party = partyName ? `The party “${partyName}”: ` : "";
    part("import-file-name").textContent = source;
    const people = previews.length ? `${counted(previews.length)}. ` : "";
    part("import-about").textContent = `${party}${people}${summary()}`;
    part("import-rows").replaceChildren(...previews.map(row));
    panel.hidden = false;
    panel.focus();
    count();
    await doubt(previews);
  }

  /** Names the values that the form will refuse, when Python has checked them; they are imported unchanged. @param {Preview[]} checked */
  async function doubt(checked) {
    for (const [at, { record, newer }] of checked.entries()) {
      const { system, schema, data } = record;
      const reply = newer ? null : await ask({ kind: "check", system, schema, data }).catch(() => null);
      if (checked !== previews) return;
      const place = /** @type {HTMLElement | null} */ (
        part("import-rows").children[at]?.querySelector("[data-import-doubt]")
      );
      if (!reply?.problems.length || !place) continue;
      place.textContent = refused(reply.problems);
      place.hidden = false;
    }
  }

  /** A sentence about the whole file. */
  function summary() {
    if (toBring(previews).length || own.useful()) return "Nothing is changed before you say so.";
    if (previews.some(({ what }) => what === "kept")) return "There is nothing to bring in.";
    return "All of it is here already, just so: there is nothing to bring in.";
  }

  /** @param {Preview} found @param {number} at */
  function row(found, at) {
    const copy = /** @type {DocumentFragment} */ (blank.content.cloneNode(true));
    const box = /** @type {HTMLInputElement} */ (copy.querySelector("input"));
    const { record, what, later } = found;
    const isImportable = toBring([found]).length > 0;
    box.dataset.at = String(at);
    box.disabled = !isImportable;
    // A version older than the stored one starts unticked.
    box.checked = isImportable && later !== "here";
    const older = isImportable && record.schema < SCHEMAS[record.system] ? OLDER : "";
    /** @type {HTMLElement} */ (copy.querySelector("[data-import-line]")).textContent = found.line + older;
    const game = record.system === system ? "" : (games[record.system] ?? record.system);
    /** @type {HTMLElement} */ (copy.querySelector("[data-import-game]")).textContent = game;
    /** @type {HTMLElement} */ (copy.querySelector("li")).dataset.what = what;
    return copy;
  }

  const chosen = () =>
    [...part("import-rows").querySelectorAll("input:checked")].map(({ dataset }) => previews[dataset.at]);

  function count() {
    const selectedCount = chosen().length;
    const what = [selectedCount ? counted(selectedCount) : "", own.label()];
    const label = what.filter(Boolean).join(" and ");
    part("bring").textContent = label ? `Bring in ${label}` : "Bring in";
    part("bring").disabled = !label;
    part("bring").hidden = !toBring(previews).length && !own.useful();
  }

  function close() {
    panel.hidden = true;
    part("import-rows").replaceChildren();
    own.show([], []);
    previews = [];
  }

  async function bring() {
    const selected = chosen();
    // Before the import, so that a message that appears meanwhile stays.
    list.say("");
    let rows = "";
    try {
      const before = (await characters.all()).filter(({ id }) =>
        selected.some(({ record, seen }) => seen && record.id === id),
      );
      await characters.bring(selected);
      rows = own.bring();
      lastImport = { chosen: selected, before };
    } catch (error) {
      return list.say(`Nothing was brought in. ${error instanceof Error ? error.message : error}`);
    }
    close();
    const others = selected.filter(({ record }) => record.system !== system);
    const names = [...new Set(others.map(({ record }) => games[record.system]))].join(", ");
    const where = others.length ? ` Those of other games are on their own pages: ${names}.` : "";
    const people = selected.length ? `${counted(selected.length)} brought in: ${listed(selected)}.${where}` : "";
    part("brought-words").textContent = [people, rows].filter(Boolean).join(" ");
    part("brought").hidden = false;
    brought();
    await list.draw();
    part("take-back").focus();
  }

  async function takeBack() {
    if (!lastImport) return;
    const { chosen: selected, before } = lastImport;
    part("brought").hidden = true;
    lastImport = null;
    list.say("");
    const undone = await characters.takeBack(selected, before).catch((/** @type {Error} */ error) => error);
    if (undone instanceof Error) list.say(`Not undone: one of them was changed since. ${undone.message}`);
    else own.takeBack();
    await list.draw();
    part("import").focus();
  }

  part("import").addEventListener("click", () => picker.click());
  picker.addEventListener("change", async () => {
    const [file] = picker.files ?? [];
    if (file) await look(file);
    picker.value = "";
  });
  for (const rows of ["import-rows", "import-own"]) part(rows).addEventListener("change", count);
  part("bring").addEventListener("click", bring);
  part("import-stop").addEventListener("click", () => {
    close();
    part("import").focus();
  });
  part("take-back").addEventListener("click", takeBack);

  offerElsewhere(view, { characters, show, done: () => panel.hidden && part("import").focus() });
  bindDrop({ look, elsewhere, refuse: (why) => list.say(`Nothing was brought in. ${why}`) });
}

/** @param {import("../shared/problems.js").Problem[]} problems */
function refused(problems) {
  const texts = problems.slice(0, FEW).map(({ text }) => text);
  const more = problems.length - texts.length;
  return `Stays as typed, and is marked on the sheet: ${texts.join(" ")}${more ? ` And ${more} more.` : ""}`;
}
