// targets-add.js: adds a target: a character or a foe of this device, a foe of the game's table, or one by hand.
//
// Contract. `createTargetsAdd(tool, handlers)` serves `[data-targets-choices]`, which Python draws. `bind()` connects it then,
// `draw()` marks the targets that are kept, `examples()` gives three foes of the table, far apart. A tap on a row calls
// `handlers.add`. The list is searched as in the set-up of a fight (search.js, joiners.js).

import { createJoiners } from "../shared/joiners.js";
import { part } from "../shared/parts.js";
import { createSearch } from "../shared/search.js";
import { LONGEST_NAME } from "../storage/targets.js";

/** @typedef {import("../storage/targets.js").Entry} Entry */
/**
 * @typedef {object} Handlers
 * @property {string} game
 * @property {import("../storage/characters.js").Characters} characters
 * @property {(entry: Entry) => void} add
 * @property {() => Entry[]} entries  the kept ones
 */

const NAMELESS = "Foe";

/** @param {HTMLElement} tool @param {Handlers} handlers */
export function createTargetsAdd(tool, { game, characters, add, entries }) {
  const place = part(tool, "targets-choices");
  /** @type {{show: () => void} | null} */
  let search = null;
  /** @type {ReturnType<typeof createJoiners> | null} */
  let stock = null;

  /** @param {Element} row @returns {Entry} */
  function entryOf(row) {
    const { foe, joinId, bears } = /** @type {HTMLElement} */ (row).dataset;
    const name = (part(row, "join-name").textContent ?? "").slice(0, LONGEST_NAME);
    if (joinId !== undefined) return { kind: "to", name, id: joinId };
    const weapon = /** @type {HTMLSelectElement | null} */ (place.querySelector("[data-target-weapon]"));
    return { kind: "to", name, foe, ...(bears === undefined ? {} : { weapon: weapon?.value }) };
  }

  /** @param {string} name */
  function openByHand(name) {
    const fold = /** @type {HTMLDetailsElement} */ (part(place, "by-hand"));
    const box = /** @type {HTMLInputElement | null} */ (fold.querySelector("[name=name]"));
    fold.open = true;
    if (!box) return;
    box.value = name;
    box.focus();
  }

  async function draw() {
    const inside = new Set(entries().flatMap(({ id }) => (id === undefined ? [] : [id])));
    await stock?.draw(inside);
    search?.show();
  }

  return {
    get isDrawn() {
      return !!search;
    },
    draw,
    async bind() {
      search = createSearch(place, {
        chosen: (row) => add(entryOf(row)),
        quick: openByHand,
        isEmpty: () => !!stock?.isEmpty,
      });
      stock = createJoiners(place, {
        system: game,
        characters,
        around: (redraw) => redraw(),
        where: "among your targets",
        foesOpen: false,
      });
      place.addEventListener("click", ({ target }) => {
        const row = target instanceof Element ? target.closest(".joiner")?.parentElement : null;
        if (row) add(entryOf(row));
      });
      part(place, "quick").addEventListener("submit", (event) => {
        event.preventDefault();
        const form = /** @type {HTMLFormElement} */ (event.target);
        const quick = /** @type {import("../shared/link.js").Pairs} */ (
          [...new FormData(form)].map(([key, text]) => [key, String(text)])
        );
        const name = quick.find(([key]) => key === "name")?.[1].trim() || NAMELESS;
        add({ kind: "to", name, quick });
      });
      await draw();
    },
    /** @returns {Entry[]} */
    examples() {
      const rows = [...place.querySelectorAll("[data-join-book] > li")];
      const places = new Set([0, Math.floor((rows.length - 1) / 2), rows.length - 1]);
      return [...places].filter((at) => at >= 0).map((at) => entryOf(rows[at]));
    },
  };
}
