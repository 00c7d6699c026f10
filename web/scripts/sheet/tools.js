// sheet/tools.js: connects export, import, parties, sharing, printing and the links of acts to the page of characters.
//
// Contract. The page loads this script when it is at rest, or when one of these tools is used. `bind(parts)` binds the tools
// of the list and of the editor. Call `opened(found)` after a character was opened in the editor (null: none), `changed()`
// after each change, `valid()` after each valid answer, and `listed()` after the list was drawn. `[data-outcome]` of the view
// says what was done or what failed.

import { SCHEMAS } from "../paths.js";
import { part } from "../shared/parts.js";
import { nameIn, sameContent } from "../storage/character-data.js";
import { allOwnRows } from "../storage/own-rows.js";
import { tableRules } from "../storage/table-rules-store.js";
import { allTargets } from "../storage/targets.js";
import { bindActs } from "./act-links.js";
import { createChoose } from "./choose.js";
import { counted, createExport } from "./export.js";
import { createImport } from "./import.js";
import { createPrint } from "./print.js";
import { createShare } from "./share.js";

/** @typedef {import("../storage/database.js").Character} Character */
/** @typedef {import("./source.js").Found} Found */
/** @typedef {object} Parts
 * @property {HTMLFormElement} form
 * @property {HTMLElement} view
 * @property {string} system
 * @property {import("../storage/characters.js").Characters} characters
 * @property {ReturnType<typeof import("./news.js").createNews>} news
 * @property {(request: object) => Promise<any>} ask  sends a request to Python; a notice appears when the reply takes long
 * @property {ReturnType<typeof import("../shared/record-list.js").createRecordList>} list
 * @property {ReturnType<typeof import("./target-select.js").createTargetSelect>} targetSelect
 * @property {() => any} question  the request of the character in the editor
 * @property {() => {id: string, pairs: import("../shared/link.js").Pairs}} edited  the character in the editor as it is now
 * @property {() => import("./act-links.js").StoredCharacter | null} stored  the character in the editor, if it is kept
 * @property {() => import("../shared/link.js").Pairs} numbers  the target of the acts
 * @property {() => {found: Found | null, isValid: boolean}} shown  what is in the editor, and whether Python has answered for it
 */

const MADE_NEWER = "It was made by a newer Tableside.";
const NOT_MIGRATED = "It is from an older Tableside and could not be brought up to date.";
const NOT_DROPPED = "Nothing was brought in: that is done on the list of all characters.";

/** @param {Parts} parts */
export function bind(parts) {
  const { form, view, system, characters, news, ask, list, targetSelect, question, edited, shown } = parts;
  const games = JSON.parse(view.dataset.games ?? "{}");
  const backup = createExport(characters, news);
  /** @type {Found | null} */
  let open = null;

  /** @param {HTMLElement} root @param {string} text */
  function tell(root, text) {
    part(root, "outcome").textContent = text;
  }

  /** The character in the editor as it is now. @returns {Promise<Character | null>} */
  async function current() {
    if (!open) return null;
    const { id, pairs } = edited();
    const stored = await characters.get(open.readonly ? open.id : id).catch(() => null);
    if (open.readonly) return stored;
    const now = { schema: SCHEMAS[system], system, id, name: nameIn(pairs), data: pairs };
    const kept = !!stored && sameContent(stored, now);
    return kept ? stored : { ...now, revision: (stored?.revision ?? 0) + 1, updated: new Date().toISOString() };
  }

  /** @param {HTMLElement} root @param {Character[]} records @param {string | null} [party] @param {import("./file.js").OwnRows[]} [own] @param {import("./file.js").OwnRows[]} [targets] */
  async function give(root, records, party = null, own = [], targets = []) {
    list.say("");
    tell(root, "");
    await backup.give(records, party, own, targets).then(
      (done) => tell(root, done),
      (error) => tell(root, error.message),
    );
  }

  async function giveCurrent() {
    const record = await current();
    if (record) await give(form, [record]);
    else tell(form, "This character can only be looked at here.");
  }

  /** The request of a record, or why it has none. @param {Character} record */
  async function about(record) {
    const { schema, data } = record;
    const newest = SCHEMAS[record.system];
    if (!(schema <= newest)) return MADE_NEWER;
    const older = { kind: "migrate", system: record.system, schema, data };
    const reply = schema < newest ? await ask(older).catch(() => null) : { ok: true, data };
    if (!reply?.ok) return NOT_MIGRATED;
    const target = record.system === system ? { target: { pairs: targetSelect.start() } } : {};
    return { system: record.system, pairs: reply.data, ...target, ...tableRules(record.system) };
  }

  const print = createPrint({
    ask,
    question: () => (open && !open.readonly ? question() : null),
    about,
  });
  const share = createShare(form, { ask, current, give: giveCurrent });
  const choose = createChoose(view, {
    characters,
    games,
    system,
    give: (records, party) => give(view, records, party),
    async print(records) {
      tell(view, `${counted(records.length)}: the sheets are being drawn …`);
      tell(view, await print.several(records));
    },
    changed: () => open || print.forget(),
  });
  createImport(view, {
    characters,
    games,
    system,
    list,
    ask,
    brought: news.changed,
    elsewhere: () => tell(form, NOT_DROPPED),
  });

  async function printCurrent() {
    tell(form, "");
    tell(form, open?.readonly ? `Not printed. ${open.readonly}` : await print.printing());
  }

  part(form, "export").addEventListener("click", giveCurrent);
  part(form, "print").addEventListener("click", printCurrent);
  for (const button of document.querySelectorAll("[data-export-all]")) {
    button.addEventListener("click", async () => {
      give(button.closest("form") ?? view, await characters.all(), null, allOwnRows(), allTargets());
    });
  }
  part(view, "people-lists").addEventListener("click", async ({ target }) => {
    const button = target instanceof Element ? target.closest("[data-export-person]") : null;
    const id = /** @type {HTMLElement | null} */ (button?.closest("[data-id]"))?.dataset.id;
    const record = id ? await characters.get(id) : null;
    if (record) await give(view, [record]);
  });
  document.addEventListener("keydown", (event) => {
    const wanted =
      (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "p";
    if (!wanted || !(open || choose.chosen())) return;
    event.preventDefault();
    if (open) printCurrent();
    else choose.print();
  });

  /** @param {Found | null} found */
  function opened(found) {
    open = found;
    for (const root of [form, view]) tell(root, "");
    share.close();
    print.forget(!!found && !found.readonly);
  }

  bindActs(form, parts.stored, parts.numbers);
  const now = shown();
  opened(now.found);
  if (now.isValid) print.drawLater();
  return { opened, changed: share.changed, valid: print.drawLater, listed: choose.draw };
}
