// sheet.js: the page of a game's characters: starts its features and connects them.
//
// Contract. The address says what is shown: without a state the list, else the character that sheet/source.js finds for it.
// A new character is stored with its first change, or by `[data-keep]`; its address is then `#open=<id>`.

import { offerOwnRows } from "../own/offer.js";
import { createRules } from "../pyrules.js";
import { section } from "../shared/controllers.js";
import { createTurns } from "../shared/latest-only.js";
import { part, say } from "../shared/parts.js";
import { createRecordList } from "../shared/record-list.js";
import { SHEET_STATUS_DELAY_MS } from "../shared/timeouts.js";
import { createTools } from "../shared/tools.js";
import { createAutosave, saveDrafts } from "../sheet/autosave.js";
import { createConflict } from "../sheet/conflict.js";
import { clearDerivedValues, showDerivedValues, showMost, showName } from "../sheet/derived-values.js";
import { showFightLink } from "../sheet/fight-link.js";
import { createSheetForm } from "../sheet/form.js";
import { createNews } from "../sheet/news.js";
import { createOdds } from "../sheet/odds.js";
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
const listTitle = document.title;
const schema = Number(newest);

const rules = createRules();
rules.ready.catch(() => {}).then(() => document.dispatchEvent(new Event("python")));
const characters = await openCharacters();
/** What happened to the drafts of earlier visits, as a sentence. */
let draftReport = await saveDrafts(characters);
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
// Keys, dropped files and the browser's own print command use them too.
atRest.then(() => tools.load("files")).catch(() => {});
/** The record of the character in the editor that another tab has stored. */
let conflicting = /** @type {import("../storage/characters.js").Character | null} */ (null);
/** The address of the character in the editor. */
let address = "";
let changedAt = new Date();
const turns = createTurns();
let timer = 0;

const asSaved = () => (characters.kept ? "Saved" : "Kept while this page is open");

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
  // A character that was closed meanwhile stays closed.
  if (location.hash === address) history.replaceState(null, "", (address = `#open=${record.id}`));
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
  route();
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

/** Shows what the address names. @param {boolean} [moved]  the reader has just followed a link @returns {Promise<void>} */
async function route(moved = false) {
  const isLatest = turns.begin();
  await autosave.flush();
  if (autosave.unsaved) {
    autosave.storeUnsaved();
    autosave.open(null);
    draftReport = await saveDrafts(characters);
  }
  const opens = location.hash.includes("=");
  const found = opens ? await source.find(location.hash) : null;
  if (!isLatest()) return;
  if (found && "elsewhere" in found) return location.replace(found.elsewhere);
  await list.draw();
  await files?.listed();
  if (!isLatest()) return;
  // The player typed meanwhile: that is saved before another character opens. On the same address it may be a conflict.
  if (autosave.unsaved) return moved ? route(moved) : autosave.flush();
  conflict.hide();
  shown.found = found && "data" in found ? found : null;
  shown.isValid = false;
  files?.opened(shown.found);
  if (found && "data" in found) openSheet(found);
  else {
    autosave.open(null);
    list.say(found?.why ?? draftReport);
    document.title = listTitle;
  }
  draftReport = "";
  page.sheetView = found && "data" in found ? "editor" : "list";
  delete page.sheetWaits;
  if (!moved) return;
  scrollTo(0, 0);
  const start = location.hash.startsWith("#new=") ? "#f-name" : `[data-view=${page.sheetView}] h1`;
  const place = /** @type {HTMLInputElement | null} */ (document.querySelector(start));
  place?.focus({ preventScroll: true });
  if (place instanceof HTMLInputElement) place.select();
}

/** @param {import("../sheet/source.js").Found} found */
function openSheet({ id, revision, updated, data, readonly }) {
  address = location.hash;
  autosave.open(readonly ? null : { system, schema, id }, revision, updated);
  sheet.lock(false);
  sheet.load(data, targetSelect.start());
  if (readonly) sheet.lock(true);
  say(form, "note", readonly || draftReport);
  news.draft(!revision && !readonly);
  news.status(revision ? asSaved() : "");
  showFightLink(form, revision && !readonly ? id : "", nameIn(data));
  clearDerivedValues(form);
  showName(form, nameIn(data));
  showMost(form);
  odds.forget(readonly);
  targetSelect.offer(list.entries(), id);
}

part(form, "keep").addEventListener("click", () => autosave.keep().then(() => form.querySelector("h1")?.focus()));
part(form, "to-list").addEventListener("click", (event) => {
  event.preventDefault();
  history.pushState(null, "", location.pathname);
  route(true);
});
window.addEventListener("hashchange", () => route(true));
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
  else if (revision > current.revision || (revision === current.revision && updated !== current.updated)) route();
  else {
    // The character was deleted and has been restored.
    conflict.hide();
    if (entry) news.status(asSaved());
  }
});
offerOwnRows(form, system);
for (const root of [view, form]) say(root, "storage-banner", characters.why);
rules.ready.catch(odds.broken);
route();
