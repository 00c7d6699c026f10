// row-undo.js: restores the list row, such as a weapon, that was just removed from a form.
//
// Contract. `createRowUndo(form, changed)` watches `[data-remove]`; call it after `bindInputs`. The section of this script
// then moves below the list and says what was removed. `[data-undo-row]` puts the row back in its old place, keeps later
// changes, and calls `changed()`. `forget()` ends the offer.

import { section } from "../shared/controllers.js";
import { fill, read } from "../shared/form.js";
import { elements } from "../shared/form-lists.js";

/** @typedef {import("../shared/link.js").Pairs} Pairs */
/** @typedef {{name: string, index: number, pairs: Pairs, label: string}} Row */

/** @param {HTMLFormElement} form @param {() => void} changed @param {(row: Row) => Promise<string>} [about]  a further sentence about the removed row */
export function createRowUndo(form, changed, about) {
  const banner = /** @type {HTMLElement} */ (section("sheet/row-undo", form));
  const words = /** @type {HTMLElement} */ (banner.querySelector("[data-row-words]"));
  const undo = /** @type {HTMLElement} */ (banner.querySelector("[data-undo-row]"));
  let row = /** @type {Row | null} */ (null);
  let pressed = false;

  // In the capture phase: before inputs.js removes the row.
  form.addEventListener(
    "click",
    ({ target }) => {
      const button = target instanceof Element ? target.closest("[data-remove]") : null;
      const list = /** @type {HTMLElement | null} */ (button?.closest("[data-kind=list]"));
      const element = button?.closest("[data-element]");
      pressed = !!list && !!element;
      if (list && element) row = rowOf(form, list, element);
    },
    true,
  );
  form.addEventListener("click", () => {
    if (!pressed || !row) return;
    pressed = false;
    const removed = row;
    words.textContent = `${row.label} is removed.`;
    about?.(removed).then((more) => row === removed && words.append(" ", more));
    outermost(form, row.name)?.querySelector(":scope > [data-add]")?.after(banner);
    banner.hidden = false;
    undo.focus();
  });
  undo.addEventListener("click", () => {
    if (!row) return;
    const { name, index } = row;
    fill(form, withRow(read(form), row));
    forget();
    const back = elements(/** @type {HTMLElement} */ (listOf(form, name)))[index];
    const fold = /** @type {HTMLDetailsElement | null | undefined} */ (back?.querySelector(":scope > details"));
    if (fold) fold.open = true;
    /** @type {HTMLElement | null | undefined} */ (back?.querySelector("summary, input, select"))?.focus();
    changed();
  });

  function forget() {
    row = null;
    banner.hidden = true;
  }

  return { forget };
}

/** @param {HTMLFormElement} form @param {HTMLElement} list @param {Element} element @returns {Row} */
function rowOf(form, list, element) {
  const { name = "" } = list.dataset;
  const index = elements(list).indexOf(element);
  const all = read(form);
  const within = all.filter(([key]) => key.startsWith(`${name}.${index}.`));
  const pairs = within.length ? within : all.filter(([key]) => key === name).slice(index, index + 1);
  const shown = element.querySelector("[data-card-name]")?.textContent ?? element.querySelector("input")?.value;
  return { name, index, pairs, label: shown?.trim() || "The row" };
}

/** The pairs of the form with a row in its old place; the rows after it move on by one. @param {Pairs} now @param {Row} row @returns {Pairs} */
function withRow(now, { name, index, pairs }) {
  const plain = pairs.some(([key]) => key === name);
  const same = now.filter(([key, text]) => key === name && (plain || text));
  const others = now
    .filter(([key]) => key !== name)
    .map(([key, text]) => /** @type {[string, string]} */ ([moved(key), text]));
  const values = same.length === 1 && !same[0]?.[1] ? [] : same;
  return [...others, ...(plain ? [...values.slice(0, index), ...pairs, ...values.slice(index)] : pairs)];

  /** @param {string} key */
  function moved(key) {
    if (!key.startsWith(`${name}.`)) return key;
    const [head, ...tail] = key.slice(name.length + 1).split(".");
    return [name, Number(head) >= index ? Number(head) + 1 : head, ...tail].join(".");
  }
}

/** @param {HTMLFormElement} form @param {string} name */
function listOf(form, name) {
  return /** @type {HTMLElement | null} */ (form.querySelector(`[data-kind=list][data-name="${CSS.escape(name)}"]`));
}

/** The list, or the outermost list around it: redrawing replaces the elements inside. @param {HTMLFormElement} form @param {string} name */
function outermost(form, name) {
  let list = listOf(form, name);
  for (
    let next = list;
    next;
    next = /** @type {HTMLElement | null} */ (next.parentElement?.closest("[data-kind=list]"))
  )
    list = next;
  return list;
}
