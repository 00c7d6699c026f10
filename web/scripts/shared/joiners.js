// joiners.js: lists the characters and own foes of this device that may join a fight, or be a target.
//
// Contract. `createJoiners(place, handlers)`: `draw(inside)` fills `[data-join-stored]` with a row of `template[data-join-row]`
// for each stored character and own foe, foes last. A row that stays is not made again, so it can be tapped twice. The
// characters whose ids are in `inside` are disabled; `where` says what they are in. `around(redraw)` is called when other rows take the place of the present
// ones. `isEmpty` says that no character is stored; it is false until the first `draw`.

import { foesLast } from "../storage/character-data.js";
import { part } from "./parts.js";

/** @typedef {import("../storage/characters.js").Entry} Entry */
/**
 * @typedef {object} Handlers
 * @property {string} system
 * @property {Pick<import("../storage/characters.js").Characters, "list">} characters
 * @property {(redraw: () => void) => void} around
 * @property {string} where  "in this fight"
 * @property {boolean} foesOpen  whether a tap on a foe opens its row
 */

/** @param {HTMLElement} place @param {Handlers} handlers */
export function createJoiners(place, { system, characters, around, where, foesOpen }) {
  const blank = /** @type {HTMLTemplateElement} */ (place.querySelector("template[data-join-row]"));
  const list = part(place, "join-stored");
  /** The stored characters and foes in the rows. */
  let listed = "";
  let isEmpty = false;

  /** @param {Entry} entry */
  function row({ id, name, foe }) {
    const copy = /** @type {DocumentFragment} */ (blank.content.cloneNode(true));
    const item = /** @type {HTMLElement} */ (copy.querySelector("li"));
    item.dataset.joinId = id;
    part(copy, "join-name").textContent = name || "Unnamed";
    part(copy, "join-add").hidden = foesOpen && !!foe;
    if (foesOpen && foe) item.querySelector("button")?.setAttribute("aria-expanded", "false");
    return item;
  }

  /** A disabled button cannot keep the focus. @param {HTMLButtonElement} button @param {boolean} isDisabled */
  function setDisabled(button, isDisabled) {
    const hadFocus = document.activeElement === button;
    button.disabled = isDisabled;
    if (!hadFocus || !isDisabled) return;
    const next = place.querySelector(".joiners li:not([hidden]) .joiner:enabled");
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }

  return {
    get isEmpty() {
      return isEmpty;
    },
    /** @param {Set<string>} inside */
    async draw(inside) {
      const entries = foesLast(await characters.list(system).catch(() => []));
      const known = JSON.stringify(entries.map(({ id, name, foe }) => [id, name, foe]));
      if (known !== listed) around(() => list.replaceChildren(...entries.map(row)));
      listed = known;
      isEmpty = entries.every(({ foe }) => foe);
      for (const [at, { id, newer, foe }] of entries.entries()) {
        const note = newer ? "from a newer Tableside" : inside.has(id) ? where : "";
        const what = [foe ? "own foe" : "character", note].filter(Boolean);
        part(list.children[at], "join-what").textContent = what.join(", ");
        setDisabled(/** @type {HTMLButtonElement} */ (list.children[at].querySelector("button")), note !== "");
      }
    },
  };
}
