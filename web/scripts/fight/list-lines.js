// fight/list-lines.js: says of each fight in the list who is there and when it was played, or why it cannot be opened.
//
// Contract. `createListLines(view, handlers)` fills `[data-fight-line]` of each row `[data-id]` as soon as the row is drawn.
// Python is asked for one line after another while the list is shown, and once for each state of a fight.

import { part } from "../shared/parts.js";
import { fightTrouble } from "../storage/fights.js";

const DAMAGED = "Damaged: it can be exported as it lies, and deleted, but not opened.";
const NEWER = "From a newer Tableside: it can be exported and deleted here. To open it, load the page again to update.";
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/**
 * @param {HTMLElement} view
 * @param {object} handlers
 * @param {import("../storage/fights.js").Fights} handlers.fights
 * @param {(request: object) => Promise<any>} handlers.request
 * @param {() => boolean} handlers.isShown  whether the page shows the list
 */
export function createListLines(view, { fights, request, isShown }) {
  /** The line of each state of a fight. @type {Map<string, string>} */
  const lines = new Map();
  let turn = 0;

  /** @param {HTMLElement} row */
  async function lineOf(row) {
    const record = await fights.get(row.dataset.id ?? "").catch(() => null);
    if (!record) return "";
    if (fights.newer(record)) return NEWER;
    if (fightTrouble(record)) return DAMAGED;
    const key = `${record.id} ${record.revision} ${record.updated}`;
    if (!lines.has(key)) {
      const { system, data } = record;
      const reply = await request({ kind: "fight_line", system, ...data }).catch(() => null);
      if (reply) lines.set(key, reply.ok ? reply.line : DAMAGED);
    }
    return `${lines.get(key) ?? ""} · ${ago(record.updated)}`;
  }

  async function draw() {
    const mine = ++turn;
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (view.querySelectorAll("[data-id]"))) {
      if (mine !== turn || !isShown()) return;
      part(row, "fight-line").textContent = await lineOf(row);
    }
  }

  new MutationObserver(draw).observe(part(view, "people"), { childList: true });
  return { draw };
}

/** @param {string} when @param {number} [now] */
export function ago(when, now = Date.now()) {
  const seconds = (now - Date.parse(when)) / 1000;
  const found = UNITS.find(([, length]) => seconds >= length);
  if (!found) return "just now";
  const [unit, length] = found;
  return new Intl.RelativeTimeFormat("en-US", { numeric: "auto" }).format(-Math.floor(seconds / length), unit);
}
