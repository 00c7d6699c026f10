// sheet/form.js: the form of one character: its pairs, its cards, and its overridden values.
//
// Contract. `createSheetForm(form, changed)` binds all inputs; `changed(of)` is called after each change of the "sheet" or
// of the "target" of its acts. `pairs()` gives the sheet as it is, valid or not, with the pairs that have no input here.
// `load(pairs, target)` fills the form. Pairs of the target have no prefix outside of this module.

import { fill, fillSome, read } from "../shared/form.js";
import { set } from "../shared/form-controls.js";
import { bindInputs } from "../shared/inputs.js";
import { createRowUndo } from "./row-undo.js";

/** @typedef {import("../shared/link.js").Pairs} Pairs */

const TARGET = "target.";
const FOE = "foe";
const NARROW = "(width < 56rem)";
/** On a phone, a section with more inputs or conditions than these starts closed. */
const FEW = 3;
const FEW_CONDITIONS = 8;

/** @param {HTMLFormElement} form @param {(of: "sheet" | "target") => void} changed */
export function createSheetForm(form, changed) {
  /** Pairs of the sheet that have no input here. */
  let unknownPairs = /** @type {Pairs} */ ([]);

  bindInputs({
    form,
    changed(by) {
      if (by.closest(".odds")) return;
      if (by instanceof HTMLInputElement && by.name === FOE && by.checked) startFoe();
      showSummaries();
      changed(by.closest(".target") ? "target" : "sheet");
    },
  });

  const undo = createRowUndo(form, () => {
    showSummaries();
    changed("sheet");
  });

  form.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("[data-set-by-hand], [data-to-computed]") : null;
    const fold = /** @type {HTMLElement | null} */ (button?.closest("[data-derived]"));
    if (!button || !fold) return;
    const { value, reason } = overrideInputs(fold);
    const on = button.hasAttribute("data-set-by-hand");
    set(value, on ? inputText(value, fold.querySelector("[data-number]")?.textContent ?? "") : "");
    if (!on) set(reason, "");
    showOverride(fold);
    if (on) value.select?.();
    (on ? value : fold.querySelector("summary"))?.focus();
    changed("sheet");
  });

  /** A sheet that becomes that of a foe gets the values of a new foe for inputs at their default. */
  function startFoe() {
    const given = /** @type {Pairs} */ (JSON.parse(form.dataset.newFoe ?? "[]"));
    const now = new Map(read(form));
    const presets = [.../** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[name][data-default]"))];
    const preset = new Map(presets.map((input) => [input.getAttribute("name"), input.dataset.default]));
    fillSome(
      form,
      given.filter(([key]) => now.get(key) === preset.get(key)),
    );
  }

  /** Updates the summaries of folds that need no Python. */
  function showSummaries() {
    for (const card of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-named]"))) {
      const name = /** @type {HTMLInputElement | null} */ (document.getElementById(`f-${card.dataset.named}`));
      const place = card.querySelector("[data-card-name]");
      if (place && name) place.textContent = name.value.trim() || "Unnamed";
    }
    const held = form.querySelectorAll(".holds .chip:has(:checked), .holds [data-card-name]");
    const holding = [...held].map((one) => one.textContent?.trim());
    write("[data-holding]", holding.join(", ") || "none");
    const more = [...form.querySelectorAll(".target .group .field")].map((field) => {
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
    pairs: () => [...read(form).filter(([key]) => !key.startsWith(TARGET)), ...unknownPairs],
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
      unknownPairs = pairs.filter(([key]) => !known.has(key));
      showSummaries();
      for (const fold of /** @type {NodeListOf<HTMLDetailsElement>} */ (form.querySelectorAll("[data-derived]"))) {
        showOverride(fold);
        fold.open = false;
      }
      const narrow = matchMedia(NARROW).matches;
      for (const part of /** @type {NodeListOf<HTMLDetailsElement>} */ (form.querySelectorAll("[data-part]"))) {
        const chips = part.querySelectorAll("[data-kind=chips] input").length;
        part.open = !narrow || (part.querySelectorAll("[data-kind]").length <= FEW && chips <= FEW_CONDITIONS);
      }
    },

    /** Disables all inputs of a read-only sheet. The next sheet is loaded unlocked. @param {boolean} on */
    lock(on) {
      const parts = form.querySelectorAll(":is(.top, .rest) :is(input, select, textarea, button)");
      for (const part of /** @type {NodeListOf<HTMLInputElement>} */ (parts)) part.disabled = on;
    },
  };
}

/** Shows the override inputs of an overridden value, else the button that overrides it. @param {HTMLElement} fold */
function showOverride(fold) {
  const on = overrideInputs(fold).value.value !== "";
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
export function overrideInputs(fold) {
  const [value, reason] = fold.querySelectorAll("[data-hand] [data-kind]");
  return { value: /** @type {HTMLInputElement} */ (value), reason: /** @type {HTMLInputElement} */ (reason) };
}

/** The input text of a shown value. @param {HTMLInputElement | HTMLSelectElement} control @param {string} shown */
function inputText(control, shown) {
  if (control instanceof HTMLSelectElement) {
    return [...control.options].find((option) => option.text === shown)?.value ?? "";
  }
  const text = shown.replace("\u2212", "-");
  return /^\+\d+$/.test(text) ? text.slice(1) : text === "…" ? "" : text;
}
