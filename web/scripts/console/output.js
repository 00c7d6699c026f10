// console/output.js: shows what a script prints and shows, in order.
//
// Contract. `createOutput(place)` gives `clear`, `text(content)`, `shown(parts)` and `fault(content)`. The site's own Python
// draws every part but texts (`show`, web/worker/requests/show.py); what it cannot draw gets its sentence. Nothing of a
// script reaches HTML in another way. After MOST_CHARACTERS of text, or MOST_PARTS parts, nothing more is added.

import { createTurns } from "../shared/latest-only.js";
import { sentences } from "../shared/problems.js";
import { setHtml } from "../shared/trusted.js";

const MOST_CHARACTERS = 400_000;
const MOST_PARTS = 400;
const CUT = "The output is longer than this page shows; the rest is left out.";
const NO_PYTHON = "This cannot be drawn: Python is not running on this page.";

/** @param {HTMLElement} place */
export function createOutput(place) {
  const turns = createTurns();
  let isLatest = turns.begin();
  let [characters, parts] = [0, 0];
  /** @type {Promise<import("../pyrules.js").Rules> | undefined} */
  let rules;

  function python() {
    rules ??= import("../pyrules.js").then(({ createRules }) => createRules());
    rules.catch(() => (rules = undefined)); // the next drawing loads it again
    return rules;
  }

  /** @param {string} content @param {string} [kind]  a class */
  function add(content, kind = "") {
    const last = place.lastElementChild;
    if (!kind && last instanceof HTMLPreElement && !last.className) return last.append(content);
    const made = document.createElement("pre");
    made.className = kind;
    made.textContent = content;
    place.append(made);
  }

  /** @param {string} content */
  function text(content) {
    if (characters > MOST_CHARACTERS) return;
    add(content.slice(0, MOST_CHARACTERS - characters));
    characters += content.length;
    if (characters > MOST_CHARACTERS) add(CUT, "problem");
  }

  /** @param {any} part */
  function drawn(part) {
    parts += 1;
    if (parts > MOST_PARTS) return parts === MOST_PARTS + 1 && add(CUT, "problem");
    const box = document.createElement("div");
    box.className = "drawing";
    box.textContent = "Being drawn …";
    place.append(box);
    draw(box, part, `shown-${parts}`, isLatest);
  }

  /** @param {HTMLElement} box @param {any} part @param {string} name @param {() => boolean} isWanted */
  async function draw(box, part, name, isWanted) {
    const request = async () => (await python()).request({ kind: "show", part, name });
    const reply = await request().catch(() => ({ ok: false, problems: [{ text: NO_PYTHON }] }));
    if (!isWanted()) return;
    if (reply.ok) return setHtml(box, reply.html);
    box.className = "problem";
    box.textContent = sentences(reply.problems);
  }

  return {
    clear() {
      isLatest = turns.begin();
      [characters, parts] = [0, 0];
      place.replaceChildren();
    },
    text,
    /** @param {any[]} found */
    shown(found) {
      for (const part of found) {
        if (part?.type === "text" && typeof part.text === "string") text(`${part.text}\n`);
        else drawn(part);
      }
    },
    /** @param {string} content */
    fault: (content) => add(content.slice(0, MOST_CHARACTERS), "problem"),
  };
}
