// targets.js: compares one action with several targets, or several actions with one target, in one table.
//
// Contract. `bind(session)` serves the section of this script. It shows the kept entries of this game (storage/targets.js)
// or those of a link, which stay apart until `[data-targets-keep]` keeps them. Python works out and draws the rows after
// every answer while the tool is open. The address has what the table shows under keys that begin with `to.` or `do.`; an
// address that this device wrote last shows the kept entries, so that they follow their sheets. Without a kept target,
// three foes of the game stand as examples.

import { section } from "../shared/controllers.js";
import { redraw } from "../shared/details-state.js";
import { latestOnly } from "../shared/latest-only.js";
import { format } from "../shared/link.js";
import { part, say } from "../shared/parts.js";
import { sentences } from "../shared/problems.js";
import { setHtml } from "../shared/trusted.js";
import { readSetting, writeSetting } from "../storage/settings.js";
import { createTargetsStore, entriesOf, MOST_SHOWN, merged, pairsOf, withShown } from "../storage/targets.js";
import { createTargetsAdd } from "./targets-add.js";
import { bindTargetsCopy } from "./targets-copy.js";
import { createTargetsList } from "./targets-list.js";
import { createTargetsRequest, inLink } from "./targets-request.js";

/** @typedef {import("../storage/targets.js").Entry} Entry */

const WORDS = {
  example: "Three foes of the game, as an example. Add your own below: they stay on this device.",
  linked: "From a link. Yours stay as they are.",
  noAction: "Keep this action, then open another calculator and keep that one: they stand side by side here.",
  none: "No target is ticked.",
};

