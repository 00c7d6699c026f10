// fight/view.js: what players see of a fight: read from pairs, drawn, and put into a link.
//
// Contract. `readView(pairs)` takes untrusted pairs of key and text, and gives `{ok: true, view}` or `{ok: false, why}` with
// a sentence. `drawView(root, view)` draws a view into `[data-round]` and `[data-fighters]` with copies of
// `template[data-fighter]`; all texts are set as text. `encode` and `decode` are those of packed-link.js for links
// `#view=1.`. `channelOf(id)` is the name of the channel between the page of a fight and its player view: a view asks with
// `"view?"`, and gets the pairs. Nothing else goes through it, and nothing is stored.

import { part } from "../shared/parts.js";
import { FIGHTS_DATABASE } from "../shared/storage-keys.js";
import { createPackedLinks } from "../storage/packed-link.js";

/** @typedef {import("../shared/link.js").Pairs} Pairs */
/** @typedef {{name: string, side: string, wounds: string, number: string, isNow: boolean, conditions: string[]}} Line */
/** @typedef {{round: number, acting: string[], lines: Line[]}} View */

export const ASKS = "view?";
const MOST_FIGHTERS = 60;
const LONGEST_TEXT = 400;
const FIELDS = ["name", "side", "wounds", "number", "now", "condition"];
const WRONG = "What this player view was sent is damaged, or was not made by Tableside.";

export const { encode, decode } = createPackedLinks({
  name: "view",
  many: "player views",
  tooLarge: "This fight is too large for a link to a player view.",
  none: "This link holds no player view.",
  held: "The player view",
});

/** @param {string} id  of a fight */
export function channelOf(id) {
  return `${FIGHTS_DATABASE}.view.${id}`;
}

/** @param {unknown} pairs @returns {{ok: true, view: View} | {ok: false, why: string}} */
export function readView(pairs) {
  const view = /** @type {View} */ ({ round: 0, acting: [], lines: [] });
  const isSound =
    Array.isArray(pairs) && pairs.length <= 3_000 && pairs.every((pair) => isPair(pair) && add(view, pair));
  return isSound ? { ok: true, view } : { ok: false, why: WRONG };
}

/** @param {unknown} pair */
function isPair(pair) {
  return (
    Array.isArray(pair) &&
    pair.length === 2 &&
    pair.every((text) => typeof text === "string" && text.length <= LONGEST_TEXT)
  );
}

/** Adds a pair to a view, if it fits. @param {View} view @param {[string, string]} pair @returns {boolean} */
function add(view, [key, text]) {
  if (key === "round") {
    view.round = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    return !Number.isNaN(view.round);
  }
  if (key === "acting") return view.acting.push(text) <= MOST_FIGHTERS;
  const [, at, field] = /^fighters\.(\d{1,2})\.([a-z]+)$/.exec(key) ?? [];
  if (!at || !FIELDS.includes(field)) return false;
  const place = Number(at);
  if (field === "name" && place === view.lines.length && place < MOST_FIGHTERS) {
    view.lines.push({ name: text, side: "", wounds: "", number: "", isNow: false, conditions: [] });
    return true;
  }
  const line = view.lines[place];
  if (!line) return false;
  if (field === "condition") line.conditions.push(text);
  else if (field === "now") line.isNow = text === "yes";
  else line[/** @type {"name" | "side" | "wounds" | "number"} */ (field)] = text;
  return true;
}

/** @param {HTMLElement} root @param {View} view */
export function drawView(root, { round, acting, lines }) {
  const blank = /** @type {HTMLTemplateElement} */ (root.querySelector("template[data-fighter]"));
  const turn = acting.length ? `: ${acting.join(", ")}` : "";
  part(root, "round").textContent = round ? `Round ${round}${turn}` : "Before the fight";
  part(root, "fighters").replaceChildren(...lines.map((line) => row(blank, line)));
}

/** @param {HTMLTemplateElement} blank @param {Line} line */
function row(blank, { name, side, wounds, number, isNow, conditions }) {
  const copy = /** @type {DocumentFragment} */ (blank.content.cloneNode(true));
  const item = part(copy, "line");
  item.dataset.wounds = wounds;
  if (isNow) item.setAttribute("aria-current", "true");
  part(copy, "name").textContent = name;
  part(copy, "side").textContent = side;
  part(copy, "wounds-words").textContent = number ? `${wounds}, ${number}` : wounds;
  part(copy, "conditions").textContent = conditions.join(" · ");
  part(copy, "conditions").hidden = !conditions.length;
  return copy;
}
