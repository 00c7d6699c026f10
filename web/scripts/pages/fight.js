// fight.js: the page of a game's fights: starts its features and connects them.
//
// Contract. The address says what is shown: without a state the list of kept fights, `#open=<id>` a kept one, `#new=1` a new
// one, `#with=<id>` a new one with that character, `#foe=<words>` a new one with a search for a foe, `#fight=` a preview of
// the fight in the link. A new fight is stored with its first event; its address is then `#open=<id>`. What the page shows of
// a fight is kept with the address, so going Back shows it again.

import { createSlowNotice } from "../client/slow-notice.js";
import { bindActions } from "../fight/actions.js";
import { bindDeclare } from "../fight/declare.js";
import { createDrawing } from "../fight/drawing.js";
import { charactersIn } from "../fight/events.js";
import { fightOf, linkIn } from "../fight/link.js";
import { createListLines } from "../fight/list-lines.js";
import { createPanels } from "../fight/panels.js";
import { createPins } from "../fight/pins.js";
import { createProposals } from "../fight/proposals.js";
import { createRewriting } from "../fight/rewriting.js";
import { createRoll } from "../fight/roll.js";
import { createFightSession } from "../fight/session.js";
import { createSetUp } from "../fight/set-up.js";
import { characterIn, findFight, foeIn } from "../fight/source.js";
import { bindTotals } from "../fight/totals.js";
import { isTurning } from "../fight/views.js";
import { repairFiles } from "../offline/begin.js";
import { Canceled, createRules } from "../pyrules.js";
import { section } from "../shared/controllers.js";
import { createTurns } from "../shared/latest-only.js";
import { part, say } from "../shared/parts.js";
import { sentences } from "../shared/problems.js";
import { createRecordList } from "../shared/record-list.js";
import { scrollPadding } from "../shared/scroll-padding.js";
import { createTools } from "../shared/tools.js";
import { openCharacters } from "../storage/characters.js";
import { openFights } from "../storage/fights.js";
import { lastFight, writeSetting } from "../storage/settings.js";
import { createStorageStatus } from "../storage/storage-status.js";
import { createTableRulesStore } from "../storage/table-rules-store.js";
import { atRest } from "./page.js";

const CHANGED = "This fight was changed in another tab, and is shown as it is now. What you did last was not added.";
const DELETED = "This fight was deleted in another tab.";

const root = /** @type {HTMLElement} */ (section("fight/actions"));
const view = /** @type {HTMLElement} */ (section("shared/record-list"));
const announcement = /** @type {HTMLElement} */ (document.querySelector("[data-announcement]"));
const system = root.dataset.fight ?? "";
const page = document.documentElement.dataset;
const listTitle = document.title;

const rules = createRules();
rules.ready.catch(() => {}).then(() => document.dispatchEvent(new Event("python")));
const notice = createSlowNotice(rules, { slow: part(root, "slow"), tell, stopped: () => tell("Stopped.") });
const [fights, characters] = await Promise.all([openFights(), openCharacters()]);
const storageStatus = createStorageStatus();
const list = createRecordList(view, fights, system, tell);
const lines = createListLines(view, { fights, request: rules.request, isShown: () => page.sheetView === "list" });
const turns = createTurns();
/** The address of the open fight. */
let address = "";

