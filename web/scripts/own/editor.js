// own/editor.js: the form of a player's own rows on the page of table rules.
//
// Contract. `createOwnEditor(form, ask)` fills the form that this script serves with the stored rows. Python checks every
// change. The change is stored when all rows can be used, and `[data-own-saved]` says so. A row that cannot be used is named
// at its input, in the form and when it was stored. A change is stored unchecked when the page closes before Python has
// answered: every page checks what it reads. A removed row can be put back, and the page says which characters use it.
// `load()` fills the form again.

import { fill, read } from "../shared/form.js";
import { bindInputs } from "../shared/inputs.js";
import { createTurns } from "../shared/latest-only.js";
import { showProblems } from "../shared/problems.js";
import { createRowUndo } from "../sheet/row-undo.js";
import { openCharacters } from "../storage/characters.js";
import { createOwnRowsStore, pairsOf, rowsOf, usersOf } from "../storage/own-rows.js";

/** @typedef {import("../shared/link.js").Pairs} Pairs */

const SAVED = "Saved on this device";
const UNCHECKED = `${SAVED}, unchecked: Python is not running.`;
const REFUSED = "Not saved: an input needs attention.";

/** @param {HTMLFormElement} form @param {(request: object) => Promise<any>} ask  of Python */
export function createOwnEditor(form, ask) {
  const game = form.dataset.own ?? "";
  const schema = Number(form.dataset.schema);
  const store = createOwnRowsStore(game);
  const turns = createTurns();
  let waiting = false;

  /** @param {string} hook @returns {HTMLElement} */
  const part = (hook) => /** @type {HTMLElement} */ (form.querySelector(`[data-own-${hook}]`));
  const pairs = () => pairsOf(rowsOf(read(form)));
  /** @param {Pairs} rows @param {number} [of]  their schema */
  const asked = (rows, of = schema) => ask({ kind: "own", system: game, schema: of, pairs: rows }).catch(() => null);

  async function load() {
    const kept = store.read();
    part("trouble").textContent = kept.trouble;
    part("trouble").hidden = !kept.trouble;
    undo.forget();
    enable(true);
    show(kept.pairs);
    if (!kept.open) enable(false);
    if (!kept.pairs.length) return;
    const isLatest = turns.begin();
    const reply = await asked(kept.pairs, kept.schema);
    if (!reply?.given || !isLatest()) return;
    if (kept.schema < schema) show(reply.given);
    draw(reply);
  }

  /** @param {boolean} on */
  function enable(on) {
    const controls = form.querySelectorAll("input, select, button");
    for (const control of /** @type {NodeListOf<HTMLInputElement>} */ (controls)) control.disabled = !on;
  }

  /** @param {Pairs} rows */
  function show(rows) {
    fill(form, rows);
    name();
  }

  async function changed() {
    const isLatest = turns.begin();
    waiting = true;
    name();
    part("saved").textContent = "";
    const reply = await asked(pairs());
    if (!isLatest()) return;
    waiting = false;
    if (reply) draw(reply);
    const kept = reply && !reply.ok ? REFUSED : store.write(reply ? reply.pairs : pairs());
    part("saved").textContent = kept || (reply ? SAVED : UNCHECKED);
  }

  /** @param {{problems: import("../shared/problems.js").Problem[], groups: Record<string, string>}} reply */
  function draw({ problems, groups }) {
    showProblems(form, problems);
    for (const summary of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-summary]"))) {
      summary.textContent = groups[summary.dataset.summary ?? ""] ?? "";
    }
  }

  /** Writes the name of each row on its card. */
  function name() {
    for (const card of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-named]"))) {
      const input = /** @type {HTMLInputElement | null} */ (document.getElementById(`f-${card.dataset.named}`));
      const place = card.querySelector("[data-card-name]");
      if (place && input) place.textContent = input.value.trim() || "Unnamed";
    }
  }

  bindInputs({ form, changed });
  const undo = createRowUndo(form, changed, ({ name: kind, label }) => whoUses(game, kind, label));
  store.watch(load);
  window.addEventListener("pagehide", () => {
    if (waiting) store.write(pairs());
  });
  load();

  return { game, schema, store, load, asked };
}

/** A sentence on the characters that use a removed row. @param {string} game @param {string} kind @param {string} name */
async function whoUses(game, kind, name) {
  const characters = await openCharacters();
  const users = await characters.all(game).then(
    (all) => usersOf({ kind, name }, all),
    () => null,
  );
  characters.close();
  if (!users) return "";
  if (!users.length) return "No character on this device uses it.";
  const listed = new Intl.ListFormat("en").format(users);
  return `${listed} ${users.length > 1 ? "use" : "uses"} it, with values of ${users.length > 1 ? "their" : "its"} own that stay.`;
}
