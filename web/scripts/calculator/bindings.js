// bindings.js: fills a calculator's form from a character on this device, and follows changes of the character.
//
// Contract. `bindToCharacter(session, line, exampleLine)` opens the characters of this device, continues with the active
// character (active-character.js) and draws the line above the inputs (character-line.js), the marks (source-marks.js) and
// the lines of both sides in the headline (standing-line.js). Python computes which value fills which input (kind "fill").
// Choosing a character fills all inputs that the character determines. Choosing another weapon, target or condition fills
// the inputs that this changes. A change of the sheet in another tab keeps what the player entered. An input that the sheet
// cannot fill gets its default or is marked as the example's; what the player entered there stays (entered-inputs.js).
// "none" removes the marks and keeps the values. The address remains the state of the calculator: it says nothing about the
// character.

import { fill, read } from "../shared/form.js";
import { createTurns } from "../shared/latest-only.js";
import { format, parse } from "../shared/link.js";
import { activeCharacter, expectValues, NUMBERS, setActiveCharacter } from "../storage/active-character.js";
import { tableRules } from "../storage/table-rules-store.js";
import { createCharacterLine } from "./character-line.js";
import { createEnteredInputs } from "./entered-inputs.js";
import { openFillSources, shows } from "./fill-sources.js";
import { differing, fillsOf, keptFills, stillEntered, withInput } from "./fill-values.js";
import { bindHarm } from "./harm.js";
import { createSourceMarks } from "./source-marks.js";
import { createStandingLine } from "./standing-line.js";

/** @typedef {import("../shared/link.js").Pairs} Pairs */
/** @typedef {import("./fill-values.js").Fills} Fills */
/** @typedef {import("./fill-sources.js").Held} Held */
/** @typedef {import("../storage/active-character.js").Came} Came */
/** @typedef {import("./fill-values.js").How | "marks"} How  "marks": only the marks change */

