// sheet/print.js: prints the character in the editor, or several chosen ones.
//
// Contract. `createPrint(handlers)`: `printing()` draws the paper of the character in the editor and opens the
// browser's print dialog. tools.js calls it for Ctrl+P too. For the browser's own print command, call `drawLater()` after
// each valid answer: it draws the paper when nothing has changed for PRINT_DELAY_MS. A paper that is older than the sheet
// says so. `several(records)` prints these records. Each call resolves with a sentence about what could not be printed, or
// with an empty text.

import { Canceled } from "../pyrules.js";
import { section } from "../shared/controllers.js";
import { createTurns } from "../shared/latest-only.js";
import { PRINT_DELAY_MS } from "../shared/timeouts.js";
import { createPaper } from "./paper.js";

/** @typedef {import("../storage/database.js").Character} Character */
/** @typedef {object} SheetInputs  a "sheet" request without its kind
 * @property {string} system
 * @property {import("../shared/link.js").Pairs} pairs
 */
/** @typedef {object} Handlers
 * @property {(request: object) => Promise<any>} ask  sends a request to Python
 * @property {() => SheetInputs | null} question  the request of the character in the editor; null without one
 * @property {(record: Character) => Promise<SheetInputs | string>} about  the request of a record; a sentence when it has none
 */

const NOT_YET =
  "The printed sheet is made by Python, which is not running yet. Print again once the page shows the odds.";

const NOT_LOADED = "A part of this page could not be loaded: there may be no network.";

/** @param {Handlers} handlers */
export function createPrint({ ask, question, about }) {
  const paper = createPaper(/** @type {HTMLElement} */ (section("sheet/paper")));
  /** The request that the drawn paper answers, as a text. */
  let drawn = "";
  let timer = 0;
  const turns = createTurns();

  /** @param {SheetInputs} asked @returns {Promise<{sides: import("./paper.js").Sides | null, why: string}>} */
  async function sides(asked) {
    const { system, pairs } = asked;
    try {
      const [front, back] = await Promise.all([
        ask({ kind: "sheet_paper", ...asked }),
        ask({ kind: "sheet_rules", system, pairs }),
      ]);
      if (!(await paper.isReady())) return { sides: null, why: NOT_LOADED };
      if (front.ok && back.ok) return { sides: { front: front.html, back: back.html }, why: "" };
      return { sides: null, why: [...front.problems, ...back.problems][0]?.text ?? "Something on it cannot be read." };
    } catch (error) {
      return { sides: null, why: error instanceof Canceled ? "It was stopped." : NOT_YET };
    }
  }

  /** Draws the character in the editor. @returns {Promise<string>} why it could not be drawn */
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
    drawLater() {
      clearTimeout(timer);
      timer = setTimeout(draw, PRINT_DELAY_MS);
    },
    /** Removes the paper of the last character. @param {boolean} [waits]  a character is open and its odds are not here yet */
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
