// sheet.js: the page of a game's characters: starts its features and connects them.
//
// Contract. The address says what is shown: without a state the list, else the character that sheet/source.js finds for it.
// A new character is stored with its first change, or by `[data-keep]`; its address is then `#open=<id>`.

import { offerOwnRows } from "../own/offer.js";
import { createRules } from "../pyrules.js";
import { section } from "../shared/controllers.js";
import { part, say } from "../shared/parts.js";
import { createRecordList } from "../shared/record-list.js";
import { SHEET_STATUS_DELAY_MS } from "../shared/timeouts.js";
import { createTools } from "../shared/tools.js";
import { createAutosave, saveDrafts } from "../sheet/autosave.js";
import { createConflict } from "../sheet/conflict.js";
import { showDerivedValues, showMost, showName } from "../sheet/derived-values.js";
import { showFightLink } from "../sheet/fight-link.js";
import { createSheetForm } from "../sheet/form.js";
import { createNews } from "../sheet/news.js";
import { createOdds } from "../sheet/odds.js";
import { createOpening } from "../sheet/opening.js";
import { createSource } from "../sheet/source.js";
import { createTargetSelect } from "../sheet/target-select.js";
import { named, nameIn, newId } from "../storage/character-data.js";
import { openCharacters } from "../storage/characters.js";
import { createTableRulesStore, tableRules } from "../storage/table-rules-store.js";
import { atRest } from "./page.js";

const form = /** @type {HTMLFormElement} */ (section("sheet/form"));
const view = /** @type {HTMLElement} */ (section("shared/record-list"));
const announcement = /** @type {HTMLElement} */ (document.querySelector("[data-announcement]"));
const { sheet: system = "", schema: newest = "1" } = form.dataset;
const page = document.documentElement.dataset;
const schema = Number(newest);

const rules = createRules();
rules.ready.catch(() => {}).then(() => document.dispatchEvent(new Event("python")));
const characters = await openCharacters();
/** What happened to the drafts of earlier visits, as a sentence. */
const draftReport = await saveDrafts(characters);
const news = createNews(form, characters, tell);
const tableRulesStore = createTableRulesStore(system);
const source = createSource(form, characters, rules);
const list = createRecordList(view, characters, system, tell);
const sheet = createSheetForm(form, (of) => (of === "target" ? targetSelect.changed() : changed()));
const targetSelect = createTargetSelect(form, { numbers: sheet.target, open: source.pairs, changed: () => odds.ask() });
const odds = createOdds(form, { rules, question, follow, wrong: news.wrong, tell });
const autosave = createAutosave(characters, { data: sheet.pairs, status: news.status, saved, conflict: showConflict });
const conflict = createConflict(form, { takeStored, keepCopy });
const edited = () => ({ id: autosave.current?.id ?? newId(), pairs: sheet.pairs() });
/** What is in the editor, and whether Python has answered for it. */
const shown = { found: /** @type {import("../sheet/source.js").Found | null} */ (null), isValid: false };
/** Files, parties, sharing, printing and what follows an act, once their script is there. @type {ReturnType<typeof import("../sheet/tools.js").bind> | null} */
let files = null;
const stored = () => (autosave.current?.revision ? { id: autosave.current.id, data: sheet.pairs() } : null);
const numbers = sheet.target;
const ask = odds.request;
const parts = { form, view, system, characters, news, ask, list, targetSelect, question, edited, stored, numbers };
const tools = createTools(
  { ...parts, shown: () => shown },
  {
    async files() {
      const { bind } = await import("../sheet/tools.js");
      return { bind: (page) => (files = bind(page)) };
    },
  },
);
const opening = createOpening(form, {
  ...{
    system,
    schema,
    characters,
    source,
    list,
    sheet,
    targetSelect,
    odds,
    autosave,
    conflict,
    news,
    shown,
    draftReport,
  },
  ...{ files: () => files, asSaved },
});
// Keys, dropped files and the browser's own print command use them too.
atRest.then(() => tools.load("files")).catch(() => {});
/** The record of the character in the editor that another tab has stored. */
let conflicting = /** @type {import("../storage/characters.js").Character | null} */ (null);
let changedAt = new Date();
let timer = 0;

function asSaved() {
  return characters.kept ? "Saved" : "Kept while this page is open";
}

function question() {
  return { system, pairs: sheet.pairs(), target: targetSelect.target(), ...tableRules(system) };
}

/** @param {any} reply */
function follow(reply) {
  showDerivedValues(form, reply);
  shown.isValid = true;
  files?.valid();
}

function changed() {
  changedAt = new Date();
  showName(form, nameIn(sheet.pairs()));
  showMost(form);
  autosave.changed();
  files?.changed();
  odds.ask();
}

/** Announces a text once the player pauses, not at every tap. @param {string} text */
function tell(text) {
  clearTimeout(timer);
  timer = setTimeout(
    () => (announcement.textContent = [text, part(form, "kept").textContent].join(" ")),
    SHEET_STATUS_DELAY_MS,
  );
}

/** @param {import("../storage/characters.js").Character} record */
async function saved(record) {
  opening.saved(record.id);
  if (autosave.current?.id === record.id) showFightLink(form, record.id, record.name);
  await news.saved();
}

/** @param {import("../storage/characters.js").Character | null} record */
function showConflict(record) {
  conflicting = record;
  if (!record) news.status("Not saved: it was deleted in another tab.");
  conflict.show(record, changedAt);
}

function takeStored() {
  autosave.open(null);
  if (!conflicting) history.replaceState(null, "", location.pathname);
  opening.route();
}

/** Stores the edited character as a copy, or again if it was deleted. */
async function keepCopy() {
  const id = conflicting ? newId() : (autosave.current?.id ?? newId());
  const pairs = sheet.pairs();
  const data = conflicting ? named(pairs, `${nameIn(pairs) || "Unnamed"} (copy)`) : pairs;
  sheet.load(data, sheet.target());
  showName(form, nameIn(data));
  conflict.hide();
  autosave.open({ system, schema, id });
  await autosave.keep();
  form.querySelector("h1")?.focus();
}

part(form, "keep").addEventListener("click", () => autosave.keep().then(() => form.querySelector("h1")?.focus()));
part(form, "to-list").addEventListener("click", (event) => {
  event.preventDefault();
  history.pushState(null, "", location.pathname);
  opening.route(true);
});
window.addEventListener("hashchange", () => opening.route(true));
tableRulesStore.watch(() => odds.ask());
characters.watch(async (change) => {
  await list.draw();
  await files?.listed();
  const current = autosave.current;
  if (!current || page.sheetView !== "editor") return;
  const entry = list.entries().find(({ id }) => id === current.id);
  const { revision = 0, updated = "" } = entry ?? {};
  if (change?.id !== current.id) targetSelect.offer(list.entries(), current.id);
  if (change && change.id !== current.id) return;
  // Saving unsaved changes reports the conflict.
  if (autosave.unsaved) autosave.flush();
  else if (current.revision && !entry) showConflict(null);
  else if (revision > current.revision || (revision === current.revision && updated !== current.updated))
    opening.route();
  else {
    // The character was deleted and has been restored.
    conflict.hide();
    if (entry) news.status(asSaved());
  }
});
offerOwnRows(form, system);
for (const root of [view, form]) say(root, "storage-banner", characters.why);
rules.ready.catch(odds.broken);
opening.route();
