// targets.js: compares one action with several targets, or several actions with one target, in one table.
//
// Contract. `bind(session)` serves the section of this script. It shows the kept entries of this game (storage/targets.js)
// or those of a link, which stay apart until `[data-targets-keep]` keeps them. Python works out and draws the rows after
// every answer while the tool is open. The address has what the table shows (targets-link.js). An address that this
// device wrote last shows the kept entries, so that they follow their sheets. Without a kept target, three foes of the game
// stand as examples.

import { section } from "../shared/controllers.js";
import { redraw } from "../shared/details-state.js";
import { latestOnly } from "../shared/latest-only.js";
import { format } from "../shared/link.js";
import { part, say } from "../shared/parts.js";
import { sentences } from "../shared/problems.js";
import { setHtml } from "../shared/trusted.js";
import {
  createTargetsStore,
  entriesOf,
  isFull,
  isSame,
  MOST_KEPT,
  MOST_SHOWN,
  merged,
  onlyShown,
  pairsOf,
  withShown,
} from "../storage/targets.js";
import { createTargetsAdd } from "./targets-add.js";
import { AS_KEPT, createTargetsAgainst, OF_PAGE } from "./targets-against.js";
import { bindTargetsCopy } from "./targets-copy.js";
import { createTargetsAddress, readView, writeView } from "./targets-link.js";
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
  const slug = session.calculator.split(".")[1] ?? "";
  const address = createTargetsAddress(session, game);
  const store = createTargetsStore(game);
  const table = part(tool, "targets-table");
  const name = /** @type {HTMLInputElement} */ (tool.querySelector("#targets-action"));
  const requests = await createTargetsRequest(session, game);
  const list = createTargetsList(tool, write);
  const add = createTargetsAdd(tool, { game, characters: requests.characters, add: keep, entries: () => kept() });
  const choice = createTargetsAgainst(tool, (value) => {
    against = value;
    draw();
  });
  /** Whether targets or actions are the rows, and the target of all actions (targets-against.js). */
  let [mode, against] = readView(game);
  /** What is wrong with the entries that are kept or linked. */
  let trouble = store.read().trouble;
  /** The entries of a link. @type {Entry[] | null} */
  let linked = null;

  const kept = () => entriesOf(store.read().pairs);
  const entries = () => linked ?? kept();
  /** @param {Entry[]} all */
  const shown = (all) => all.filter(({ kind, off }) => kind === mode && !off).slice(0, MOST_SHOWN);
  const targets = () => entries().filter(({ kind }) => kind === "to");
  const target = () => targets().find(({ name }) => name === against) ?? null;
  const isOfPage = () => mode === "do" && choice.chosen(against, targets()) === OF_PAGE;

  const answers = latestOnly(async (isLatest) => {
    if (!add.isDrawn) await drawChoices();
    const examples = mode === "to" && !entries().some(({ kind }) => kind === "to") ? add.examples() : null;
    const { here, gone } = await requests.present(examples ?? shown(entries()));
    const rows = here.filter((entry) => !isPage(entry));
    const asked = await requests.rows(rows, mode, isOfPage() ? OF_PAGE : target(), here.find(isPage)?.name);
    const reply = await session.ask({ kind: "targets", system: game, ...asked }).catch(session.broken);
    if (!isLatest() || !reply) return;
    if (!reply.rows) return tellProblem(trouble, sentences(reply.problems));
    redraw(table, reply.html);
    tellProblem(trouble, gone.length ? `Not on this device any more: ${gone.join(", ")}.` : "");
    for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (table.querySelectorAll("a[data-row]"))) {
      const row = reply.rows[Number(link.dataset.row)];
      if (row.ok) link.href += format(row.link);
    }
    part(tool, "targets-copies").hidden = false;
    session.tell(reply.line);
    if (linked) linked = linked.map((entry) => requests.fixed(entry, rows, reply.rows));
    const all = [...rows, ...(mode === "do" && target() ? [/** @type {Entry} */ (target())] : [])];
    const named = examples ? [] : all.map((entry) => inLink(entry, rows, reply.rows, isOfPage()));
    await address.write(named, !linked, isLatest);
  });

  /** Says what is wrong: with what was kept or linked, and with the table. @param {string} ofEntries @param {string} [ofTable] */
  function tellProblem(ofEntries, ofTable = "") {
    trouble = ofEntries;
    say(tool, "targets-problem", [ofEntries, ofTable].filter(Boolean).join(" "));
  }

  /** Whether an action is the page's own, as it is now. @param {Entry} entry */
  function isPage({ of, inputs }) {
    return of === slug && format(inputs ?? []) === format(session.shared());
  }

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
    choice.draw(against, targets());
    const empty = mode === "do" ? WORDS.noAction : targets().length ? WORDS.none : WORDS.example;
    const ofRows = shown(all).length ? (mode === "do" ? choice.words(against) : "") : linked ? "" : empty;
    say(tool, "targets-words", [linked ? WORDS.linked : "", ofRows].filter(Boolean).join(" "));
    list.draw(linked ? [] : rows, MOST_SHOWN);
    name.value ||= requests.actionName();
    if (!linked) writeView(game, mode, against);
    refresh();
  }

  /** Stores other entries of the kind that is shown. @param {Entry[]} rows */
  function write(rows) {
    const others = kept().filter(({ kind }) => kind !== mode);
    tellProblem(store.write(pairsOf([...others, ...rows])));
    add.draw();
    draw();
  }

  /** @param {Entry} entry */
  function keep(entry) {
    if (isFull(kept(), entry)) return tellProblem(`At most ${MOST_KEPT} are kept: remove one first.`);
    tellProblem(store.write(pairsOf(withShown(kept(), entry))));
    if (mode === "do" && entry.kind === "to") against = entry.name;
    draw();
  }

  /** Shows what the address names. Resolves with whether it names something new. */
  async function follow() {
    const found = await address.read();
    if (!found) return false;
    tellProblem(found.why);
    if (found.why) return false;
    mode = found.entries.some(({ kind }) => kind === "do") ? "do" : "to";
    linked = found.isOurs ? null : found.entries;
    const named = found.entries.find(({ kind }) => kind === "to")?.name;
    if (mode === "do" && (named || linked)) against = named ?? AS_KEPT;
    return true;
  }

  for (const button of /** @type {NodeListOf<HTMLElement>} */ (tool.querySelectorAll("[data-targets-mode]"))) {
    button.addEventListener("click", () => {
      mode = button.dataset.targetsMode === "do" ? "do" : "to";
      draw();
    });
  }
  part(tool, "targets-action").addEventListener("submit", (event) => {
    event.preventDefault();
    if (name.value.trim()) keep({ kind: "do", name: name.value.trim(), of: slug, inputs: session.shared() });
  });
  part(tool, "targets-keep").addEventListener("click", () => {
    const brought = linked ?? [];
    const all = onlyShown(merged(kept(), brought), brought);
    const left = brought.filter((entry) => !all.some((one) => isSame(one, entry))).map(({ name }) => name);
    const full = left.length ? `At most ${MOST_KEPT} are kept; there is no room for ${left.join(", ")}.` : "";
    const refused = store.write(pairsOf(all));
    tellProblem(refused || full);
    if (!refused) linked = null;
    draw();
  });
  part(tool, "targets-mine").addEventListener("click", () => {
    linked = null;
    draw();
  });
  bindTargetsCopy(tool, session);
  tool.addEventListener("open", draw);
  session.on("answer", refresh);
  session.on("change", async () => {
    if (await follow()) draw();
  });
  store.watch(() => tool.hidden || draw());
  requests.characters.watch(() => tool.hidden || draw());
  await follow();
}
