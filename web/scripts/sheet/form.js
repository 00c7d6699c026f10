// sheet/form.js: one character's form: its pairs, its cards, and the numbers that were set by hand.
//
// Contract. `createSheetForm(form, changed)` binds all inputs; `changed(of)` is called after each change, of the "sheet" or
// of the "target" it goes against. `pairs()` is the sheet as it stands, right or wrong; what the form has no place for
// is kept as it came. `load(pairs, target)` makes the form say them. Pairs of the target have no prefix out here.

import { fill, read, set } from "../shared/form.js";
import { bindInputs } from "../shared/inputs.js";
import { createRowUndo } from "./row-undo.js";

/** @typedef {import("../shared/link.js").Pairs} Pairs */

const TARGET = "target.";
const NARROW = "(width < 56rem)";
/** On a phone a section with more than these is folded until it is wanted. */
const FEW = 3;
const FEW_CONDITIONS = 8;

/** @param {HTMLFormElement} form @param {(of: "sheet" | "target") => void} changed */
export function createSheetForm(form, changed) {
  /** What came with the sheet and has no input here. */
  let strange = /** @type {Pairs} */ ([]);

  bindInputs({
    form,
    changed(by) {
      if (by.closest(".odds")) return;
      told();
      changed(by.closest(".against") ? "target" : "sheet");
    },
  });

  const undo = createRowUndo(form, () => {
    told();
    changed("sheet");
  });

  form.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("[data-set-by-hand], [data-to-computed]") : null;
    const fold = /** @type {HTMLElement | null} */ (button?.closest("[data-derived]"));
    if (!button || !fold) return;
    const { value, reason } = byHand(fold);
    const on = button.hasAttribute("data-set-by-hand");
    set(value, on ? typed(value, fold.querySelector("[data-number]")?.textContent ?? "") : "");
    if (!on) set(reason, "");
    hands(fold);
    if (on) value.select?.();
    (on ? value : fold.querySelector("summary"))?.focus();
    changed("sheet");
  });

  /** What is folded says what stands in it, as far as that needs no Python. */
  function told() {
    for (const card of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-named]"))) {
      const name = /** @type {HTMLInputElement | null} */ (document.getElementById(`f-${card.dataset.named}`));
      const place = card.querySelector("[data-card-name]");
      if (place && name) place.textContent = name.value.trim() || "Unnamed";
    }
    const held = form.querySelectorAll(".holds .chip:has(:checked), .holds [data-card-name]");
    const holding = [...held].map((one) => one.textContent?.trim());
    write("[data-holding]", holding.join(", ") || "none");
    const more = [...form.querySelectorAll(".against .group .field")].map((field) => {
      const control = /** @type {HTMLInputElement} */ (field.querySelector("[data-kind]"));
      const shown = control instanceof HTMLSelectElement ? control.selectedOptions[0]?.text : control.value;
      return `${field.querySelector("label")?.textContent?.trim()} ${shown || control.placeholder}`;
    });
    write("[data-target-line]", more.join(" · "));
  }

  /** @param {string} selector @param {string} text */
  function write(selector, text) {
    const place = form.querySelector(selector);
    if (place) place.textContent = text;
  }

  return {
    /** @returns {Pairs} */
    pairs: () => [...read(form).filter(([key]) => !key.startsWith(TARGET)), ...strange],
    /** @returns {Pairs} */
    target: () =>
      read(form)
        .filter(([key]) => key.startsWith(TARGET))
        .map(([key, text]) => [key.slice(TARGET.length), text]),

    /** @param {Pairs} pairs @param {Pairs} target */
    load(pairs, target) {
      undo.forget();
      fill(form, [...pairs, .../** @type {Pairs} */ (target.map(([key, text]) => [TARGET + key, text]))]);
      const known = new Set(read(form).map(([key]) => key));
      strange = pairs.filter(([key]) => !known.has(key));
      told();
      for (const fold of /** @type {NodeListOf<HTMLDetailsElement>} */ (form.querySelectorAll("[data-derived]"))) {
        hands(fold);
        fold.open = false;
      }
      const narrow = matchMedia(NARROW).matches;
      for (const part of /** @type {NodeListOf<HTMLDetailsElement>} */ (form.querySelectorAll("[data-part]"))) {
        const chips = part.querySelectorAll("[data-kind=chips] input").length;
        part.open = !narrow || (part.querySelectorAll("[data-kind]").length <= FEW && chips <= FEW_CONDITIONS);
      }
    },

    /** What cannot be changed can still be read; a lock is taken off before the next sheet is loaded. @param {boolean} on */
    lock(on) {
      const parts = form.querySelectorAll(":is(.top, .rest) :is(input, select, textarea, button)");
      for (const part of /** @type {NodeListOf<HTMLInputElement>} */ (parts)) part.disabled = on;
    },
  };
}

/** Its inputs are there where it was set by hand. @param {HTMLElement} fold */
function hands(fold) {
  const on = byHand(fold).value.value !== "";
  /** @type {[string, boolean][]} */
  const shown = [
    ["hand", on],
    ["set-by-hand", !on],
    ["to-computed", on],
  ];
  for (const [hook, is] of shown) {
    const part = /** @type {HTMLElement | null} */ (fold.querySelector(`[data-${hook}]`));
    if (part) part.hidden = !is;
  }
}

/** @param {HTMLElement} fold */
export function byHand(fold) {
  const [value, reason] = fold.querySelectorAll("[data-hand] [data-kind]");
  return { value: /** @type {HTMLInputElement} */ (value), reason: /** @type {HTMLInputElement} */ (reason) };
}

/** What is shown, as one types or chooses it. @param {HTMLInputElement | HTMLSelectElement} control @param {string} shown */
function typed(control, shown) {
  if (control instanceof HTMLSelectElement) {
    return [...control.options].find((option) => option.text === shown)?.value ?? "";
  }
  const text = shown.replace("\u2212", "-");
  return /^\+\d+$/.test(text) ? text.slice(1) : text === "…" ? "" : text;
}
