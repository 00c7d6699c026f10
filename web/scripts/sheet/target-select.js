// target-select.js: the target of a character's acts: a few numbers, or another character on this device.
//
// Contract. `createTargetSelect(form, ways)` binds the select `[data-against]`. The numbers beside it are inputs of the form,
// which `ways.numbers` reads. `target()` is the target as a part of a request. This device remembers the choice for each game.
// `offer(entries, self)` lists the characters that can be chosen; a deleted character is no longer chosen.

import { createTurns } from "../shared/latest-only.js";
import { readSetting, writeSetting } from "../storage/settings.js";

/** @typedef {import("../shared/link.js").Pairs} Pairs */
/** @typedef {import("../storage/characters.js").Entry} Entry */
/** @typedef {{numbers: () => Pairs, open: (id: string) => Promise<Pairs | null>, changed: () => void}} Ways */

/** @param {HTMLFormElement} form @param {Ways} ways */
export function createTargetSelect(form, ways) {
  const select = /** @type {HTMLSelectElement} */ (form.querySelector("[data-against]"));
  const numbers = /** @type {HTMLElement} */ (form.querySelector("[data-numbers]"));
  const name = `target ${form.dataset.sheet}`;
  let chosen = remembered();
  /** The sheet of the character that was chosen. @type {Pairs | null} */
  let theirs = null;
  const turns = createTurns();

  /** @returns {{sheet: string, pairs: Pairs}} */
  function remembered() {
    try {
      const { sheet, pairs } = JSON.parse(readSetting(name) ?? "null");
      const sound = pairs.every(
        (/** @type {unknown[]} */ pair) => pair.length === 2 && pair.every((text) => typeof text === "string"),
      );
      return sound && typeof sheet === "string" ? { sheet, pairs } : { sheet: "", pairs: [] };
    } catch {
      return { sheet: "", pairs: [] };
    }
  }

  function remember() {
    chosen = { sheet: select.value, pairs: ways.numbers() };
    writeSetting(name, JSON.stringify(chosen));
  }

  async function take() {
    const isLatest = turns.begin();
    const found = select.value ? await ways.open(select.value) : null;
    if (!isLatest()) return;
    theirs = found;
    numbers.hidden = !!theirs;
    if (select.value && !theirs) select.value = "";
    ways.changed();
  }

  return {
    /** The numbers as they were left. */
    start: () => chosen.pairs,
    /** One of the numbers, or the character, is another now. */
    async changed() {
      remember();
      await take();
    },
    target: () => (theirs ? { sheet: theirs } : { pairs: ways.numbers() }),

    /** @param {Entry[]} entries @param {string} self */
    async offer(entries, self) {
      const others = entries.filter((entry) => entry.id !== self && !entry.newer);
      const [nobody] = select.options;
      const listed = others.map((entry) => new Option(entry.name || "Unnamed", entry.id));
      const wanted = chosen.sheet;
      select.replaceChildren(/** @type {HTMLOptionElement} */ (nobody), ...listed);
      select.value = others.some((entry) => entry.id === wanted) ? wanted : "";
      await take();
    },
  };
}
