// source-marks.js: marks each input that a sheet has filled with whose value it is, and leads back to it; and each input that
// still holds the example's value, or a default where a sheet could say more.
//
// Contract. Places are `[data-filling]`, named after the input; an input without one gets it above its problem. `take(fills,
// left, resting)` says what the sheet gives, by input, which of these are not to be marked here, and what neither the sheet
// nor the player supplies; none takes the marks away. `isOwn` says what the player has entered since. `draw()` follows the form: "Hessa: Weapon skill"
// while it says the same, else "other than Hessa" with a button that leads back.

import { fill, read } from "../shared/form.js";
import { differs, replaced } from "./fill-values.js";

/** @typedef {import("./fill-values.js").Fill} Fill */
/** @typedef {import("./fill-values.js").Fills} Fills */

/** @typedef {import("./fill-values.js").Resting} Resting */

/** @param {import("./session.js").Session} session @param {(key: string) => boolean} isOwn */
export function createSourceMarks({ form, changed }, isOwn) {
  let fills = /** @type {Fills} */ (new Map());
  let left = /** @type {Set<string>} */ (new Set());
  let resting = /** @type {Map<string, Resting>} */ (new Map());

  form.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("[data-to-sheet]") : null;
    const place = /** @type {HTMLElement | null} */ (button?.closest("[data-filling]"));
    const one = place && fills.get(place.dataset.filling ?? "");
    if (!one) return;
    fill(form, replaced(read(form), one, one.pairs));
    controlOf(one.key)?.focus();
    changed();
  });

  function draw() {
    const now = read(form);
    for (const place of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-filling]"))) {
      const { filling: key = "" } = place.dataset;
      const one = fills.get(key);
      const rests = one || isOwn(key) ? undefined : resting.get(key);
      const state = !one ? stateOf(rests) : left.has(one.key) ? "left" : differs(now, one) ? "other" : "same";
      const said = one ? `${state} ${one.who} ${one.label}` : `${state} ${rests?.theirs ?? ""}`;
      if (place.dataset.said === said) continue;
      place.dataset.said = said;
      place.dataset.state = state;
      place.replaceChildren(...(one ? drawn(state, one) : rests ? restingWords(rests) : []));
    }
  }

  /** The inputs that no sheet can fill may have to be marked, too. */
  function makePlaces() {
    for (const key of resting.keys()) {
      if (form.querySelector(`[data-filling="${CSS.escape(key)}"]`)) continue;
      const place = document.createElement("small");
      place.className = "mark filling";
      place.dataset.filling = key;
      form.querySelector(`[data-problem="${CSS.escape(key)}"]`)?.before(place);
    }
  }

  return {
    draw,
    /** @param {Fills} given @param {Set<string>} unmarked @param {Resting[]} [rest] */
    take(given, unmarked, rest = []) {
      fills = given;
      left = unmarked;
      resting = new Map(rest.map((one) => [one.key, one]));
      makePlaces();
      draw();
      document.documentElement.dataset.marked = "";
    },
  };

  /** @param {string} state @param {Fill} fill @returns {(Node | string)[]} */
  function drawn(state, { key, label, text, who }) {
    // Its line stays, so that nothing moves.
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

  /** The input itself, or the first of its group. @param {string} key */
  function controlOf(key) {
    const inGroup = () => form.querySelector(`[data-name="${CSS.escape(key)}"] :is(input, select, button)`);
    return /** @type {HTMLInputElement | null} */ (document.getElementById(`f-${key}`) ?? inGroup());
  }

  /** What it is called, where it stands. @param {string} key */
  function nameOf(key) {
    const group = form.querySelector(`[data-name="${CSS.escape(key)}"] > legend`);
    return (group ?? controlOf(key)?.labels?.[0])?.textContent?.trim().replace(/\s+/g, " ") ?? key;
  }
}

/** @param {Resting | undefined} rests */
function stateOf(rests) {
  if (!rests) return "";
  return rests.example ? "example" : "default";
}

/** @param {Resting} rests @returns {Node[]} */
function restingWords({ example, theirs }) {
  const words = document.createElement("span");
  if (example) words.textContent = theirs ? "example’s target" : "example";
  else words.textContent = theirs ? "default: no target chosen" : "default";
  return [words];
}
