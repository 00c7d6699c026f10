// source-marks.js: marks the inputs that a sheet has filled, and those that still hold the example's value or a default.
//
// Contract. Marks are drawn in `[data-filling]`, named after the input; an input without such a place gets one above its
// problem. `setSources(fills, unmarked, unfilled)` gives what the sheet fills, by input, the inputs without a mark, and the
// inputs that neither the sheet nor the player supplies; empty arguments remove the marks. `enteredKeys` gives the inputs
// that the player has entered since. `draw()` follows the form: "Hessa: Weapon skill" while the input has the sheet's value,
// else "other than Hessa" with a button that restores it.

import { fill, read } from "../shared/form.js";
import { beside } from "../shared/problems.js";
import { differs, withInput } from "./fill-values.js";

/** @typedef {import("./fill-values.js").Fill} Fill */
/** @typedef {import("./fill-values.js").Fills} Fills */

/** @typedef {import("./fill-values.js").UnfilledInput} UnfilledInput */

/** @param {import("./session.js").Session} session @param {() => Set<string>} enteredKeys */
export function createSourceMarks({ form, changed }, enteredKeys) {
  let fills = /** @type {Fills} */ (new Map());
  let unmarked = /** @type {Set<string>} */ (new Set());
  let unfilled = /** @type {Map<string, UnfilledInput>} */ (new Map());

  form.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("[data-to-sheet]") : null;
    const place = /** @type {HTMLElement | null} */ (button?.closest("[data-filling]"));
    const one = place && fills.get(place.dataset.filling ?? "");
    if (!one) return;
    fill(form, withInput(read(form), one, one.pairs));
    controlOf(one.key)?.focus();
    changed();
  });

  function draw() {
    const now = read(form);
    const entered = enteredKeys();
    for (const place of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-filling]"))) {
      const { filling: key = "" } = place.dataset;
      const one = fills.get(key);
      const missing = one || entered.has(key) ? undefined : unfilled.get(key);
      const state = !one ? stateOf(missing) : unmarked.has(one.key) ? "left" : differs(now, one) ? "other" : "same";
      const text = one ? `${state} ${one.who} ${one.label}` : `${state} ${missing?.theirs ?? ""}`;
      if (place.dataset.drawn === text) continue;
      place.dataset.drawn = text;
      place.dataset.state = state;
      place.replaceChildren(...(one ? drawn(state, one) : missing ? unfilledText(missing) : []));
    }
  }

  /** Adds a place for the mark of each input that has none. */
  function makePlaces() {
    for (const key of unfilled.keys()) {
      if (form.querySelector(`[data-filling="${CSS.escape(key)}"]`)) continue;
      const place = document.createElement("small");
      place.className = "mark filling";
      place.dataset.filling = key;
      const problem = form.querySelector(`[data-problem="${CSS.escape(key)}"]`);
      const input = document.getElementById(`f-${key}`);
      if (problem) problem.before(place);
      else if (input) beside(input).append(place);
    }
  }

  return {
    draw,
    /** @param {Fills} given @param {Set<string>} without @param {UnfilledInput[]} [rest] */
    setSources(given, without, rest = []) {
      fills = given;
      unmarked = without;
      unfilled = new Map(rest.map((one) => [one.key, one]));
      makePlaces();
      draw();
      document.documentElement.dataset.marked = "";
    },
  };

  /** @param {string} state @param {Fill} fill @returns {(Node | string)[]} */
  function drawn(state, { key, label, text, who }) {
    // An empty line keeps the room, so that nothing moves.
    if (state === "left") return ["\u00a0"];
    const words = document.createElement("span");
    if (state === "same") words.textContent = label ? `${who}: ${label}` : `${who}: left empty`;
    else words.textContent = `other than ${who}`;
    if (state === "same") return [words];
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.toSheet = "";
    button.textContent = "back to the sheet’s";
    button.setAttribute("aria-label", `back to the sheet’s: ${nameOf(key)} ${text}`);
    return [words, " ", button];
  }

  /** The control of an input, or the first one of its group. @param {string} key */
  function controlOf(key) {
    const inGroup = () => form.querySelector(`[data-name="${CSS.escape(key)}"] :is(input, select, button)`);
    return /** @type {HTMLInputElement | null} */ (document.getElementById(`f-${key}`) ?? inGroup());
  }

  /** The label of an input on the page. @param {string} key */
  function nameOf(key) {
    const group = form.querySelector(`[data-name="${CSS.escape(key)}"] > legend`);
    return (group ?? controlOf(key)?.labels?.[0])?.textContent?.trim().replace(/\s+/g, " ") ?? key;
  }
}

/** @param {UnfilledInput | undefined} missing */
function stateOf(missing) {
  if (!missing) return "";
  return missing.example ? "example" : "default";
}

/** @param {UnfilledInput} missing @returns {Node[]} */
function unfilledText({ example, theirs }) {
  const words = document.createElement("span");
  if (example) words.textContent = theirs ? "example’s target" : "example";
  else words.textContent = theirs ? "default: no target chosen" : "default";
  return [words];
}