const session = createFightSession(system, fights, {
  request,
  show,
  odds: (odds) => drawing.odds(odds),
  problem: (text) => {
    say(root, "problem-words", text);
    if (text) tell(text);
  },
  done,
  saved(fight) {
    part(root, "conflict").hidden = true;
    // A fight that was closed meanwhile stays closed.
    if (location.hash === address) {
      address = `#open=${fight.id}`;
      history.replaceState({ view: session.view }, "", address);
    }
    part(root, "kept").textContent = fights.kept ? "Saved" : "Kept while this page is open";
    if (fights.kept) storageStatus.ask();
  },
  conflict(stored) {
    say(root, "conflict-words", stored ? CHANGED : DELETED);
    part(root, "keep").hidden = !!stored;
    part(root, "conflict").hidden = false;
    tell(stored ? CHANGED : DELETED);
  },
});
const proposals = createProposals(system);
const pins = createPins(root, system, session.look);
const roll = createRoll(root, {
  ask: session.ask,
  send: session.send,
  look: session.look,
  view: () => session.view,
  kept: {
    get: () => proposals.get(session.fight?.id ?? ""),
    set: (proposal) => proposals.set(session.fight?.id ?? "", proposal),
  },
  tell,
});
const drawing = createDrawing(root, roll);
scrollPadding()(part(root, "part"));
const panels = createPanels(root);
const rewriting = createRewriting(root, session);
const nameOf = (/** @type {string} */ id) => session.shown?.names[id] ?? "";
/** Files, sharing and what comes after a fight, once their script is there. @type {ReturnType<typeof import("../fight/tools.js").bind> | null} */
let files = null;
const tools = createTools(
  { root, view, system, fights, characters, list, session, request, tell },
  {
    async files() {
      const { bind } = await import("../fight/tools.js");
      return { bind: (page) => (files = bind(page)) };
    },
    async join() {
      const { createJoin } = await import("../fight/join.js");
      const parts = { system, characters, ask: session.ask, send: session.send, tell, nameOf };
      return { bind: () => createJoin(root, parts) };
    },
  },
);
const setUp = createSetUp(root, session, () => tools.load("join"));
// A player view that is open asks the fight's page.
atRest.then(() => tools.load("files")).catch(() => {});

/** @param {object} request @returns {Promise<any>} */
async function request(request) {
  try {
    const reply = await notice.ask(request);
    part(root, "runtime").hidden = true;
    return reply;
  } catch (error) {
    if (!(error instanceof Canceled)) broken(error);
    return null;
  }
}

/** @param {unknown} error */
function broken(error) {
  part(root, "reason").textContent = error instanceof Error ? error.message : String(error);
  part(root, "runtime").hidden = false;
  part(root, "waits").hidden = true;
  tell("Python is not running; the page says why.");
}

/** @param {string} text */
function tell(text) {
  announcement.textContent = text;
}

/** @param {any} reply @param {import("../fight/session.js").View} shown @param {boolean} isNews */
function show(reply, shown, isNews) {
  const { opened, isClosed } = panels.follow(shown, !Object.keys(reply.names).length);
  if (opened || isClosed) roll.leave(!!opened);
  part(root, "waits").hidden = true;
  if (session.fight?.revision) writeSetting(lastFight(system), session.fight.id);
  root.dataset.revision = String(session.fight?.revision ?? 0);
  drawing.draw(reply.parts, opened);
  if (isClosed) drawing.closed();
  say(root, "misfits", sentences(reply.refused));
  if (shown.panel === "setup") setUp.draw();
  part(root, "preview").hidden = !session.fight?.isPreview;
  files?.follow(shown.panel);
  say(root, "done-words", "");
  if (isNews) tell(reply.line);
  if (location.hash === address) history.replaceState({ view: shown }, "");
}

/** What was undone, done again or changed. @param {string} text */
function done(text) {
  say(root, "done-words", text);
  tell(text);
}

/** What the address names. */
function found() {
  const link = linkIn(location.hash);
  if (!link) return findFight(fights, system, location.hash);
  part(root, "waits").hidden = false;
  delete page.sheetWaits;
  return fightOf(link, system, request);
}

/** Shows what the address names. @param {boolean} [moved]  the reader has just followed a link */
async function route(moved = false) {
  const isLatest = turns.begin();
  const opens = location.hash.includes("=");
  const at = opens ? await found() : null;
  if (!isLatest()) return;
  if (at && "elsewhere" in at) return location.replace(at.elsewhere);
  const fight = at && "fight" in at ? at.fight : null;
  if (!fight) {
    await list.draw();
    if (!isLatest()) return;
    if (at) writeSetting(lastFight(system), "");
    list.say(at && "why" in at ? at.why : "");
  }
  close();
  page.sheetView = fight ? "editor" : "list";
  document.title = fight ? `${fight.name} · ${listTitle}` : listTitle;
  delete page.sheetWaits;
  if (fight) await open(fight);
  else {
    session.open(null);
    lines.draw();
  }
  files?.opened();
  if (!moved || !isLatest()) return;
  scrollTo(0, 0);
  const heading = /** @type {HTMLElement} */ ((fight ? root : view).querySelector("h1"));
  heading.focus({ preventScroll: true });
}