/** @param {import("./session.js").Session} session */
export async function bind(session) {
  const tool = /** @type {HTMLElement} */ (section("calculator/targets"));
  const game = document.documentElement.dataset.system ?? "";
  const [slug, lastLink] = [session.calculator.split(".")[1] ?? "", `targets ${game}`];
  const store = createTargetsStore(game);
  const table = part(tool, "targets-table");
  const one = /** @type {HTMLSelectElement} */ (part(tool, "targets-one"));
  const requests = await createTargetsRequest(session, game);
  const list = createTargetsList(tool, write);
  const add = createTargetsAdd(tool, { game, characters: requests.characters, add: keep, entries: () => kept() });
  /** Whether targets or actions are the rows. @type {Entry["kind"]} */
  let mode = "to";
  /** The name of the target of all actions; empty: each has its own. */
  let against = "";
  /** The entries of a link. @type {Entry[] | null} */
  let linked = null;
  /** What the address said when it was read last. */
  let followed = "";

  const kept = () => entriesOf(store.read().pairs);
  const entries = () => linked ?? kept();
  /** @param {Entry[]} all */
  const shown = (all) => all.filter(({ kind, off }) => kind === mode && !off).slice(0, MOST_SHOWN);
  const target = () => entries().find(({ kind, name }) => kind === "to" && name === against) ?? null;

  const answers = latestOnly(async (isLatest) => {
    if (!add.isDrawn) await drawChoices();
    const examples = mode === "to" && !entries().some(({ kind }) => kind === "to") ? add.examples() : null;
    const { here: rows, gone } = await requests.present(examples ?? shown(entries()));
    const asked = await requests.rows(rows, mode, target());
    const reply = await session.ask({ kind: "targets", system: game, ...asked }).catch(session.broken);
    if (!isLatest() || !reply) return;
    if (!reply.rows) return say(tool, "targets-problem", sentences(reply.problems));
    redraw(table, reply.html);
    say(tool, "targets-problem", gone.length ? `Not on this device any more: ${gone.join(", ")}.` : "");
    for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (table.querySelectorAll("a[data-row]"))) {
      const row = reply.rows[Number(link.dataset.row)];
      if (row.ok) link.href += format(row.link);
    }
    part(tool, "targets-copies").hidden = false;
    session.tell(reply.line);
    if (linked) linked = linked.map((entry) => requests.fixed(entry, rows, reply.rows));
    if (examples) return session.setTargets([]);
    const all = [...rows, ...(mode === "do" && target() ? [/** @type {Entry} */ (target())] : [])];
    const pairs = pairsOf(all.map((entry) => inLink(entry, rows, reply.rows)));
    if (!linked) writeSetting(lastLink, `${slug}${format(pairs)}`);
    followed = format(pairs);
    session.setTargets(pairs);
  });

  async function drawChoices() {
    const reply = await session.ask({ kind: "targets", system: game, rows: [], choices: true }).catch(session.broken);
    if (!reply?.choices) return;
    setHtml(part(tool, "targets-choices"), reply.choices);
    await add.bind();
  }

  function refresh() {
    if (!tool.hidden) answers.ask();
  }

  /** Draws what does not need Python, and asks for the table. */
  function draw() {
    const all = entries();
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (tool.querySelectorAll("[data-targets-mode]")))
      button.setAttribute("aria-pressed", String(button.dataset.targetsMode === mode));
    const rows = all.filter(({ kind }) => kind === mode);
    part(tool, "targets-linked").hidden = !linked;
    part(tool, "targets-action").hidden = mode !== "do" || !!linked;
    part(tool, "targets-against").hidden = mode !== "do";
    part(tool, "targets-add").hidden = !!linked;
    const targets = all.filter(({ kind }) => kind === "to");
    one.replaceChildren(new Option("as each was kept", ""), ...targets.map(({ name }) => new Option(name, name)));
    one.value = target() ? against : "";
    const empty = mode === "do" ? WORDS.noAction : targets.length ? WORDS.none : WORDS.example;
    say(tool, "targets-words", linked ? WORDS.linked : shown(all).length ? "" : empty);
    list.draw(linked ? [] : rows, MOST_SHOWN);
    refresh();
  }

  /** Stores other entries of the kind that is shown. @param {Entry[]} rows */
  function write(rows) {
    const others = kept().filter(({ kind }) => kind !== mode);
    say(tool, "targets-problem", store.write(pairsOf([...others, ...rows])));
    add.draw();
    draw();
  }

  /** @param {Entry} entry */
  function keep(entry) {
    say(tool, "targets-problem", store.write(pairsOf(withShown(kept(), entry))));
    if (mode === "do" && entry.kind === "to") against = entry.name;
    draw();
  }

  /** Shows what the address names, or what is kept. */
  function follow() {
    const pairs = session.targets();
    const text = format(pairs);
    if (text === followed || !pairs.length) return;
    followed = text;
    const found = entriesOf(pairs);
    mode = found.some(({ kind }) => kind === "do") ? "do" : "to";
    const isOurs = readSetting(lastLink) === `${slug}${text}`;
    linked = isOurs ? null : found;
    if (mode === "do") against = found.find(({ kind }) => kind === "to")?.name ?? "";
  }

  for (const button of /** @type {NodeListOf<HTMLElement>} */ (tool.querySelectorAll("[data-targets-mode]"))) {
    button.addEventListener("click", () => {
      mode = button.dataset.targetsMode === "do" ? "do" : "to";
      const name = /** @type {HTMLInputElement} */ (tool.querySelector("#targets-action"));
      name.value ||= requests.actionName();
      draw();
    });
  }
  one.addEventListener("input", () => {
    against = one.value;
    refresh();
  });
  part(tool, "targets-action").addEventListener("submit", (event) => {
    event.preventDefault();
    const name = /** @type {HTMLInputElement} */ (tool.querySelector("#targets-action")).value.trim();
    if (name) keep({ kind: "do", name, of: slug, inputs: session.shared() });
  });
  part(tool, "targets-keep").addEventListener("click", () => {
    const hidden = kept().map((entry) => (entry.kind === mode ? { ...entry, off: true } : entry));
    say(tool, "targets-problem", store.write(pairsOf((linked ?? []).reduce(withShown, merged(hidden, [])))));
    linked = null;
    draw();
  });
  part(tool, "targets-mine").addEventListener("click", () => {
    linked = null;
    draw();
  });
  bindTargetsCopy(tool, session);
  tool.addEventListener("open", draw);
  session.on("answer", refresh);
  session.on("change", () => {
    const before = followed;
    follow();
    if (before !== followed) draw();
  });
  store.watch(() => tool.hidden || draw());
  requests.characters.watch(() => tool.hidden || draw());
  follow();
}
