// form.js: reads a form as pairs of key and text, and fills the form from such pairs.
//
// Contract. The markup is that of web/templates/pages/fields.html. `read` gives every input as it is, valid or not. `fill`
// makes the form equal to a link: missing keys take their declared default, and lists get as many elements as the link
// names. Former names in `data-former` are read as the present ones. No function here knows what an input means. An input
// that a choice hides (conditional-inputs.js) is not read and keeps its value.

import { isHidden, showOnly } from "./conditional-inputs.js";
import { withPresentNames } from "./link.js";

/** @typedef {import("./link.js").Pairs} Pairs */

const MOST_ELEMENTS = 100;

/** @param {HTMLElement} form @param {{hidden?: boolean}} [also]  `hidden`: reads hidden inputs too @returns {Pairs} */
export function read(form, { hidden = false } = {}) {
  /** @type {Pairs} */
  const pairs = [];
  for (const part of parts(form)) {
    const { kind, name = "" } = part.dataset;
    if (part.closest("[data-inner][hidden]") || (!hidden && isHidden(part))) continue;
    if (kind === "list") {
      if (!elements(part).length) pairs.push([name, ""]);
    } else if (kind === "maybe") {
      if (!present(part).checked) pairs.push([name, ""]);
    } else if (kind === "chips") {
      const chosen = boxes(part).filter((box) => box.checked);
      pairs.push(...(chosen.length ? chosen.map((box) => /** @type {[string, string]} */ ([name, box.value])) : []));
      if (!chosen.length) pairs.push([name, ""]);
    } else {
      const control = /** @type {HTMLInputElement} */ (part);
      pairs.push([control.name, control.type === "checkbox" ? (control.checked ? "yes" : "no") : control.value]);
    }
  }
  return pairs;
}

/** @param {HTMLElement} form @param {Pairs} pairs */
export function fill(form, pairs) {
  /** @type {Map<string, string[]>} */
  const values = new Map();
  const { former } = form.dataset;
  const present = former ? withPresentNames(pairs, JSON.parse(former)) : pairs;
  for (const [key, text] of present) values.set(key, [...(values.get(key) ?? []), text]);
  fillLists(form, values);
  /** @type {Map<string, number>} */
  const used = new Map();
  for (const part of parts(form)) {
    const { kind, name = "", default: preset = "" } = part.dataset;
    if (kind === "list") continue;
    if (kind === "maybe") {
      const inside = [...values.keys()].some((key) => key.startsWith(`${name}.`));
      show(part, inside || (!values.has(name) && preset === "yes"));
    } else if (kind === "chips") {
      const chosen = values.get(name) ?? preset.split(" ");
      for (const box of boxes(part)) box.checked = chosen.includes(box.value);
    } else {
      const control = /** @type {HTMLInputElement} */ (part);
      const texts = values.get(control.name) ?? [];
      const inList = control.closest("[data-element]")?.parentElement?.closest("[data-name]");
      const at =
        inList instanceof HTMLElement && inList.dataset.name === control.name ? (used.get(control.name) ?? 0) : -1;
      used.set(control.name, at + 1);
      set(control, (at < 0 ? texts.at(-1) : texts[at]) ?? preset);
    }
  }
  showOnly(form);
}

/** Fills only the inputs that the pairs name. @param {HTMLElement} form @param {Pairs} pairs */
export function fillSome(form, pairs) {
  const named = new Map(pairs);
  for (const part of parts(form)) {
    const control = /** @type {HTMLInputElement} */ (part);
    const text = named.get(control.name);
    if (text !== undefined) set(control, text);
  }
  showOnly(form);
}

/** Empties these inputs. @param {HTMLElement} form @param {string[]} names */
export function empty(form, names) {
  for (const part of parts(form)) {
    if (part.dataset.kind === "maybe" && names.includes(part.dataset.name ?? "")) show(part, false);
    else if (names.includes(part.getAttribute("name") ?? "")) set(/** @type {HTMLInputElement} */ (part), "");
  }
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

/**
 * Adds an element. The new element copies the values of the last one, except texts such as names. In a list with
 * `data-starts-blank`, such as a list of events, the element has its defaults.
 *
 * @param {HTMLElement} list
 */
export function add(list) {
  const before = elements(list);
  const last = before.at(-1);
  resize(list, before.length + 1);
  const added = elements(list).at(-1);
  if (!last || !added || last === added || "startsBlank" in list.dataset) return;
  const texts = controls(last);
  controls(added).forEach((control, at) => {
    const like = texts[at];
    if (like && like.dataset.kind !== "text")
      set(control, like.type === "checkbox" ? (like.checked ? "yes" : "no") : like.value);
  });
  showOnly(added);
}

/** Removes an element and renumbers the ones after it. @param {HTMLElement} list @param {Element} element */
export function remove(list, element) {
  const form = /** @type {HTMLElement} */ (list.closest("form"));
  const index = elements(list).indexOf(element);
  const name = list.dataset.name ?? "";
  const rest = read(form, { hidden: true }).flatMap(([key, text], at, all) => {
    if (key === name) return all.slice(0, at).filter(([other]) => other === name).length === index ? [] : [[key, text]];
    if (!key.startsWith(`${name}.`)) return [[key, text]];
    const [head = "", ...tail] = key.slice(name.length + 1).split(".");
    if (Number(head) === index) return [];
    return [[[name, Number(head) > index ? Number(head) - 1 : head, ...tail].join("."), text]];
  });
  const pairs = /** @type {Pairs} */ (rest);
  // The folds after this one move up with their elements.
  element.remove();
  if (!pairs.some(([key]) => key === name || key.startsWith(`${name}.`))) pairs.push([name, ""]);
  fill(form, pairs);
}

/** @param {HTMLElement} list */
export function elements(list) {
  return [...(list.querySelector(":scope > [data-elements]")?.children ?? [])];
}

/** Shows or hides an optional record. @param {HTMLElement} part @param {boolean} on */
export function show(part, on) {
  present(part).checked = on;
  /** @type {HTMLElement} */ (part.querySelector(":scope > [data-inner]")).hidden = !on;
}

/** @param {HTMLElement} form */
function parts(form) {
  return /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-kind]"));
}

/** @param {Element} element @returns {HTMLInputElement[]} */
function controls(element) {
  return [...element.querySelectorAll("input, select")].map((control) => /** @type {HTMLInputElement} */ (control));
}

/** @param {HTMLElement} part */
function boxes(part) {
  return /** @type {HTMLInputElement[]} */ ([...part.querySelectorAll("input[type=checkbox]")]);
}

/** @param {HTMLElement} part */
function present(part) {
  return /** @type {HTMLInputElement} */ (part.querySelector(":scope > .chip > [data-present]"));
}

/** @param {HTMLInputElement} control @param {string} text */
export function set(control, text) {
  if (control.type === "checkbox") control.checked = ["yes", "true", "on", "1"].includes(text.toLowerCase());
  else if (control instanceof HTMLSelectElement) choose(control, text);
  else control.value = text;
}

/** A text that is no option of the select stays visible as an additional option. @param {HTMLSelectElement} select @param {string} text */
function choose(select, text) {
  select.querySelector("[data-foreign]")?.remove();
  if (![...select.options].some((option) => option.value === text)) {
    const foreign = new Option(text || "…", text);
    foreign.dataset.foreign = "";
    select.append(foreign);
  }
  select.value = text;
}

/** @param {HTMLElement} form @param {Map<string, string[]>} values */
function fillLists(form, values) {
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