/** @param {import("./session.js").Session} session @param {HTMLElement} line @param {import("./example-line.js").ExampleLine} exampleLine */
export async function bindToCharacter(session, line, exampleLine) {
  const { form } = session;
  const { dataset } = document.documentElement;
  const system = dataset.system ?? "";
  const entered = createEnteredInputs(form, session.example());
  const sources = await openFillSources(system, session.ask);
  const marks = createSourceMarks(session, entered.keys);
  const standing = createStandingLine(session);
  const view = createCharacterLine(line, { pick, setCounted, fill: () => start(offered ?? "") });
  let others = /** @type {import("./fill-sources.js").Choosable[]} */ ([]);
  let me = /** @type {Held | null} */ (null);
  let target = /** @type {Held | null} */ (null);
  let weapon = 0;
  let without = /** @type {Set<string>} */ (new Set());
  let fills = /** @type {Fills} */ (new Map());
  /** Inputs whose value came with the address, not from the sheet. */
  let unmarked = /** @type {Set<string>} */ (new Set());
  /** The id of the character that could fill the form of a link. */
  let offered = /** @type {string | null} */ (null);
  /** The numbers of a target without a sheet, entered on the character's page. */
  let numbers = /** @type {Pairs | undefined} */ (undefined);
  const turns = createTurns();

  async function drawOptions() {
    const options = await sources.options();
    others = options.filter(([id]) => id !== me?.id);
    view.characters(options, me?.id ?? "");
    const all = /** @type {typeof others} */ (numbers ? [[NUMBERS, "as on the sheet"], ...others] : others);
    view.targets(all, target?.id ?? "");
  }

  /** @param {string} id @returns {Promise<Held | null>} */
  async function targetOf(id) {
    if (id !== NUMBERS) return sources.held(id);
    return numbers ? { id, name: "Target", revision: 0, updated: "", data: numbers } : null;
  }

  /** Shows the choice in the line, and remembers it for the next page. */
  function showChoice() {
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

  /** @param {string} id  the id of a character; empty: none */
  async function start(id) {
    offered = null;
    without = new Set();
    if (me?.id !== id) {
      weapon = 0;
      numbers = undefined;
      if (target?.id === NUMBERS) target = null;
    }
    me = await sources.held(id);
    if (me && target?.id === me.id) target = null;
    await drawOptions();
    if (me) return update("all");
    clear();
  }

  /** Ends the connection to the character. @param {string} [why] */
  function clear(why = "") {
    turns.drop();
    me = target = null;
    numbers = undefined;
    setActiveCharacter(system, null);
    showChoice();
    setNoSources();
    view.conditions([]);
    view.say(why ? [why] : []);
    showFigures();
  }

  /** @param {Fills} given @param {Set<string>} without @param {import("./fill-values.js").UnfilledInput[] | null} unfilled */
  function setSources(given, without, unfilled) {
    [fills, unmarked] = [given, without];
    marks.setSources(given, without, unfilled ?? []);
    exampleLine.setUnfilled(unfilled, entered.keys);
  }

  /** Marks no input as filled by a character. */
  function setNoSources() {
    setSources(new Map(), new Set(), null);
    standing.setLines([], { me: "", target: "" }, entered.keys);
  }

  /** @param {How} how @param {Came} [came] */
  async function update(how, came) {
    if (!me) return;
    showChoice();
    const isLatest = turns.begin();
    const reply = await requestFill(me, isLatest, how).catch(session.broken);
    if (!isLatest()) return;
    if (!reply?.ok) {
      // The character fills no input, so the page calls its values an example.
      if (session.showsExample()) setNoSources();
      view.say(reply?.notes ?? reply?.problems?.map((/** @type {{text: string}} */ one) => one.text) ?? []);
      return showFigures();
    }
    const now = read(form);
    const given = fillsOf(reply, me.name, target?.name ?? "");
    if (how === "marks") setSources(given, came?.act ? differing(given, now) : new Set(came?.left), reply.resting);
    else {
      const keys = entered.keys();
      const kept = keptFills(given, { fills, unmarked, entered: keys }, now, how);
      refill(kept.reduce((pairs, one) => withInput(pairs, one, now), /** @type {Pairs} */ (reply.pairs)));
      entered.reset(stillEntered(keys, given, kept));
      setSources(given, new Set(kept.flatMap(({ key }) => (unmarked.has(key) ? [key] : []))), reply.resting);
    }
    standing.setLines(reply.status, { me: me.name, target: target?.name ?? "" }, entered.keys);
    weapon = reply.weapon;
    view.weapons(reply.weapons, weapon);
    view.conditions(reply.conditions);
    view.say(reply.notes, reply.conditions);
    if (how === "marks") return remember();
    showFigures("");
    session.changed();
  }

  /** Repeats the request until its reply belongs to the current form. @param {Held} character @param {() => boolean} isLatest @param {How} how */
  async function requestFill(character, isLatest, how) {
    for (;;) {
      const pairs = read(form);
      const opponent = target ? { target: { [target.id === NUMBERS ? "pairs" : "sheet"]: target.data } } : {};
      const request = {
        kind: "fill",
        pairs,
        sheet: character.data,
        weapon,
        without: [...without],
        own: [...entered.keys()],
        as_is: how === "marks",
        ...opponent,
        ...tableRules(system),
      };
      const reply = await session.ask(request);
      if (!isLatest() || format(pairs) === format(read(form))) return reply;
    }
  }

  /** Fills the form; the focused input keeps the focus. @param {Pairs} pairs */
  function refill(pairs) {
    const focused = document.activeElement;
    const texts = new Map(summaries(form).map((summary) => [summary.dataset.summary, summary.textContent]));
    fill(form, pairs);
    // A summary keeps its text until the answer arrives, so that nothing moves twice.
    for (const summary of summaries(form)) summary.textContent ||= texts.get(summary.dataset.summary) ?? "";
    if (focused?.id && !focused.isConnected) document.getElementById(focused.id)?.focus({ preventScroll: true });
  }

  /** @param {string} what @param {string} value */
  async function pick(what, value) {
    if (what === "id") return start(value);
    if (what === "weapon") weapon = Number(value);
    else target = await targetOf(value);
    update("pick");
  }

  /** Includes a condition, or leaves it out. @param {string} id @param {boolean} on */
  function setCounted(id, on) {
    if (on) without.delete(id);
    else without.add(id);
    update("pick");
  }

  function remember() {
    if (me)
      expectValues(system, location.href, { left: [...unmarked], without: [...without], own: [...entered.keys()] });
  }

  /** Shows the figures that waited for the character. @param {"" | undefined} [until]  "": with the next answer */
  function showFigures(until) {
    if (dataset.waits === "sheet" && until === undefined) delete dataset.waits;
    else if (dataset.waits === "sheet") dataset.waits = until;
  }

  /** The entered inputs that this page shares with a tab. @param {HTMLAnchorElement} tab */
  function sharedKeys(tab) {
    const names = tab.dataset.sharedInputs?.split(" ") ?? [];
    return [...entered.keys()].filter((key) => !unmarked.has(key) && names.includes(key.split(".")[0] ?? ""));
  }

  async function refresh() {
    const before = [me?.revision, target?.revision].join();
    if (target) target = await targetOf(target.id);
    const fresh = me && (await sources.held(me.id));
    if (me && !fresh) clear(`${me.name} is not on this device any more; the values stay.`);
    me = fresh;
    await drawOptions();
    if (me && before !== [me.revision, target?.revision].join()) await update("sheet");
    else showChoice();
  }

  session.on("change", marks.draw);
  session.on("link", remember);
  session.on("example", () => {
    entered.reset([]);
    if (me) start("");
  });
  sources.watch(refresh);
  bindHarm(session, {
    me: () => me,
    target: () => (target?.id === NUMBERS ? null : target),
    save: sources.save,
    refresh,
  });
  for (const tab of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[data-shared-inputs]"))) {
    tab.addEventListener("click", () => me && expectValues(system, tab.href, { fill: true, own: sharedKeys(tab) }));
  }

  // The link to the next step after a roll continues with the same character.
  document.getElementById("tool-roll")?.addEventListener("click", ({ target: clicked }) => {
    const next = clicked instanceof Element ? clicked.closest("a[data-next]") : null;
    if (!me || !(next instanceof HTMLAnchorElement)) return;
    const rolled = (next.dataset.next ?? "").split(" ").filter(Boolean);
    expectValues(system, next.href, { fill: true, own: [...entered.keys(), ...rolled] });
  });

  const choice = activeCharacter(system);
  const fromLink = dataset.chosen === "link";
  const character = choice && (await sources.held(choice.id));
  if (choice && !fromLink && character) {
    const came = choice.at?.[location.pathname];
    me = character;
    weapon = choice.weapon;
    numbers = choice.numbers;
    target = choice.target === me.id ? null : await targetOf(choice.target);
    await drawOptions();
    if (came && location.hash && came.hash === location.hash) entered.reset(came.own ?? []);
    if (dataset.waits === "sheet") return update(came?.fill ? "carried" : "all", came);
    without = new Set(came?.without);
    return update("marks", came);
  }
  await drawOptions();
  if (!character) return clear();
  offered = character.id;
  entered.reset([...entered.keys(), ...(parse(location.hash) ?? []).map(([key]) => key)]);
}

/** The summaries of the folds. @param {HTMLElement} form @returns {HTMLElement[]} */
function summaries(form) {
  return [.../** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-summary]"))];
}
