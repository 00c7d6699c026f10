// character-line.js: the line above a calculator's inputs, as it looks: who fills them, with what, against whom, in which state.
//
// Contract. `createCharacterLine(line, ways)` draws `[data-from-sheet]` and tells `ways.pick(what, value)` and `ways.count(id, on)`
// of what the person does there, `ways.fill()` of the wish to fill a form that a link has filled. Its own inputs are none of
// the calculator's. Names are text and nothing else.

/** @typedef {{id: string, label: string, counts: boolean, effects: string[]}} Condition */
/** @typedef {{pick: (what: string, value: string) => void, count: (id: string, on: boolean) => void, fill: () => void}} Ways */

/** @param {HTMLElement} line @param {Ways} ways */
export function createCharacterLine(line, ways) {
  /** @param {string} hook @returns {any} */
  const part = (hook) => line.querySelector(`[data-${hook}]`);
  /** @type {(what: string) => HTMLSelectElement | null} */
  const select = (what) => line.querySelector(`[data-pick=${what}]`);
  const [states, says] = [part("states"), part("sheet-says")];

  line.addEventListener("input", (event) => {
    event.stopPropagation();
    const box = event.target;
    if (box instanceof HTMLSelectElement) ways.pick(box.dataset.pick ?? "", box.value);
    else if (box instanceof HTMLInputElement) ways.count(box.dataset.counts ?? "", box.checked);
  });
  part("fill").addEventListener("click", () => {
    ways.fill();
    select("id")?.focus();
  });

  /** @param {string} what @param {[string, string, boolean?][]} options  value, words, whether it cannot be chosen @param {string} value */
  function offers(what, options, value) {
    const box = select(what);
    if (!box) return;
    const made = options.map(([id, text, closed]) => {
      const option = new Option(text, id);
      option.disabled = !!closed;
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
      offers("id", [["", "none"], ...characters], id);
    },
    /** @param {[string, string, boolean?][]} others @param {string} id */
    targets: (others, id) => offers("target", [["", "none"], ...others], id),
    /** @param {string[]} names @param {number} index */
    weapons: (names, index) =>
      offers(
        "weapon",
        names.map((name, at) => [`${at}`, name]),
        `${index}`,
      ),
    /** @param {string[]} notes @param {Condition[]} [conditions]  those that do not count are told, too */
    say: (notes, conditions = []) => (says.textContent = [...notes, ...leftOut(conditions)].join(" ")),
    /** @param {Condition[]} conditions */
    conditions(conditions) {
      const focused = /** @type {HTMLElement | null} */ (document.activeElement);
      const here = states.contains(focused) ? focused?.dataset.counts : "";
      const counting = conditions.filter((one) => one.effects.length || !one.counts);
      const idle = conditions.filter((one) => !counting.includes(one)).map((one) => one.label);
      states.replaceChildren(...counting.map(chip));
      if (idle.length) {
        const words = document.createElement("small");
        words.textContent = `${idle.join(", ")}: changes nothing here`;
        states.append(words);
      }
      // What scrolls must be reached by the keyboard.
      if (idle.length && !counting.length) states.tabIndex = 0;
      else states.removeAttribute("tabindex");
      if (here) states.querySelector(`[data-counts="${CSS.escape(here)}"]`)?.focus();
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
