// fight/write-back.js: writes what a fight has changed back to the stored characters, after showing it.
//
// Contract. `createWriteBack(root, handlers)` serves the section of this script: a row of `template[data-back-row]` for each
// character that the fight has changed, with a box. `draw()` asks Python for the changes. `[data-back-write]` writes those of
// all ticked characters or of none; nothing is written before. `[data-back-undo]` writes back what was there before, or
// nothing if a character has been changed since.

import { section } from "../shared/controllers.js";
import { latestOnly } from "../shared/latest-only.js";
import { part, say } from "../shared/parts.js";
import { nameIn, withTexts } from "../storage/character-data.js";

/** @typedef {import("../storage/characters.js").Character} Character */
/** @typedef {import("../shared/link.js").Pairs} Pairs */
/** @typedef {{character: string, name: string, changes: [string, string[]][], line: string}} Back  what one character gets */
/**
 * @typedef {object} Handlers
 * @property {import("../storage/characters.js").Characters} characters
 * @property {(request: object) => Promise<any>} migrate  brings the data of a character up to date
 * @property {Record<string, number>} schemas  the newest schema of each game's characters
 * @property {(kind: string, more?: object) => Promise<any>} ask
 */

/** @param {HTMLElement} root @param {Handlers} handlers */
export function createWriteBack(root, { characters, migrate, schemas, ask }) {
  const place = /** @type {HTMLElement} */ (section("fight/write-back", root));
  const blank = /** @type {HTMLTemplateElement} */ (place.querySelector("template[data-back-row]"));
  /** @type {Back[]} */
  let found = [];
  /** @type {{choices: import("../storage/characters.js").Choice[], before: Character[]} | null} */
  let written = null;

  const changes = latestOnly(async (isLatest) => {
    const reply = await ask("fight_back");
    if (!reply?.ok || !isLatest()) return;
    found = reply.characters.filter((/** @type {Back} */ back) => back.changes.length);
    part(place, "back-rows").replaceChildren(...found.map(row));
    part(place, "back-write").hidden = !found.length;
    say(place, "back-none", found.length ? "" : "No character of this device has changed in this fight.");
  });

  /** @param {Back} back @param {number} at */
  function row({ line }, at) {
    const copy = /** @type {DocumentFragment} */ (blank.content.cloneNode(true));
    part(copy, "back-box").dataset.at = String(at);
    part(copy, "back-line").textContent = line;
    return copy;
  }

  /** The present record of a character and the record that is to replace it. @param {Back} back */
  async function replacement({ character: id, name, changes }) {
    const before = await characters.get(id);
    if (!before) throw new Error(`${name} is not on this device any more.`);
    const data = changes.reduce(withTexts, await current(before, name));
    const schema = schemas[before.system];
    const record = { ...before, schema, data, name: nameIn(data), updated: new Date().toISOString() };
    return { before, choice: { record, seen: before.revision } };
  }

  /** @param {Character} record @param {string} name @returns {Promise<Pairs>} */
  async function current({ system, schema, data }, name) {
    if (schema === schemas[system]) return data;
    const reply = await migrate({ kind: "migrate", system, schema, data });
    if (reply?.ok) return reply.data;
    throw new Error(`${name} cannot be brought up to date, so it cannot be changed.`);
  }

  async function write() {
    const boxes = [.../** @type {NodeListOf<HTMLInputElement>} */ (place.querySelectorAll("[data-back-box]:checked"))];
    try {
      const both = await Promise.all(boxes.map(({ dataset }) => replacement(found[Number(dataset.at)])));
      if (!both.length) return say(place, "back-done", "Nothing is ticked.");
      const choices = both.map(({ choice }) => choice);
      await characters.bring(choices);
      written = { choices, before: both.map(({ before }) => before) };
      say(place, "back-done", `Written to ${choices.map(({ record }) => record.name || "Unnamed").join(", ")}.`);
      part(place, "back-undo").hidden = false;
      part(place, "back-undo").focus();
    } catch (error) {
      say(place, "back-done", `Nothing was written. ${error instanceof Error ? error.message : error}`);
    }
    await changes.ask();
  }

  async function undo() {
    if (!written) return;
    const { choices, before } = written;
    written = null;
    part(place, "back-undo").hidden = true;
    const failure = await characters.takeBack(choices, before).catch((/** @type {Error} */ error) => error);
    const text = failure instanceof Error ? `Not undone. ${failure.message}` : "The characters are as before.";
    say(place, "back-done", text);
    part(place, "back-write").focus();
    await changes.ask();
  }

  part(place, "back-write").addEventListener("click", write);
  part(place, "back-undo").addEventListener("click", undo);

  return {
    draw: () => changes.ask(),
    forget() {
      written = null;
      say(place, "back-done", "");
      part(place, "back-undo").hidden = true;
      part(place, "back-rows").replaceChildren();
    },
  };
}
