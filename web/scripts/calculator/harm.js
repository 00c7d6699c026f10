// harm.js: writes the changes of a roll or an answer to a character's sheet, and undoes them.
//
// Contract. `bindHarm(session, {me, target, save, refresh})` listens to rolls and answers of the session. A reply with a
// `change` shows the section of this script: a button that changes the sheet of the target or of the character that fills
// the page, then a sentence and an undo. If the sheet has nothing to lose, the section shows only a sentence. Python
// computes the changed sheet (kind "harm"). When another tab has changed the sheet meanwhile, nothing is written and the
// page says so. Another roll, other inputs or another target end the offer. After a change the inputs that it has used up
// are reset. The sentence stays on the page until the next input.

import { section } from "../shared/controllers.js";
import { latestOnly } from "../shared/latest-only.js";
import { withTexts } from "../storage/character-data.js";
import { tableRules } from "../storage/table-rules-store.js";
import { showFromItsStart } from "./headline-height.js";

/** @typedef {import("../shared/link.js").Pairs} Pairs */
/** @typedef {import("./fill-sources.js").Held} Held */
/** @typedef {{damage: number, spent: number, left: object, conditions: object, at_me: boolean, resets: Pairs}} Change */
/** @typedef {{me: () => Held | null, target: () => Held | null, save: (held: Held, data: Pairs) => Promise<Held>, refresh: () => Promise<void>}} Handlers */

/** @param {import("./session.js").Session} session @param {Handlers} handlers */
export function bindHarm(session, { me, target, save, refresh }) {
  const found = section("calculator/harm");
  if (!found) return;
  const bar = found;
  const [apply, undo, status] = ["[data-harm-apply]", "[data-harm-undo]", "[data-harm-words]"].map(
    (selector) => /** @type {HTMLElement} */ (bar.querySelector(selector)),
  );
  const system = document.documentElement.dataset.system ?? "";
  let offered = /** @type {{held: Held, changes: [string, string[]][], resets: Pairs, done: string} | null} */ (null);
  let applied = /** @type {{held: Held, data: Pairs} | null} */ (null);

  /** @param {{apply?: string, text?: string, undo?: boolean}} shown */
  function show(shown) {
    apply.textContent = shown.apply ?? "";
    apply.hidden = !shown.apply;
    status.textContent = shown.text ?? "";
    undo.hidden = !shown.undo;
    bar.hidden = !shown.apply && !shown.text;
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
    if (!reply.offer) return show({ text: reply.done });
    offered = { held, changes: reply.changes, resets, done: reply.done };
    show({ apply: reply.offer });
  });

  /** Saves the sheet, or shows why not. @param {Held} held @param {Pairs} data @param {string} done @returns {Promise<Held | null>} */
  async function write(held, data, done) {
    try {
      const saved = await save(held, data);
      show({ text: done, undo: true });
      return saved;
    } catch (error) {
      show({ text: error instanceof Error ? error.message : String(error) });
      return null;
    }
  }

  apply.addEventListener("click", async () => {
    if (!offered) return;
    const { held, changes, resets, done } = offered;
    offered = null;
    offers.drop();
    const saved = await write(held, changes.reduce(withTexts, held.data), done);
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
    if (saved) status.focus();
    await refresh();
  });
  session.on("roll", async (reply) => {
    applied = null;
    end();
    await offers.ask(reply.change);
    const tool = bar.closest("#tool-roll");
    // A frame later the browser scrolls by the offer's height, which moves the roll up: so the page scrolls after that.
    if (tool && offered) requestAnimationFrame(() => requestAnimationFrame(() => showFromItsStart(tool)));
  });
  session.on("answer", (reply) => {
    if (reply.change && !applied) offers.ask(reply.change);
  });
  session.on("change", (by) => {
    if (by !== undefined) applied = null;
    if (offered || (by !== undefined && !status.closest("#tool-roll"))) end();
  });
}

/** @param {Pairs} form @param {[string, string]} value @returns {Pairs} */
function reset(form, [key, text]) {
  return [...form.filter(([name]) => name !== key && !name.startsWith(`${key}.`)), [key, text]];
}
