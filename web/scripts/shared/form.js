// form.js: reads a form as pairs of key and text, and fills the form from such pairs.
//
// Contract. The markup is that of web/templates/pages/fields.html. `read` gives every input as it is, valid or not. `fill`
// makes the form equal to a link: missing keys take their declared default, and lists get as many elements as the link
// names. Former names in `data-former` are read as the present ones. No function here knows what an input means. An input
// that a choice hides (conditional-inputs.js) is not read and keeps its value.

import { isHidden, showOnly } from "./conditional-inputs.js";
import { boxes, controls, parts, present, set, show } from "./form-controls.js";
import { elements, fillLists, resize } from "./form-lists.js";
import { withPresentNames } from "./link.js";

/** @typedef {import("./link.js").Pairs} Pairs */

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
