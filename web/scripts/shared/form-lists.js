// form-lists.js: gives the lists of a form as many elements as are wanted.
//
// Contract. The markup is that of web/templates/pages/fields.html. `elements` gives the elements of a list, `resize` adds
// blank ones at the end or removes the last ones. `fillLists` gives each list of a form as many elements as the values of a
// link name, and opens the folds of those that were open.

import { parts, set } from "./form-controls.js";

/** @typedef {import("./link.js").Pairs} Pairs */

const MOST_ELEMENTS = 100;

/** @param {HTMLElement} list */
export function elements(list) {
  return [...(list.querySelector(":scope > [data-elements]")?.children ?? [])];
}

/** @param {HTMLElement} list @param {number} count */
export function resize(list, count) {
  const holder = /** @type {HTMLElement} */ (list.querySelector(":scope > [data-elements]"));
  const blank = /** @type {HTMLTemplateElement} */ (list.querySelector(":scope > template"));
  while (holder.children.length > count) holder.lastElementChild?.remove();
  const wanted = Math.min(count, MOST_ELEMENTS);
  const row = holder.children.length < wanted ? rowMaker(blank, list.dataset.token ?? "") : null;
  while (row && holder.children.length < wanted) {
    const copy = row(String(holder.children.length));
    for (const control of /** @type {NodeListOf<HTMLInputElement>} */ (copy.querySelectorAll("[data-rule]"))) {
      set(control, control.dataset.default ?? "");
    }
    holder.append(copy);
  }
  limits(list);
}

/** @param {HTMLElement} form @param {Map<string, string[]>} values */
export function fillLists(form, values) {
  const done = new Set();
  for (;;) {
    // A new element may contain lists, so the search starts over after each list.
    const list = [...parts(form)].find((part) => part.dataset.kind === "list" && !done.has(part));
    if (!list) return;
    done.add(list);
    const open = elements(list).map((element) => !!foldOf(element)?.open);
    resize(list, 0);
    resize(list, countFor(list, values));
    openElements(list, open.length === elements(list).length ? open : []);
  }
}

/** Opens the folds of these elements; if all are closed, the one that `data-opens` names: "first", "last" or none. @param {HTMLElement} list @param {boolean[]} open */
function openElements(list, open) {
  const folds = elements(list).map(foldOf);
  folds.forEach((fold, at) => {
    if (fold) fold.open = !!open[at];
  });
  const { opens } = list.dataset;
  const decisive = opens ? folds.at(opens === "last" ? -1 : 0) : null;
  if (decisive && !folds.some((fold) => fold?.open)) decisive.open = true;
}

/** The fold of a record in a list. @param {Element} element @returns {HTMLDetailsElement | null} */
function foldOf(element) {
  return element.querySelector(":scope > [data-element-fold]");
}

/** @param {HTMLElement} list @param {Map<string, string[]>} values @returns {number} */
function countFor(list, values) {
  const { name = "", default: preset = "[]" } = list.dataset;
  const prefix = `${name}.`;
  const inside = [...values.keys()].filter((key) => key.startsWith(prefix));
  if (inside.length) return 1 + Math.max(...inside.map((key) => Number.parseInt(key.slice(prefix.length), 10) || 0));
  const texts = values.get(name);
  if (texts) return texts.length === 1 && texts[0] === "" ? 0 : texts.length;
  const defaults = /** @type {Pairs} */ (JSON.parse(preset));
  for (const [key, text] of defaults) {
    const full = key ? prefix + key : name;
    values.set(full, [...(values.get(full) ?? []), text]);
  }
  return defaults.length ? countFor(list, values) : 0;
}

/** @param {HTMLElement} list */
function limits(list) {
  const count = elements(list).length;
  const add = /** @type {HTMLButtonElement} */ (list.querySelector(":scope > [data-add]"));
  add.disabled = count >= Number(list.dataset.most);
  for (const element of elements(list)) {
    const button = /** @type {HTMLButtonElement | null} */ (element.querySelector(":scope > [data-remove]"));
    if (button) button.disabled = count <= Number(list.dataset.least);
  }
}

/**
 * Gives a function that makes a row: a copy of the blank row with its index for each token.
 *
 * The attributes with a token are looked up once for all rows: a row of a sheet has hundreds of elements.
 *
 * @param {HTMLTemplateElement} blank @param {string} token
 */
function rowMaker(blank, token) {
  const places = [...blank.content.querySelectorAll("*")].flatMap((element, at) =>
    [...element.attributes].flatMap(({ name, value }) => (value.includes(token) ? [{ at, name, value }] : [])),
  );
  return (/** @type {string} */ index) => {
    const row = /** @type {DocumentFragment} */ (blank.content.cloneNode(true));
    const inside = row.querySelectorAll("*");
    for (const { at, name, value } of places) inside[at]?.setAttribute(name, value.replaceAll(token, index));
    for (const nested of row.querySelectorAll("template")) {
      nested.content.replaceChildren(rowMaker(nested, token)(index));
    }
    return row;
  };
}
