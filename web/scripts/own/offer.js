// own/offer.js: offers a player's own rows in a form, after those of the book.
//
// Contract. `offerOwnRows(form, game)` gives every `select[data-own-rows]`, also in blank rows of lists, a group *Yours* with
// the stored rows of its kind, and redraws the group when they change. The attribute is JSON: `kind`; `copies`, pairs of an
// input of the form and an input of the row (none: all are copied); and `only`, the rows that are offered. Choosing a row
// fills the form (shared/inputs.js): the form then holds the values, and no reference to the row.

import { createOwnRowsStore, rowsOf } from "../storage/own-rows.js";

/** @typedef {import("../storage/own-rows.js").Row} Row */
/** @typedef {{kind: string, copies: [string, string][], only: [string, string[]] | null}} Offer */

/** The option of a choice for what is in no table of the book. */
const OWN = "own";

/** @param {HTMLFormElement} form @param {string} game */
export function offerOwnRows(form, game) {
  const store = createOwnRowsStore(game);
  const draw = () => offer(form, rowsOf(store.read().pairs));
  store.watch(draw);
  draw();
}

/** @param {ParentNode} root @param {Row[]} rows */
function offer(root, rows) {
  for (const select of /** @type {NodeListOf<HTMLSelectElement>} */ (root.querySelectorAll("select[data-own-rows]"))) {
    offerIn(select, rows);
  }
  for (const blank of root.querySelectorAll("template")) offer(blank.content, rows);
}

/** @param {HTMLSelectElement} select @param {Row[]} rows */
function offerIn(select, rows) {
  const { kind, copies, only } = /** @type {Offer} */ (JSON.parse(select.dataset.ownRows ?? "{}"));
  const fitting = rows.filter((row) => row.kind === kind && (!only || only[1].includes(textOf(row, only[0]))));
  select.querySelector("[data-yours]")?.remove();
  if (fitting.length) select.append(group(fitting.map((row) => option(select, row, copies))));
  const place = /** @type {HTMLElement | null} */ (select.closest(".field"));
  // A chooser without rows of the book is shown only with own rows.
  if (place && "presets" in select.dataset) place.hidden = select.options.length < 2;
}

/** @param {HTMLOptionElement[]} options */
function group(options) {
  const yours = document.createElement("optgroup");
  yours.label = "Yours";
  yours.dataset.yours = "";
  yours.append(...options);
  return yours;
}

/** @param {HTMLSelectElement} select @param {Row} row @param {[string, string][]} copies */
function option(select, row, copies) {
  const pairs = copies.length ? copies.map(([into, of]) => [into, textOf(row, of)]) : row.pairs;
  const json = JSON.stringify(pairs);
  const isChooser = "presets" in select.dataset;
  const made = new Option(row.name || "Unnamed", isChooser ? json : OWN);
  if (!isChooser) made.dataset.pairs = json;
  return made;
}

/** @param {Row} row @param {string} input */
function textOf(row, input) {
  return row.pairs.find(([key]) => key === input)?.[1] ?? "";
}
