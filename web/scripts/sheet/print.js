// sheet/print.js: the character in the editor, or those that were chosen, to the printer.
//
// Contract. `createPrint(place, ways)`: `printing()` what stands in the editor: it draws the paper, and opens the browser's
// dialog. Ctrl+P does the same. The paper is ready for the browser's own print command, too: `later()` after each valid
// answer draws it when things have come to rest, and one that is older than the sheet says so. `several(records)` prints
// those. Each resolves with a sentence on what could not be printed, or nothing.

import { Canceled } from "../pyrules.js";
import { createTurns } from "../shared/latest-only.js";
import { PRINT_DELAY_MS } from "../shared/timeouts.js";
import { createPaper } from "./paper.js";

/** @typedef {import("../storage/database.js").Character} Character */
/** @typedef {object} Question  a "sheet" request without its kind
 * @property {string} system
 * @property {import("../shared/link.js").Pairs} pairs
 */
/** @typedef {object} Ways
 * @property {(request: object) => Promise<any>} ask  of Python
 * @property {() => Question | null} question  about the character in the editor, null without one
 * @property {(record: Character) => Promise<Question | string>} about  one of the list; a sentence where there is none
 */

const NOT_YET =
  "The printed sheet is made by Python, which is not running yet. Print again once the page shows the odds.";

/** @param {HTMLElement} place @param {Ways} ways */
export function createPrint(place, { ask, question, about }) {
  const paper = createPaper(place);
  /** The question that the paper in the editor answers. */
  let drawn = "";
  let timer = 0;
  const turns = createTurns();

  /** @param {Question} asked @returns {Promise<{sides: import("./paper.js").Sides | null, why: string}>} */
  async function sides(asked) {
    const { system, pairs } = asked;
    try {
      const [front, back] = await Promise.all([
        ask({ kind: "sheet_paper", ...asked }),
        ask({ kind: "sheet_rules", system, pairs }),
      ]);
      if (front.ok && back.ok) return { sides: { front: front.html, back: back.html }, why: "" };
      return { sides: null, why: [...front.problems, ...back.problems][0]?.text ?? "Something on it cannot be read." };
    } catch (error) {
      return { sides: null, why: error instanceof Canceled ? "It was stopped." : NOT_YET };
    }
  }

  /** The editor's character on paper. @returns {Promise<string>} why it is not */
  async function draw() {
    clearTimeout(timer);
    const isLatest = turns.begin();
    const asked = question();
    if (!asked) return "";
    const key = JSON.stringify(asked);
    if (key === drawn) return "";
    const made = await sides(asked);
    if (!isLatest()) return "";
    if (made.sides) {
      paper.draw([made.sides]);
      drawn = key;
    } else if (!drawn) paper.say(`Not printed. ${made.why}`);
    return made.why;
  }

  async function printing() {
    const why = await draw();
    if (why) return `Not printed. ${why}`;
    window.print();
    return "";
  }

  window.addEventListener("beforeprint", () => {
    const asked = question();
    paper.mark(!!drawn && !!asked && JSON.stringify(asked) !== drawn);
  });

  return {
    printing,
    later() {
      clearTimeout(timer);
      timer = setTimeout(draw, PRINT_DELAY_MS);
    },
    /** Another character, or none. @param {boolean} [waits]  one is there, and its odds are to come */
    forget(waits = false) {
      clearTimeout(timer);
      turns.drop();
      drawn = "";
      if (waits) paper.say(NOT_YET);
      else paper.clear();
    },
    /** @param {Character[]} records */
    async several(records) {
      const [ready, left] = [/** @type {import("./paper.js").Sides[]} */ ([]), /** @type {string[]} */ ([])];
      for (const record of records) {
        const asked = await about(record);
        const made = typeof asked === "string" ? { sides: null, why: asked } : await sides(asked);
        if (made.sides) ready.push(made.sides);
        else left.push(`${record.name || "Unnamed"} is not printed. ${made.why}`);
      }
      if (ready.length) {
        paper.draw(ready);
        window.print();
      }
      return left.join(" ");
    },
  };
}
