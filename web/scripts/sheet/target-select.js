// target-select.js: the target of a character's acts: a few numbers, or another character on this device.
//
// Contract. `createTargetSelect(form, handlers)` binds `[data-target-select]` in the section of this script. The numbers
// beside it are inputs of the form, which `handlers.numbers` reads. `target()` gives the target as part of a request. This
// device remembers the choice for each game. `offer(entries, self)` lists the characters to choose from; a deleted
// character is deselected.

import { section } from "../shared/controllers.js";
import { createTurns } from "../shared/latest-only.js";
import { foesLast, titleOf } from "../storage/character-data.js";
import { readSetting, writeSetting } from "../storage/settings.js";

/** @typedef {import("../shared/link.js").Pairs} Pairs */
/** @typedef {import("../storage/characters.js").Entry} Entry */
/** @typedef {{numbers: () => Pairs, open: (id: string) => Promise<Pairs | null>, changed: () => void}} Handlers */

/** @param {HTMLFormElement} form @param {Handlers} handlers */
export function createTargetSelect(form, handlers) {
  const part = (/** @type {string} */ hook) => section("sheet/target-select", form)?.querySelector(`[data-${hook}]`);
  const select = /** @type {HTMLSelectElement} */ (part("target-select"));
  const numbers = /** @type {HTMLElement} */ (part("numbers"));
  const name = `target ${form.dataset.sheet}`;
  let chosen = remembered();
  /** The pairs of the chosen character. @type {Pairs | null} */
  let targetPairs = null;
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
    chosen = { sheet: select.value, pairs: handlers.numbers() };
    writeSetting(name, JSON.stringify(chosen));
  }

  async function applyChoice() {
    const isLatest = turns.begin();
    const found = select.value ? await handlers.open(select.value) : null;
    if (!isLatest()) return;
    targetPairs = found;
    numbers.hidden = !!targetPairs;
    if (select.value && !targetPairs) select.value = "";
    handlers.changed();
  }

  return {
    /** The remembered numbers. */
    start: () => chosen.pairs,
    /** The numbers or the choice of the character have changed. */
    async changed() {
      remember();
      await applyChoice();
    },
    target: () => (targetPairs ? { sheet: targetPairs } : { pairs: handlers.numbers() }),

    /** @param {Entry[]} entries @param {string} self */
    async offer(entries, self) {
      const others = foesLast(entries.filter((entry) => entry.id !== self && !entry.newer));
      const [numbersOption] = select.options;
      const listed = others.map((entry) => new Option(titleOf(entry), entry.id));
      const wanted = chosen.sheet;
      select.replaceChildren(/** @type {HTMLOptionElement} */ (numbersOption), ...listed);
      select.value = others.some((entry) => entry.id === wanted) ? wanted : "";
      await applyChoice();
    },
  };
}
