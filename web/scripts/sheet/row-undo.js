// row-undo.js: puts back the row of a list, such as a weapon, that was just removed from a form.
//
// Contract. `createRowUndo(form, changed)` watches `[data-remove]`, after inputs.js was bound: `[data-row-removed]`, which
// then stands below its list, says what was removed and puts it back in its old place by `[data-undo-row]`; what was
// changed meanwhile stays. Then `changed()` is called. `forget()` ends the offer.

import { elements, fill, read } from "../shared/form.js";

/** @typedef {import("../shared/link.js").Pairs} Pairs */
/** @typedef {{name: string, index: number, pairs: Pairs, called: string}} Row */

/** @param {HTMLFormElement} form @param {() => void} changed @param {(row: Row) => Promise<string>} [about]  what else is to be said of it */
export function createRowUndo(form, changed, about) {
  const banner = /** @type {HTMLElement} */ (form.querySelector("[data-row-removed]"));
  const words = /** @type {HTMLElement} */ (banner.querySelector("[data-row-words]"));
  const undo = /** @type {HTMLElement} */ (banner.querySelector("[data-undo-row]"));
  let row = /** @type {Row | null} */ (null);
  let pressed = false;

  // Before it is gone.
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
    words.textContent = `${row.called} is removed.`;
    about?.(removed).then((more) => row === removed && words.append(" ", more));
    outermost(form, row.name)?.querySelector(":scope > [data-add]")?.after(banner);
    banner.hidden = false;
    undo.focus();
  });
  undo.addEventListener("click", () => {
    if (!row) return;
    const { name, index } = row;
    fill(form, putBack(read(form), row));
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
  return { name, index, pairs, called: shown?.trim() || "The row" };
}

/** The pairs of the form with a row in its old place, and those behind it one further. @param {Pairs} now @param {Row} row @returns {Pairs} */
function putBack(now, { name, index, pairs }) {
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

/** The list itself, or the list around it, whose elements are replaced. @param {HTMLFormElement} form @param {string} name */
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
