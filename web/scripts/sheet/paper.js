// paper.js: characters as sheets of paper, each a front and a back that never become two pages.
//
// Contract. `createPaper(place)` draws into `[data-paper]`, which styles show on paper alone, in place of all else, while it
// holds something. `draw(sides)` takes what Python has rendered, a front and a back for each character; `say(text)` puts a
// sentence on a page, for what cannot be printed; `clear()` makes the page print as it stands. A side that is too full gets
// smaller type, down to what one can still read; then it is cut, and says that there is more on the device.

import { setHtml } from "../shared/trusted.js";

/** @typedef {{front: string, back: string}} Sides  HTML, by Python */

/** As sizes of sheet-print.css, from the largest to the smallest. */
const SIZES = 8;
const MORE = "… more on the device";
/** Of notes that do not fit, at least this much is printed. */
const FEWEST_LETTERS = 400;

/** @param {HTMLElement} place */
export function createPaper(place) {
  const page = document.documentElement;

  /** @param {string} kind */
  function leaf(kind) {
    const side = document.createElement("article");
    side.className = `leaf ${kind}`;
    place.append(side);
    return side;
  }

  function clear() {
    place.replaceChildren();
    delete page.dataset.onPaper;
  }

  return {
    clear,
    /** @param {Sides[]} sides */
    draw(sides) {
      clear();
      for (const { front, back } of sides) {
        for (const [kind, html] of Object.entries({ front, back })) {
          const side = leaf(kind);
          setHtml(side, html);
          fit(side);
        }
      }
      page.dataset.onPaper = String(place.children.length);
    },
    /** @param {string} text */
    say(text) {
      clear();
      leaf("said").append(text);
      page.dataset.onPaper = "1";
    },
    /** That what is drawn is no longer what the sheet says, or that it is. @param {boolean} old */
    mark(old) {
      place.toggleAttribute("data-old", old);
    },
  };
}

/** @param {HTMLElement} side */
function fit(side) {
  for (let size = 0; size < SIZES; size++) {
    side.dataset.size = String(size);
    if (fits(side)) return;
  }
  cutNotes(side);
  cutRows(side);
  cutRules(side);
}

/** Columns run over to the right, all else downward. @param {HTMLElement} side */
function fits(side) {
  return side.scrollHeight <= side.clientHeight && side.scrollWidth <= side.clientWidth;
}

/** @param {HTMLElement} side */
function cutNotes(side) {
  for (const notes of side.querySelectorAll("[data-notes]")) {
    const letters = [...(notes.textContent ?? "")];
    let [most, least] = [letters.length, Math.min(FEWEST_LETTERS, letters.length)];
    if (fits(side) || most <= least) continue;
    while (least < most) {
      const middle = Math.ceil((least + most) / 2);
      notes.textContent = `${letters.slice(0, middle).join("")} ${MORE}`;
      if (fits(side)) least = middle;
      else most = middle - 1;
    }
    notes.textContent = `${letters.slice(0, least).join("")} ${MORE}`;
  }
}

/** @param {HTMLElement} side */
function cutRows(side) {
  const told = /** @type {HTMLElement | null} */ (side.querySelector("[data-cut-rows]"));
  const rows = [...side.querySelectorAll("[data-row]")];
  for (let gone = 1; told && !fits(side) && rows.length; gone++) {
    rows.pop()?.remove();
    told.hidden = false;
    told.textContent = `${MORE}: ${gone} ${gone > 1 ? "weapons" : "weapon"}`;
  }
}

/** @param {HTMLElement} side */
function cutRules(side) {
  const rules = [...side.querySelectorAll("dl > div")];
  if (fits(side) || !side.classList.contains("back")) return;
  const told = document.createElement("p");
  told.textContent = MORE;
  side.append(told);
  while (!fits(side) && rules.length) rules.pop()?.remove();
  for (const topic of side.querySelectorAll("section:not(:has(dl > div))")) topic.remove();
}
