// fight/join.js: brings fighters into the fight: characters and foes of this device, foes of the game's table, quick foes.
//
// Contract. `createJoin(root, handlers)` serves the section of this script. A tap on a character lets it join. A tap on a foe
// opens its row, where a tap on a number lets as many copies join (foe-row.js). `add(id)` lets a stored character
// join, or one copy of a stored foe. `draw(events)` lists what is stored, and disables the characters that are in the fight
// by these events. `find(words)` searches for a foe. joiners.js lists them, search.js finds rows, own-foes.js keeps foes,
// ready-made.js keeps ready-made characters.

import { section } from "../shared/controllers.js";
import { read } from "../shared/form.js";
import { createOrder } from "../shared/in-order.js";
import { bindInputs } from "../shared/inputs.js";
import { createJoiners } from "../shared/joiners.js";
import { part, say } from "../shared/parts.js";
import { sentences } from "../shared/problems.js";
import { createSearch } from "../shared/search.js";
import { isFoe } from "../storage/character-data.js";
import { charactersIn, fieldsOf } from "./events.js";
import { createFoeRow, showSheet } from "./foe-row.js";
import { createOwnFoes } from "./own-foes.js";
import { createReadyMade } from "./ready-made.js";

/** @typedef {import("../storage/fights.js").FightEvent} FightEvent */
/**
 * @typedef {object} Handlers
 * @property {string} system
 * @property {Pick<import("../storage/characters.js").Characters, "list" | "get" | "save">} characters
 * @property {(kind: string, more: object) => Promise<any>} ask
 * @property {(event: FightEvent) => Promise<unknown>} send
 * @property {(text: string) => void} tell
 * @property {(id: string) => string} nameOf  the name of a fighter who is there
 */

const PREFIX = "quick.";
const GONE = "This character is not on this device any more.";
const PARTY = "party";

