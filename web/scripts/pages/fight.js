// fight.js: the page of a game's fights: starts its features and connects them.
//
// Contract. The address says what is shown: without a state the list of kept fights, `#open=<id>` a kept one, `#new=1` a new
// one, `#with=<id>` a new one with that character, `#foe=<words>` a new one with a search for a foe, `#fight=` a preview of
// the fight in the link. A new fight is stored with its first event; its address is then `#open=<id>`. What the page shows of
// a fight is kept with the address, so going Back shows it again.

import { bindActions } from "../fight/actions.js";
import { createAddress } from "../fight/address.js";
import { bindDeclare } from "../fight/declare.js";
import { createDrawing } from "../fight/drawing.js";
import { charactersIn } from "../fight/events.js";
import { createListLines } from "../fight/list-lines.js";
import { createOpening } from "../fight/opening.js";
import { createPanels } from "../fight/panels.js";
import { createPins } from "../fight/pins.js";
import { createProposals } from "../fight/proposals.js";
import { createRewriting } from "../fight/rewriting.js";
import { createRoll } from "../fight/roll.js";
import { createRuntime } from "../fight/runtime.js";
import { createSaving } from "../fight/saving.js";
import { createFightSession } from "../fight/session.js";
import { createSetUp } from "../fight/set-up.js";
import { bindTotals } from "../fight/totals.js";
import { isTurning } from "../fight/views.js";
import { createRules } from "../pyrules.js";
import { section } from "../shared/controllers.js";
import { part, say } from "../shared/parts.js";
import { sentences } from "../shared/problems.js";
import { createRecordList } from "../shared/record-list.js";
import { scrollPadding } from "../shared/scroll-padding.js";
import { createTools } from "../shared/tools.js";
import { openCharacters } from "../storage/characters.js";
import { openFights } from "../storage/fights.js";
import { lastFight, writeSetting } from "../storage/settings.js";
import { createTableRulesStore } from "../storage/table-rules-store.js";
import { atRest } from "./page.js";

const root = /** @type {HTMLElement} */ (section("fight/actions"));
const view = /** @type {HTMLElement} */ (section("shared/record-list"));
const announcement = /** @type {HTMLElement} */ (document.querySelector("[data-announcement]"));
const system = root.dataset.fight ?? "";
const page = document.documentElement.dataset;

const rules = createRules();
rules.ready.catch(() => {}).then(() => document.dispatchEvent(new Event("python")));
const { request } = createRuntime(root, { rules, tell, again: () => opening.route() });
const [fights, characters] = await Promise.all([openFights(), openCharacters()]);
const list = createRecordList(view, fights, system, tell);
const lines = createListLines(view, { fights, request: rules.request, isShown: () => page.sheetView === "list" });
const address = createAddress();
const saving = createSaving(root, { fights, tell, keep: () => session.keep() });

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
    address.saved(fight.id, session.view);
    saving.saved();
  },
  conflict: saving.conflict,
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
const opening = createOpening(root, {
  ...{ view, system, fights, list, lines, session, address, request, roll, pins, setUp, close },
  opened: saving.opened,
  routed: () => files?.opened(),
});
// A player view that is open asks the fight's page.
atRest.then(() => tools.load("files")).catch(() => {});

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
  address.shown(shown);
}

/** What was undone, done again or changed. @param {string} text */
function done(text) {
  say(root, "done-words", text);
  tell(text);
}

/** Clears what was shown of a fight. */
function close() {
  panels.close();
  roll.close();
  files?.closed();
  saving.closed();
  drawing.clear();
  for (const hook of ["problem-words", "misfits", "done-words"]) say(root, hook, "");
  part(root, "preview").hidden = true;
}

/** A turn ends after its rolls are applied or dropped. @param {import("../storage/fights.js").FightEvent} event @returns {Promise<unknown>} */
async function send(event) {
  if (isTurning(event) && roll.settleFirst(() => send(event))) return;
  const before = session.view.panel;
  const isDone = await session.send(event);
  const opens = session.view.panel !== "" && session.view.panel !== before;
  const isRolled = event.do === "order" && session.view.panel === "";
  if (isDone && (isRolled || ["begin", "next"].includes(event.do)) && !opens) opening.showTop();
}

/** A new fight with the characters of this one, as they are stored now. */
async function startAgain() {
  const { events, cursor } = session.fight?.data ?? { events: [], cursor: 0 };
  const party = charactersIn(events.slice(0, cursor));
  history.pushState(null, "", "#new=1");
  await opening.route(true);
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
  opening.route(true);
});
part(root, "discard-preview").addEventListener("click", () => part(root, "to-list").click());
part(root, "again").addEventListener("click", startAgain);
window.addEventListener("hashchange", () => opening.route(true));
createTableRulesStore(system).watch(() => session.look({}));
fights.watch(async (change) => {
  await list.draw();
  if (session.fight && (!change || change.id === session.fight.id)) await session.refresh();
});
characters.watch(() => session.view.panel === "setup" && session.look({}));
for (const place of [view, root]) say(place, "storage-banner", fights.why);
opening.route();
