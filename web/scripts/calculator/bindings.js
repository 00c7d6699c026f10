// bindings.js: fills a calculator's form from a character on this device, and keeps it so.
//
// Contract. `bindToCharacter(session, line)` opens the device's characters, takes up the choice of this session
// (active-character.js) and draws line (character-line.js), marks (source-marks.js) and what the headline says of both sides
// (standing-line.js). What fills what is Python's to say (kind "fill"). To choose a character fills all that it determines;
// another weapon, target or condition changes what it changes; a change of the sheet in another tab leaves alone what was
// entered by hand. What the sheet does not say goes to its default, or is marked as the example's; what the player entered
// there stays (entered-inputs.js). "none" takes the marks away and leaves the values. The address stays the state of the
// calculator: nothing of all this is in it.

import { fill, read } from "../shared/form.js";
import { createTurns } from "../shared/latest-only.js";
import { format, parse } from "../shared/link.js";
import { activeCharacter, expectValues, NUMBERS, setActiveCharacter } from "../storage/active-character.js";
import { tableRules } from "../storage/table-rules-store.js";
import { createCharacterLine } from "./character-line.js";
import { createEnteredInputs } from "./entered-inputs.js";
import { openFillSources, shows } from "./fill-sources.js";
import { differing, fillsOf, keptOwn, replaced, staying } from "./fill-values.js";
import { bindHarm } from "./harm.js";
import { createSourceMarks } from "./source-marks.js";
import { createStandingLine } from "./standing-line.js";

/** @typedef {import("../shared/link.js").Pairs} Pairs */
/** @typedef {import("./fill-values.js").Fills} Fills */
/** @typedef {import("./fill-sources.js").Held} Held */
/** @typedef {import("../storage/active-character.js").Came} Came */
/** @typedef {import("./fill-values.js").How | "marks"} How  "marks": no value at all */