/** @param {HTMLElement} root @param {Handlers} handlers */
export function createJoin(root, { system, characters, ask, send, tell, nameOf }) {
  const place = /** @type {HTMLElement} */ (section("fight/join", root));
  const howMany = /** @type {HTMLFormElement} */ (part(place, "how-many"));
  const quick = /** @type {HTMLFormElement} */ (part(place, "quick"));
  const fold = /** @type {HTMLDetailsElement} */ (quick.closest("details"));
  const ownFoes = createOwnFoes(root, { system, characters, ask, tell, kept: () => draw() });
  const search = createSearch(place, { chosen: choose, quick: openQuick, isEmpty: () => stock.isEmpty });
  const readyMade = createReadyMade(place, { system, characters, problem });
  const foeRow = createFoeRow(place);
  const stock = createJoiners(place, {
    system,
    characters,
    around: foeRow.around,
    where: "in this fight",
    foesOpen: true,
  });
  let events = /** @type {FightEvent[]} */ ([]);
  /** What was tapped and is not done yet. @type {Set<Element | null>} */
  const underWay = new Set();
  const order = createOrder();

  /** @param {string} text */
  function problem(text) {
    say(place, "join-problem", text);
    if (text) part(place, "join-problem").scrollIntoView({ block: "nearest" });
  }

  /** A second tap before the first is done counts for nothing. @param {Element | null} tapped @param {() => Promise<unknown>} work */
  async function once(tapped, work) {
    if (underWay.has(tapped)) return;
    underWay.add(tapped);
    await work().finally(() => underWay.delete(tapped));
  }

  /** One after another, because Python numbers the names. @param {object} join @returns {Promise<string>}  the names of those who have joined; empty if nobody has */
  const joined = (join) =>
    order.add(async () => {
      problem("");
      const reply = await ask("fight_join", { join });
      if (!reply) return "";
      if (!reply.ok) problem(sentences(reply.problems));
      if (!reply.ok || !(await send(reply.event))) return "";
      return reply.event.fighters.map((/** @type {{id: string}} */ { id }) => nameOf(id)).join(", ");
    });

  /** @param {string} id @returns {Promise<import("../storage/characters.js").Character | null>} */
  async function stored(id) {
    const record = await characters.get(id).catch(() => null);
    if (record?.system === system) return record;
    problem(GONE);
    return null;
  }

  /** @param {string} id */
  async function add(id) {
    const record = await stored(id);
    if (!record) return;
    const { schema, data } = record;
    await joined(isFoe(data) ? { own: { schema, data } } : { side: PARTY, character: { id, schema, data } });
  }

  /** @param {HTMLElement} row  of a stored or ready-made character */
  async function addRow(row) {
    const id = "pairs" in row.dataset ? await readyMade.keep(row) : row.dataset.joinId;
    if (id) await add(id);
  }

  /** The foe of the open row, as a request means it. */
  async function openFoe() {
    const { foe, joinId } = foeRow.row?.dataset ?? {};
    if (foe !== undefined) return { foe };
    const record = joinId === undefined ? null : await stored(joinId);
    return record && { own: { schema: record.schema, data: record.data } };
  }

  /** The foe that a form is about. @param {HTMLFormElement} form @returns {Promise<object | null>} */
  async function foeOf(form) {
    const fields = fieldsOf(form).filter(({ name }) => !name.startsWith(PREFIX));
    const given = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
    if (form !== quick) {
      const foe = await openFoe();
      return foe && { ...given, ...foe };
    }
    const pairs = read(form).flatMap(([key, text]) =>
      key.startsWith(PREFIX) ? [[key.slice(PREFIX.length), text]] : [],
    );
    return { ...given, quick: pairs };
  }

  /** @param {HTMLFormElement} form @param {number} count */
  async function addFoes(form, count) {
    const foe = await foeOf(form);
    const names = foe && (await joined({ ...foe, count }));
    if (names)
      say(form, "join-done", `Joined: ${names}${"hidden" in foe && foe.hidden ? ", hidden from players" : ""}.`);
  }

  /** @param {HTMLFormElement} form */
  async function keepFoe(form) {
    const foe = await foeOf(form);
    if (!foe) return;
    const { id, text } = await ownFoes.keep({ foe });
    if (!id) return problem(text);
    say(form, "join-done", text);
    showSheet(form, id);
    part(form, "own-sheet").focus();
  }

  /** The first row that a search has found. @param {HTMLElement} row */
  function choose(row) {
    if (!row.querySelector("[aria-expanded]")) return once(row, () => addRow(row));
    foeRow.open(row);
    /** @type {HTMLElement | null} */ (howMany.querySelector(".counts button"))?.focus();
  }

  /** @param {string} name */
  function openQuick(name) {
    const box = /** @type {HTMLInputElement | null} */ (quick.querySelector(`[name="${PREFIX}name"]`));
    fold.open = true;
    if (!box) return;
    box.value = name;
    box.focus();
  }

  async function draw(now = events) {
    events = now;
    await stock.draw(charactersIn(events));
    await readyMade.draw(stock.isEmpty);
    search.show();
  }

  for (const form of [howMany, quick]) {
    bindInputs({ form, changed() {} });
    form.addEventListener("submit", ({ submitter }) => {
      const count = Number(/** @type {HTMLButtonElement | null} */ (submitter)?.value ?? 1);
      once(form === quick ? quick : foeRow.row, () => addFoes(form, count));
    });
    part(form, "keep-foe").addEventListener("click", () => keepFoe(form));
  }
  quick.addEventListener("input", () => showSheet(quick, ""));
  place.addEventListener("click", ({ target }) => {
    const item = target instanceof Element ? target.closest(".joiner")?.parentElement : null;
    if (!item) return;
    if (!item.querySelector(".joiner[aria-expanded]")) once(item, () => addRow(item));
    else foeRow.open(item === foeRow.row ? null : item);
  });
  search.show();

  return { add, draw, find: search.find };
}
