// roll-log-view.js: shows the log of a game's rolls in a fold, newest first, and how fair the dice were.
//
// Contract. The section of this script is a `details` whose `data-log` names the game; `data-home` is the address of the
// game. Rows are copies of its template, and stored values are written as text only. `[data-log-clear]` empties the log,
// `[data-log-undo]` restores it. Python draws the histogram, and only while the fold is open. `bind({ask})` gives
// `add(entry)`.

import { section } from "../shared/controllers.js";
import { latestOnly } from "../shared/latest-only.js";
import { format } from "../shared/link.js";
import { setHtml } from "../shared/trusted.js";
import { createRollLog } from "../storage/roll-log.js";

/** @typedef {import("../storage/roll-log.js").Entry} Entry */

/** @param {{ask: (request: object) => Promise<any>}} page */
export function bind({ ask }) {
  const fold = /** @type {HTMLDetailsElement} */ (section("calculator/roll-log-view"));
  /** @param {string} name @returns {any} */
  const part = (name) => fold.querySelector(`[data-log-${name}]`);
  const log = createRollLog(fold.dataset.log ?? "");
  const row = /** @type {HTMLTemplateElement} */ (part("row"));
  /** @type {import("../storage/roll-log.js").Log | null} */
  let cleared = null;

  function draw() {
    const { entries, thrown } = log.read();
    part("count").textContent = entries.length ? String(entries.length) : "";
    part("trouble").textContent = log.trouble();
    part("trouble").hidden = !log.trouble();
    part("empty").hidden = entries.length > 0;
    part("clear").hidden = !entries.length;
    part("undo").hidden = !cleared;
    if (!fold.open) return;
    part("list").replaceChildren(...entries.map(line));
    fairness.ask(thrown);
  }

  /** @param {Entry} entry */
  function line(entry) {
    const made = /** @type {DocumentFragment} */ (row.content.cloneNode(true));
    const link = /** @type {HTMLAnchorElement} */ (made.querySelector("a"));
    const slug = entry.calculator.slice(entry.calculator.indexOf(".") + 1);
    link.href = `${fold.dataset.home}${slug}/${format(entry.link)}`;
    link.textContent = entry.option ? `${entry.title}: ${entry.option}` : entry.title;
    const when = /** @type {HTMLTimeElement} */ (made.querySelector("time"));
    when.dateTime = new Date(entry.time).toISOString();
    when.textContent = new Date(entry.time).toLocaleString(undefined, { dateStyle: "short", timeStyle: "short" });
    /** @param {string} name @param {string} text */
    const put = (name, text) => {
      const place = /** @type {Element} */ (made.querySelector(`[data-${name}]`));
      place.textContent = text;
    };
    put("outcome", entry.outcome);
    put("odds", entry.odds);
    put("faces", [faces(entry), entry.typed ? "your own dice" : ""].filter(Boolean).join(", "));
    return made;
  }

  const fairness = latestOnly(async (isLatest, /** @type {Record<string, number[]>} */ counts) => {
    const place = part("fairness");
    if (!Object.keys(counts).length) {
      place.textContent = "No dice have been thrown for you yet.";
      return;
    }
    const reply = await ask({ kind: "fairness", counts }).catch(() => null);
    if (!isLatest()) return;
    if (reply?.ok) setHtml(place, reply.html);
    else place.textContent = "The picture needs Python, which is not running.";
  });

  part("clear").addEventListener("click", () => {
    cleared = log.clear();
    draw();
    part("undo").focus();
  });
  part("undo").addEventListener("click", () => {
    if (cleared) log.restore(cleared);
    cleared = null;
    draw();
    part("clear").focus();
  });
  fold.addEventListener("toggle", draw);
  window.addEventListener("storage", (event) => {
    if (event.key === log.key || event.key === null) draw();
  });
  draw();

  return {
    /** @param {Omit<Entry, "time">} entry */
    add(entry) {
      log.add({ ...entry, time: Date.now() });
      draw();
    },
  };
}

/** The faces in the order of the throws: "d6: 4, 3; d20: 14". @param {Entry} entry */
function faces({ faces }) {
  /** @type {{sides: number, values: number[]}[]} */
  const runs = [];
  for (const [sides, value] of faces) {
    const last = runs.at(-1);
    if (last?.sides === sides) last.values.push(value);
    else runs.push({ sides, values: [value] });
  }
  return runs.map(({ sides, values }) => `d${sides}: ${values.join(", ")}`).join("; ");
}