/** @param {import("./session.js").Session} session @param {HTMLElement} line @param {import("./example-line.js").ExampleLine} exampleLine */
export async function bindToCharacter(session, line, exampleLine) {
  const { form } = session;
  const { dataset } = document.documentElement;
  const system = dataset.system ?? "";
  const own = createEnteredInputs(form, session.example());
  const isOwn = (/** @type {string} */ key) => own.keys().has(key);
  const sheets = await openFillSources(system, session.ask);
  const marks = createSourceMarks(session, isOwn);
  const standing = createStandingLine(session);
  const view = createCharacterLine(line, { pick, count, fill: () => start(offered ?? "") });
  let others = /** @type {import("./fill-sources.js").Choosable[]} */ ([]);
  let me = /** @type {Held | null} */ (null);
  let target = /** @type {Held | null} */ (null);
  let weapon = 0;
  let without = /** @type {Set<string>} */ (new Set());
  let fills = /** @type {Fills} */ (new Map());
  /** What came with the address and is not the sheet's. */
  let left = /** @type {Set<string>} */ (new Set());
  /** Whom a stranger's link could be filled from. */
  let offered = /** @type {string | null} */ (null);
  /** The numbers of a target without a sheet, as they were entered on the character's page. */
  let numbers = /** @type {Pairs | undefined} */ (undefined);
  const turns = createTurns();

  async function list() {
    const options = await sheets.options();
    others = options.filter(([id]) => id !== me?.id);
    view.characters(options, me?.id ?? "");
    const all = /** @type {typeof others} */ (numbers ? [[NUMBERS, "as on the sheet"], ...others] : others);
    view.targets(all, target?.id ?? "");
  }

  /** @param {string} id @returns {Promise<Held | null>} */
  async function targetOf(id) {
    if (id !== NUMBERS) return sheets.held(id);
    return numbers ? { id, name: "Target", revision: 0, updated: "", data: numbers } : null;
  }

  /** What the line shows, and what goes along to the next page. */
  function show() {
    if (!me) return delete dataset.chosen;
    dataset.chosen = shows(me.data, !!target, others.length > 0 || !!numbers);
    setActiveCharacter(system, {
      ...activeCharacter(system),
      id: me.id,
      weapon,
      target: target?.id ?? "",
      numbers,
      shows: dataset.chosen,
    });
  }

  /** @param {string} id  a character's, or nothing */
  async function start(id) {
    offered = null;
    without = new Set();
    if (me?.id !== id) {
      weapon = 0;
      numbers = undefined;
      if (target?.id === NUMBERS) target = null;
    }
    me = await sheets.held(id);
    if (me && target?.id === me.id) target = null;
    await list();
    if (me) return update("all");
    drop();
  }

  /** From now on the values are nobody's. @param {string} [why] */
  function drop(why = "") {
    turns.drop();
    me = target = null;
    numbers = undefined;
    setActiveCharacter(system, null);
    show();
    takeNone();
    view.conditions([]);
    view.say(why ? [why] : []);
    release();
  }

  /** @param {Fills} given @param {Set<string>} unmarked @param {import("./fill-values.js").Resting[] | null} resting */
  function take(given, unmarked, resting) {
    [fills, left] = [given, unmarked];
    marks.take(given, unmarked, resting ?? []);
    exampleLine.take(resting, isOwn);
  }

  function takeNone() {
    take(new Map(), new Set(), null);
    standing.take([], { me: "", target: "" }, isOwn);
  }

  /** @param {How} how @param {Came} [came] */
  async function update(how, came) {
    if (!me) return;
    show();
    const isLatest = turns.begin();
    const reply = await asked(me, isLatest, how).catch(session.broken);
    if (!isLatest()) return;
    if (!reply?.ok) {
      // Nothing in the form is the character's: what it shows is the example, and is called so.
      if (session.showsExample()) takeNone();
      view.say(reply?.notes ?? reply?.problems?.map((/** @type {{text: string}} */ one) => one.text) ?? []);
      return release();
    }
    const now = read(form);
    const given = fillsOf(reply, me.name, target?.name ?? "");
    if (how === "marks") take(given, came?.act ? differing(given, now) : new Set(came?.left), reply.resting);
    else {
      const players = own.keys();
      const stay = staying(given, { fills, left, own: players }, now, how);
      refill(stay.reduce((pairs, one) => replaced(pairs, one, now), /** @type {Pairs} */ (reply.pairs)));
      own.lay(keptOwn(players, given, stay));
      take(given, new Set(stay.flatMap(({ key }) => (left.has(key) ? [key] : []))), reply.resting);
    }
    standing.take(reply.status, { me: me.name, target: target?.name ?? "" }, isOwn);
    weapon = reply.weapon;
    view.weapons(reply.weapons, weapon);
    view.conditions(reply.conditions);
    view.say(reply.notes, reply.conditions);
    if (how === "marks") return remember();
    release("");
    session.changed();
  }

  /** Python's answer to the form as it stands when it comes. @param {Held} whose @param {() => boolean} isLatest @param {How} how */
  async function asked(whose, isLatest, how) {
    for (;;) {
      const pairs = read(form);
      const against = target ? { target: { [target.id === NUMBERS ? "pairs" : "sheet"]: target.data } } : {};
      const request = {
        kind: "fill",
        pairs,
        sheet: whose.data,
        weapon,
        without: [...without],
        own: [...own.keys()],
        as_is: how === "marks",
        ...against,
        ...tableRules(system),
      };
      const reply = await session.ask(request);
      if (!isLatest() || format(pairs) === format(read(form))) return reply;
    }
  }

  /** Fills the form without taking the focus from the input in use. @param {Pairs} pairs */
  function refill(pairs) {
    const focused = document.activeElement;
    const summaries = new Map(folds(form).map((fold) => [fold.dataset.summary, fold.textContent]));
    fill(form, pairs);
    // They say what stood there until the answer comes: nothing moves twice.
    for (const fold of folds(form)) fold.textContent ||= summaries.get(fold.dataset.summary) ?? "";
    if (focused?.id && !focused.isConnected) document.getElementById(focused.id)?.focus({ preventScroll: true });
  }

  /** @param {string} what @param {string} value */
  async function pick(what, value) {
    if (what === "id") return start(value);
    if (what === "weapon") weapon = Number(value);
    else target = await targetOf(value);
    update("pick");
  }

  /** @param {string} id @param {boolean} on */
  function count(id, on) {
    if (on) without.delete(id);
    else without.add(id);
    update("pick");
  }

  function remember() {
    if (me) expectValues(system, location.href, { left: [...left], without: [...without], own: [...own.keys()] });
  }

  /** The figures have been kept back long enough. @param {"" | undefined} [until]  until the next answer */
  function release(until) {
    if (dataset.waits === "sheet" && until === undefined) delete dataset.waits;
    else if (dataset.waits === "sheet") dataset.waits = until;
  }

  /** What the player entered here that travels along. @param {HTMLAnchorElement} tab */
  function shared(tab) {
    const names = tab.dataset.carry?.split(" ") ?? [];
    return [...own.keys()].filter((key) => !left.has(key) && names.includes(key.split(".")[0] ?? ""));
  }

  async function follow() {
    const before = [me?.revision, target?.revision].join();
    if (target) target = await targetOf(target.id);
    const fresh = me && (await sheets.held(me.id));
    if (me && !fresh) drop(`${me.name} is not on this device any more; the values stay.`);
    me = fresh;
    await list();
    if (me && before !== [me.revision, target?.revision].join()) await update("sheet");
    else show();
  }

  session.on("change", marks.draw);
  session.on("link", remember);
  session.on("example", () => {
    own.lay([]);
    if (me) start("");
  });
  sheets.watch(follow);
  bindHarm(session, {
    me: () => me,
    target: () => (target?.id === NUMBERS ? null : target),
    save: sheets.save,
    refresh: follow,
  });
  for (const tab of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[data-carry]"))) {
    tab.addEventListener("click", () => me && expectValues(system, tab.href, { fill: true, own: shared(tab) }));
  }

  // The next step after a roll takes the same character along.
  document.getElementById("tool-roll")?.addEventListener("click", ({ target: clicked }) => {
    const next = clicked instanceof Element ? clicked.closest("a[data-next]") : null;
    if (!me || !(next instanceof HTMLAnchorElement)) return;
    const rolled = (next.dataset.next ?? "").split(" ").filter(Boolean);
    expectValues(system, next.href, { fill: true, own: [...own.keys(), ...rolled] });
  });

  const choice = activeCharacter(system);
  const stranger = dataset.chosen === "link";
  const whose = choice && (await sheets.held(choice.id));
  if (choice && !stranger && whose) {
    const came = choice.at?.[location.pathname];
    me = whose;
    weapon = choice.weapon;
    numbers = choice.numbers;
    target = choice.target === me.id ? null : await targetOf(choice.target);
    await list();
    if (came && location.hash && came.hash === location.hash) own.lay(came.own ?? []);
    if (dataset.waits === "sheet") return update(came?.fill ? "carried" : "all", came);
    without = new Set(came?.without);
    return update("marks", came);
  }
  await list();
  if (!whose) return drop();
  offered = whose.id;
  own.lay([...own.keys(), ...(parse(location.hash) ?? []).map(([key]) => key)]);
}

/** What folds say of what is in them. @param {HTMLElement} form @returns {HTMLElement[]} */
function folds(form) {
  return [.../** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-summary]"))];
}
