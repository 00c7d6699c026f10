// sheet/import.js: characters from a file, looked at before they are brought in.
//
// Contract. `createImport(view, ways)` binds `[data-import]` and files that are dropped on the page. What a file would do
// stands in `[data-import-panel]`, a row of `template[data-import-row]` for each character, with a box where there is
// something to do; nothing happens before `[data-bring]`, and then all that is ticked or nothing. `[data-brought]` says
// what was done, with an undo. Characters that Tableside keeps under another path of this site are offered in
// `[data-elsewhere]`, until they were looked at or declined once. Values that the form will refuse are told in `[data-import-doubt]` of the row. What a stranger
// wrote is text, never HTML.

import { SCHEMAS } from "../paths.js";
import { otherDatabases } from "../storage/database.js";
import { readSetting, writeSetting } from "../storage/settings.js";
import { counted } from "./export.js";
import { parts, readFile } from "./file.js";
import { createOwnImport } from "./own-import.js";
import { preview, toBring } from "./preview.js";

/** @typedef {import("./preview.js").Preview} Preview */
/** @typedef {import("../storage/database.js").Character} Character */
/** @typedef {object} Ways
 * @property {import("../storage/characters.js").Characters} characters
 * @property {Record<string, string>} games  their names
 * @property {string} system  this page's game
 * @property {{draw: () => Promise<void>, say: (text: string) => void}} list  which also says what went wrong
 * @property {(request: object) => Promise<any>} ask  of Python
 * @property {() => void} brought  something was
 * @property {() => void} elsewhere  a file was dropped where there is no list
 */

const FEW = 3;
const OLDER = " It is from an older Tableside and is brought up to date when it is opened.";

