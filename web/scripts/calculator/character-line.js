// character-line.js: draws the line above a calculator's inputs: the character, the weapon, the target, the conditions.
//
// Contract. `createCharacterLine(line, handlers)` draws the section of from-sheet.js. `handlers.pick(what, value)` gets a
// choice, `handlers.setCounted(id, on)` a condition that is ticked or unticked, and `handlers.fill()` the wish to fill the
// form of a link. The inputs of the line do not belong to the calculator. Names are written as text only.

/** @typedef {{id: string, label: string, counts: boolean, effects: string[]}} Condition */
/** @typedef {{pick: (what: string, value: string) => void, setCounted: (id: string, on: boolean) => void, fill: () => void}} Handlers */

/** @param {HTMLElement} line @param {Handlers} handlers */
export function createCharacterLine(line, handlers) {
  /** @param {string} hook @returns {any} */
  const part = (hook) => line.querySelector(`[data-${hook}]`);
  /** @type {(what: string) => HTMLSelectElement | null} */
  const select = (what) => line.querySelector(`[data-pick=${what}]`);
  const [chips, status] = [part("states"), part("sheet-says")];

  line.addEventListener("input", (event) => {
    event.stopPropagation();
    const box = event.target;
    if (box instanceof HTMLSelectElement) handlers.pick(box.dataset.pick ?? "", box.value);
    else if (box instanceof HTMLInputElement) handlers.setCounted(box.dataset.counts ?? "", box.checked);
  });
  part("fill").addEventListener("click", () => {
    handlers.fill();
    select("id")?.focus();
  });

  /** @param {string} what @param {[string, string, boolean?][]} options  value, text, and whether it is disabled @param {string} value */
  function setOptions(what, options, value) {
    const box = select(what);
    if (!box) return;
    const made = options.map(([id, text, disabled]) => {
      const option = new Option(text, id);
      option.disabled = !!disabled;
      return option;
    });
    box.replaceChildren(...made);
    box.value = value;
  }

  return {
    /** @param {[string, string, boolean?][]} characters @param {string} id */
    characters(characters, id) {
      const any = characters.length > 0;
      const box = select("id");
      if (box) box.hidden = !any;
      part("make").hidden = any;
      line.dataset.known = "";
      setOptions("id", [["", "none"], ...characters], id);
    },
    /** @param {[string, string, boolean?][]} others @param {string} id */
    targets: (others, id) => setOptions("target", [["", "none"], ...others], id),
    /** @param {string[]} names @param {number} index */
    weapons: (names, index) =>
      setOptions(
        "weapon",
        names.map((name, at) => [`${at}`, name]),
        `${index}`,
      ),
    /** @param {string[]} notes @param {Condition[]} [conditions]  the ones that are left out are named */
    say: (notes, conditions = []) => (status.textContent = [...notes, ...leftOut(conditions)].join(" ")),
    /** @param {Condition[]} conditions */
    conditions(conditions) {
      const focused = /** @type {HTMLElement | null} */ (document.activeElement);
      const here = chips.contains(focused) ? focused?.dataset.counts : "";
      const counting = conditions.filter((one) => one.effects.length || !one.counts);
      const idle = conditions.filter((one) => !counting.includes(one)).map((one) => one.label);
      chips.replaceChildren(...counting.map(chip));
      if (idle.length) {
        const words = document.createElement("small");
        words.textContent = `${idle.join(", ")}: changes nothing here`;
        chips.append(words);
      }
      // A scrolling area must be reachable by keyboard.
      if (idle.length && !counting.length) chips.tabIndex = 0;
      else chips.removeAttribute("tabindex");
      if (here) chips.querySelector(`[data-counts="${CSS.escape(here)}"]`)?.focus();
    },
  };
}

/** @param {Condition} condition */
function chip({ id, label, counts, effects }) {
  const made = document.createElement("label");
  made.className = "chip";
  const box = document.createElement("input");
  box.type = "checkbox";
  box.checked = counts;
  box.dataset.counts = id;
  const what = document.createElement("b");
  what.textContent = counts ? effects.join(", ") : "left out here";
  made.append(box, ` ${label} `, what);
  return made;
}

/** @param {Condition[]} conditions */
function leftOut(conditions) {
  const names = conditions.flatMap(({ label, counts }) => (counts ? [] : [label]));
  return names.length ? [`Left out of this calculation only: ${names.join(", ")}. The sheet stays as it is.`] : [];
}