function close() {
  address = location.hash;
  panels.close();
  roll.close();
  files?.closed();
  drawing.clear();
  for (const hook of ["problem-words", "misfits", "done-words"]) say(root, hook, "");
  for (const hook of ["conflict", "preview"]) part(root, hook).hidden = true;
  part(root, "kept").textContent = "";
}

/** @param {import("../fight/session.js").Opened} fight */
async function open(fight) {
  part(root, "fight-name").textContent = fight.name;
  part(root, "waits").hidden = false;
  if (fight.revision) part(root, "kept").textContent = fights.kept ? "Saved" : "Kept while this page is open";
  const start = { ...(history.state?.view ?? { panel: fight.data.events.length ? "" : "setup" }), pinned: pins.list() };
  const isOpen = await session.open(fight, start);
  // A player comes back to whose turn it is.
  if (isOpen && session.shown?.begun) showTop();
  if (isOpen) await roll.restore();
  const id = characterIn(address);
  if (isOpen && id) await setUp.add([id]);
  const words = foeIn(address);
  if (isOpen && words) await setUp.find(words);
}

/** Scrolls to the top part, which shows whose turn it is. */
function showTop() {
  const top = part(root, "part");
  // What sticks is in view already, so a browser would not scroll.
  top.style.position = "static";
  top.scrollIntoView({ block: "start", behavior: "instant" });
  top.style.position = "";
}

/** A turn ends after its rolls are applied or dropped. @param {import("../storage/fights.js").FightEvent} event @returns {Promise<unknown>} */
async function send(event) {
  if (isTurning(event) && roll.settleFirst(() => send(event))) return;
  const before = session.view.panel;
  const isDone = await session.send(event);
  const opens = session.view.panel !== "" && session.view.panel !== before;
  const isRolled = event.do === "order" && session.view.panel === "";
  if (isDone && (isRolled || ["begin", "next"].includes(event.do)) && !opens) showTop();
}

/** A new fight with the characters of this one, as they are stored now. */
async function startAgain() {
  const { events, cursor } = session.fight?.data ?? { events: [], cursor: 0 };
  const party = charactersIn(events.slice(0, cursor));
  history.pushState(null, "", "#new=1");
  await route(true);
  await setUp.add(party);
}

bindDeclare(root, {
  ask: session.ask,
  send: session.send,
  refuse: (problems) => say(root, "problem-words", sentences(problems)),
});
bindTotals(root, { ask: session.ask, send: (event) => session.send(event, { panel: "" }), tell });
bindActions(root, { ...session, send, ...rewriting, panel: () => session.view.panel });
part(root, "to-list").addEventListener("click", (event) => {
  event.preventDefault();
  history.pushState(null, "", location.pathname);
  route(true);
});
part(root, "keep").addEventListener("click", async () => {
  part(root, "conflict").hidden = true;
  await session.keep();
});
part(root, "keep-preview").addEventListener("click", async () => {
  if (await session.keep()) part(root, "part").focus({ preventScroll: true });
});
part(root, "discard-preview").addEventListener("click", () => part(root, "to-list").click());
part(root, "again").addEventListener("click", startAgain);
part(root, "retry").addEventListener("click", async () => {
  part(root, "runtime").hidden = true;
  await repairFiles();
  rules.restart().then(() => route(), broken);
});
window.addEventListener("hashchange", () => route(true));
createTableRulesStore(system).watch(() => session.look({}));
fights.watch(async (change) => {
  await list.draw();
  if (session.fight && (!change || change.id === session.fight.id)) await session.refresh();
});
characters.watch(() => session.view.panel === "setup" && session.look({}));
for (const place of [view, root]) say(place, "storage-banner", fights.why);
rules.ready.catch(broken);
route();
