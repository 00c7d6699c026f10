// harm.js: puts rolled damage on the sheet of the character that was chosen as the target, and takes it back.
//
// Contract. `bindHarm(session, {target, save, refresh})` listens to rolls of the session. A roll with damage and a chosen
// target shows `[data-harm]` in `#tool-roll`: one button that changes the target's sheet, then a sentence and an undo. What
// the sheet says then is Python's to work out (kind "harm"). Saving goes by revision: if another tab has changed the sheet,
// nothing is written and the page says so. Another roll, other inputs or another target end the offer.

import { tableRules } from "./house.js";

/** @typedef {import("./link.js").Pairs} Pairs */
/** @typedef {import("./sheetshelf.js").Held} Held */
/** @typedef {{target: () => Held | null, save: (held: Held, data: Pairs) => Promise<Held>, refresh: () => Promise<void>}} Ways */

/** @param {import("./session.js").Session} session @param {Ways} ways */
export function bindHarm(session, { target, save, refresh }) {
  if (!document.querySelector("[data-harm]")) return;
  const bar = /** @type {HTMLElement} */ (document.querySelector("[data-harm]"));
  const [apply, undo, words] = ["[data-harm-apply]", "[data-harm-undo]", "[data-harm-words]"].map(
    (selector) => /** @type {HTMLElement} */ (bar.querySelector(selector)),
  );
  const system = document.documentElement.dataset.system ?? "";
  let offered = /** @type {{held: Held, pool: string, text: string, done: string} | null} */ (null);
  let applied = /** @type {{held: Held, data: Pairs} | null} */ (null);
  let turn = 0;

  /** @param {{apply?: string, words?: string, undo?: boolean}} shown */
  function show(shown) {
    apply.textContent = shown.apply ?? "";
    apply.hidden = !shown.apply;
    words.textContent = shown.words ?? "";
    undo.hidden = !shown.undo;
    bar.hidden = !shown.apply && !shown.words;
  }

  function end() {
    turn += 1;
    offered = null;
    show({});
  }

  /** @param {number | undefined} damage */
  async function offer(damage) {
    applied = null;
    end();
    const mine = turn;
    const held = target();
    if (!held || !damage) return;
    const request = { kind: "harm", system, pairs: held.data, damage, ...tableRules(system) };
    const reply = await session.ask(request).catch(() => null);
    if (mine !== turn || !reply?.ok) return;
    offered = { held, pool: reply.pool, text: reply.text, done: reply.done };
    show({ apply: reply.offer });
  }

  /** Writes the sheet, or says why not. @param {Held} held @param {Pairs} data @param {string} done @returns {Promise<Held | null>} */
  async function write(held, data, done) {
    try {
      const saved = await save(held, data);
      show({ words: done, undo: true });
      return saved;
    } catch (error) {
      show({ words: error instanceof Error ? error.message : String(error) });
      return null;
    }
  }

  apply.addEventListener("click", async () => {
    if (!offered) return;
    const { held, pool, text, done } = offered;
    offered = null;
    turn += 1;
    const saved = await write(held, replaced(held.data, pool, text), done);
    applied = saved && { held: saved, data: held.data };
    if (saved) undo.focus();
    await refresh();
  });
  undo.addEventListener("click", async () => {
    if (!applied) return;
    const { held, data } = applied;
    applied = null;
    const saved = await write(held, data, `${held.name} is as before the roll.`);
    undo.hidden = true;
    if (saved) words.focus();
    await refresh();
  });
  session.on("roll", (reply) => offer(reply.damage));
  session.on("change", () => offered && end());
}

/** @param {Pairs} data @param {string} key @param {string} text @returns {Pairs} */
function replaced(data, key, text) {
  const at = data.findIndex(([name]) => name === key);
  return at < 0 ? [...data, [key, text]] : data.with(at, [key, text]);
}