/** @param {HTMLElement} view @param {Ways} ways */
export function createImport(view, { characters, games, system, list, ask, brought, elsewhere }) {
  /** @param {string} hook @returns {any} */
  const part = (hook) => view.querySelector(`[data-${hook}]`);
  const picker = /** @type {HTMLInputElement} */ (part("import-file"));
  const blank = /** @type {HTMLTemplateElement} */ (view.querySelector("template[data-import-row]"));
  /** @type {Preview[]} */
  let previews = [];
  const own = createOwnImport(part("import-own"), blank, { games, ask });
  /** What the last one has done. @type {{chosen: Preview[], before: Character[]} | null} */
  let done = null;

  /** @param {File} file */
  async function look(file) {
    list.say("");
    part("brought").hidden = true;
    const read = await readFile(file);
    if (read.ok) return show(read.records, file.name, read.party, read.own);
    close();
    list.say(`Nothing was brought in. ${read.why}`);
  }

  /** @param {Character[]} records @param {string} source  where they come from @param {string | null} [named]  their party @param {import("./file.js").OwnRows[]} [rows] */
  async function show(records, source, named, rows = []) {
    try {
      previews = preview(records, await characters.all(), characters.newer);
      await own.show(rows);
    } catch (error) {
      return list.say(error instanceof Error ? error.message : String(error));
    }
    const party = named ? `The party “${named}”: ` : "";
    part("import-file-name").textContent = source;
    const people = previews.length ? `${counted(previews.length)}. ` : "";
    part("import-about").textContent = `${party}${people}${whole()}`;
    part("import-rows").replaceChildren(...previews.map(row));
    part("import-panel").hidden = false;
    part("import-panel").focus();
    count();
    await doubt(previews);
  }

  /** Says which values the form will refuse, once Python can tell; they come in all the same. @param {Preview[]} mine */
  async function doubt(mine) {
    for (const [at, { record, newer }] of mine.entries()) {
      const { system, schema, data } = record;
      const reply = newer ? null : await ask({ kind: "check", system, schema, data }).catch(() => null);
      if (mine !== previews) return;
      const place = /** @type {HTMLElement | null} */ (
        part("import-rows").children[at]?.querySelector("[data-import-doubt]")
      );
      if (!reply?.problems.length || !place) continue;
      place.textContent = refused(reply.problems);
      place.hidden = false;
    }
  }

  /** Said of all of them. */
  function whole() {
    if (toBring(previews).length || own.useful()) return "Nothing is changed before you say so.";
    if (previews.some(({ what }) => what === "kept")) return "There is nothing to bring in.";
    return "All of it is here already, just so: there is nothing to bring in.";
  }

  /** @param {Preview} found @param {number} at */
  function row(found, at) {
    const copy = /** @type {DocumentFragment} */ (blank.content.cloneNode(true));
    const box = /** @type {HTMLInputElement} */ (copy.querySelector("input"));
    const { record, what, later } = found;
    const useful = toBring([found]).length > 0;
    box.dataset.at = String(at);
    box.disabled = !useful;
    // What is older than what is here is brought in only by who asks for it.
    box.checked = useful && later !== "here";
    const older = useful && record.schema < SCHEMAS[record.system] ? OLDER : "";
    /** @type {HTMLElement} */ (copy.querySelector("[data-import-line]")).textContent = found.line + older;
    const game = record.system === system ? "" : (games[record.system] ?? record.system);
    /** @type {HTMLElement} */ (copy.querySelector("[data-import-game]")).textContent = game;
    /** @type {HTMLElement} */ (copy.querySelector("li")).dataset.what = what;
    return copy;
  }

  const chosen = () =>
    [...part("import-rows").querySelectorAll("input:checked")].map(({ dataset }) => previews[dataset.at]);

  function count() {
    const many = chosen().length;
    const what = [many ? counted(many) : "", own.chosen().length ? "own rows" : ""].filter(Boolean).join(" and ");
    part("bring").textContent = what ? `Bring in ${what}` : "Bring in";
    part("bring").disabled = !what;
    part("bring").hidden = !toBring(previews).length && !own.useful();
  }

  function close() {
    part("import-panel").hidden = true;
    part("import-rows").replaceChildren();
    own.show([]);
    previews = [];
  }

  async function bring() {
    const mine = chosen();
    // Before the work and not after it: what is said meanwhile, as of a file that was dropped, is to be read.
    list.say("");
    let rows = "";
    try {
      const before = (await characters.all()).filter(({ id }) =>
        mine.some(({ record, seen }) => seen && record.id === id),
      );
      await characters.bring(mine);
      rows = own.bring();
      done = { chosen: mine, before };
    } catch (error) {
      return list.say(`Nothing was brought in. ${error instanceof Error ? error.message : error}`);
    }
    close();
    const others = mine.filter(({ record }) => record.system !== system);
    const names = [...new Set(others.map(({ record }) => games[record.system]))].join(", ");
    const where = others.length ? ` Those of other games are on their own pages: ${names}.` : "";
    const people = mine.length ? `${counted(mine.length)} brought in: ${listed(mine)}.${where}` : "";
    part("brought-words").textContent = [people, rows].filter(Boolean).join(" ");
    part("brought").hidden = false;
    brought();
    await list.draw();
    part("take-back").focus();
  }

  async function takeBack() {
    if (!done) return;
    const { chosen: mine, before } = done;
    part("brought").hidden = true;
    done = null;
    list.say("");
    const undone = await characters.takeBack(mine, before).catch((/** @type {Error} */ error) => error);
    if (undone instanceof Error) list.say(`Not undone: one of them was changed since. ${undone.message}`);
    else own.takeBack();
    await list.draw();
    part("import").focus();
  }

  /** Once for each path: after that it is there no more. */
  async function offerOthers() {
    const others = characters.kept && !characters.readonly ? await otherDatabases() : [];
    const other = others.find(({ path }) => readSetting(`offered ${path}`) === null);
    part("elsewhere").hidden = !other;
    if (!other) return;
    const sound = parts(other.records).files.flat();
    part("elsewhere-words").textContent =
      `Tableside at ${other.path}, on this same site, has ${counted(other.records.length)} on this device.`;
    part("elsewhere-look").onclick = async () => {
      await show(sound, other.path);
      settle();
    };
    part("elsewhere-leave").onclick = settle;

    function settle() {
      writeSetting(`offered ${other?.path}`, "yes");
      part("elsewhere").hidden = true;
      if (part("import-panel").hidden) part("import").focus();
    }
  }

  offerOthers();
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

  // A file that is dropped must not take the place of the page.
  document.addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    const files = event.dataTransfer?.files;
    if (!files?.length) return;
    event.preventDefault();
    if (document.documentElement.dataset.sheetView !== "list") elsewhere();
    else if (files.length > 1) list.say("Nothing was brought in. One file at a time can be dropped here.");
    else look(files[0]);
  });
}

/** @param {import("../shared/problems.js").Problem[]} problems */
function refused(problems) {
  const texts = problems.slice(0, FEW).map(({ text }) => text);
  const more = problems.length - texts.length;
  return `Stays as typed, and is marked on the sheet: ${texts.join(" ")}${more ? ` And ${more} more.` : ""}`;
}

/** The first of them by name. @param {Preview[]} previews */
function listed(previews) {
  const names = previews.slice(0, 5).map(({ record }) => record.name || "Unnamed");
  const more = previews.length - names.length;
  return names.join(", ") + (more ? ` and ${more} more` : "");
}
