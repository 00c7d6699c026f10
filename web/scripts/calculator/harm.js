// harm.js: writes what a roll or an answer changes to a character's sheet, and takes it back.
//
// Contract. `bindHarm(session, {me, target, save, refresh})` listens to rolls and answers of the session. One with a
// `change` shows `[data-harm]`: one button that changes the sheet of the target, or of the character that fills the page,
// then a sentence and an undo; where the sheet has nothing to lose, a sentence alone. Python computes what the sheet says then (kind "harm"). Saving goes by revision: if another
// tab has changed the sheet, nothing is written and the page says so. Another roll, other inputs or another target end the
// offer. After a change the inputs that it has used up are reset; what was done stays on the page until the next input.

import { latestOnly } from "../shared/latest-only.js";
import { tableRules } from "../storage/table-rules-store.js";
import { showFromItsStart } from "./headline-height.js";

/** @typedef {import("../shared/link.js").Pairs} Pairs */
/** @typedef {import("./fill-sources.js").Held} Held */
/** @typedef {{damage: number, spent: number, left: object, conditions: object, at_me: boolean, resets: Pairs}} Change */
/** @typedef {{me: () => Held | null, target: () => Held | null, save: (held: Held, data: Pairs) => Promise<Held>, refresh: () => Promise<void>}} Ways */

/** @param {import("./session.js").Session} session @param {Ways} ways */
export function bindHarm(session, { me, target, save, refresh }) {
  if (!document.querySelector("[data-harm]")) return;
  const bar = /** @type {HTMLElement} */ (document.querySelector("[data-harm]"));
  const [apply, undo, words] = ["[data-harm-apply]", "[data-harm-undo]", "[data-harm-words]"].map(
    (selector) => /** @type {HTMLElement} */ (bar.querySelector(selector)),
  );
  const system = document.documentElement.dataset.system ?? "";
  let offered = /** @type {{held: Held, changes: [string, string[]][], resets: Pairs, done: string} | null} */ (null);
  let applied = /** @type {{held: Held, data: Pairs} | null} */ (null);

  /** @param {{apply?: string, words?: string, undo?: boolean}} shown */
  function show(shown) {
    apply.textContent = shown.apply ?? "";
    apply.hidden = !shown.apply;
    words.textContent = shown.words ?? "";
    undo.hidden = !shown.undo;
    bar.hidden = !shown.apply && !shown.words;
  }

  function end() {
    offers.drop();
    offered = null;
    show({});
  }

  const offers = latestOnly(async (isLatest, /** @type {Change | null | undefined} */ change) => {
    const held = change?.at_me ? me() : target();
    if (!held || !change) return;
    const { damage, spent, left, conditions, resets } = change;
    const what = { damage, spent, left, conditions };
    const request = { kind: "harm", system, pairs: held.data, ...what, ...tableRules(system) };
    const reply = await session.ask(request).catch(() => null);
    if (!isLatest() || !reply?.ok) return;
    applied = null;
    if (!reply.offer) return show({ words: reply.done });
    offered = { held, changes: reply.changes, resets, done: reply.done };
    show({ apply: reply.offer });
  });

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
    const { held, changes, resets, done } = offered;
    offered = null;
    offers.drop();
    const saved = await write(held, changes.reduce(replaced, held.data), done);
    applied = saved && { held: saved, data: held.data };
    if (saved) undo.focus();
    if (saved && resets.length) session.load(resets.reduce(reset, session.pairs()));
    await refresh();
  });
  undo.addEventListener("click", async () => {
    if (!applied) return;
    const { held, data } = applied;
    applied = null;
    const saved = await write(held, data, `${held.name} is as before.`);
    undo.hidden = true;
    if (saved) words.focus();
    await refresh();
  });
  session.on("roll", async (reply) => {
    applied = null;
    end();
    await offers.ask(reply.change);
    const section = bar.closest("#tool-roll");
    // The browser keeps what stands below in its place, and pushes the roll up by the offer's height: a frame later.
    if (section && offered) requestAnimationFrame(() => requestAnimationFrame(() => showFromItsStart(section)));
  });
  session.on("answer", (reply) => {
    if (reply.change && !applied) offers.ask(reply.change);
  });
  session.on("change", (by) => {
    if (by !== undefined) applied = null;
    if (offered || (by !== undefined && !words.closest("#tool-roll"))) end();
  });
}

/** @param {Pairs} data @param {[string, string[]]} change @returns {Pairs} */
function replaced(data, [key, texts]) {
  const others = data.filter(([name]) => name !== key);
  return [...others, ...texts.map((text) => /** @type {[string, string]} */ ([key, text]))];
}

/** @param {Pairs} form @param {[string, string]} value @returns {Pairs} */
function reset(form, [key, text]) {
  return [...form.filter(([name]) => name !== key && !name.startsWith(`${key}.`)), [key, text]];
}
