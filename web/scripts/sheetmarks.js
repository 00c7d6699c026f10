// sheetmarks.js: marks each input that a sheet has filled with whose value it is, and leads back to it.
//
// Contract. Places are `[data-filling]`, named after the input. `take(fills, left)` says what the sheet gives, by input, and
// which of these are not to be marked here; none takes the marks away. `draw()` follows the form: "Hessa: Weapon skill"
// while it says the same, else "other than Hessa" with a button that leads back. `byHand()` are the inputs that say
// something else.

import { fill, read } from "./form.js";
import { differing, differs, replaced } from "./sheetfills.js";

/** @typedef {import("./sheetfills.js").Fill} Fill */
/** @typedef {import("./sheetfills.js").Fills} Fills */

/** @param {import("./session.js").Session} session */
export function createMarks({ form, changed }) {
  let fills = /** @type {Fills} */ (new Map());
  let left = /** @type {Set<string>} */ (new Set());

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
      const one = fills.get(place.dataset.filling ?? "");
      const state = !one ? "" : left.has(one.key) ? "left" : differs(now, one) ? "other" : "same";
      const said = one ? `${state} ${one.who} ${one.label}` : "";
      if (place.dataset.said === said) continue;
      place.dataset.said = said;
      place.dataset.state = state;
      place.replaceChildren(...(one ? drawn(state, one) : []));
    }
  }

  return {
    draw,
    /** @param {Fills} given @param {Set<string>} unmarked */
    take(given, unmarked) {
      fills = given;
      left = unmarked;
      draw();
      document.documentElement.dataset.marked = "";
    },
    byHand() {
      return [...differing(fills, read(form))].filter((key) => !left.has(key));
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
