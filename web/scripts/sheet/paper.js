// paper.js: lays out characters for printing, each on one front and one back that never take two pages.
//
// Contract. `createPaper(place)` draws into the section of this script. On paper, while it has content, the stylesheet
// shows this section alone. `draw(sides)` takes the front and the back of each character, rendered by Python. `say(text)`
// prints a sentence instead of a sheet that cannot be printed. `clear()` lets the page print as it is. A side that is too
// full gets smaller type, down to a readable size; beyond that it is cut, and says that the device has more. Sides are measured:
// `isReady()` loads their style sheet, and resolves with whether it is there.

import { appFolder } from "../shared/root.js";
import { setHtml } from "../shared/trusted.js";

/** @typedef {{front: string, back: string}} Sides  HTML rendered by Python */

/** The number of type sizes in sheet-print.css, from the largest to the smallest. */
const SIZES = 8;
const MORE = "… more on the device";
/** Cut notes keep at least this many letters. */
const FEWEST_LETTERS = 400;

/** @param {HTMLElement} place */
export function createPaper(place) {
  const page = document.documentElement;
  /** @type {Promise<boolean> | null} */
  let style = null;

  function isReady() {
    style ??= loadStyle();
    style.then((isThere) => isThere || (style = null)); // the next use tries again
    return style;
  }

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

  isReady();
  return {
    clear,
    isReady,
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
      leaf("message").append(text);
      page.dataset.onPaper = "1";
    },
    /** Marks the paper as older than the sheet, or not. @param {boolean} old */
    mark(old) {
      place.toggleAttribute("data-old", old);
    },
  };
}

/** @returns {Promise<boolean>} */
function loadStyle() {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL("styles/sheet-print.css", appFolder).href;
  document.head.append(link);
  return new Promise((resolve) => {
    link.addEventListener("load", () => resolve(true));
    link.addEventListener("error", () => {
      link.remove();
      resolve(false);
    });
  });
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

/** Columns overflow to the right, everything else downward. @param {HTMLElement} side */
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
  const note = /** @type {HTMLElement | null} */ (side.querySelector("[data-cut-rows]"));
  const rows = [...side.querySelectorAll("[data-row]")];
  for (let removed = 1; note && !fits(side) && rows.length; removed++) {
    rows.pop()?.remove();
    note.hidden = false;
    note.textContent = `${MORE}: ${removed} ${removed > 1 ? "weapons" : "weapon"}`;
  }
}

/** @param {HTMLElement} side */
function cutRules(side) {
  const rules = [...side.querySelectorAll("dl > div")];
  if (fits(side) || !side.classList.contains("back")) return;
  const note = document.createElement("p");
  note.textContent = MORE;
  side.append(note);
  while (!fits(side) && rules.length) rules.pop()?.remove();
  for (const topic of side.querySelectorAll("section:not(:has(dl > div))")) topic.remove();
}
