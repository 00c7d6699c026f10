// compare.js: compares the inputs on the page with pinned ones.
//
// Contract. `[data-pin]` pins the last valid inputs: the address keeps them (compare-link.js). `[data-swap]` exchanges the
// two sides, `[data-unpin]` removes the pinned one. `[data-title]` are the titles of both sides. An address with a pinned
// side opens the tool (pages/calculator.js opens it the first time).
// `[data-compared]` holds what Python draws, after every answer while the tool is open. A problem of the pinned side is
// shown there, and the side stays in the address. `[data-copy-compared]` copies the comparison with its link.

import { section } from "../shared/controllers.js";
import { redraw } from "../shared/details-state.js";
import { latestOnly } from "../shared/latest-only.js";
import { format } from "../shared/link.js";
import { createAnswerFolds } from "./answer-folds.js";
import { chooseModes } from "./chart-modes.js";
import { comparison, keys, title } from "./compare-link.js";
import { addressOf } from "./open-here.js";

/** @typedef {import("../shared/link.js").Pairs} Pairs */
/** @typedef {import("./compare-link.js").Titles} Titles */

const NO_CLIPBOARD = "This browser does not give the clipboard away.";

/** @param {import("./session.js").Session} session */
export function bind(session) {
  const tool = /** @type {HTMLElement} */ (section("calculator/compare"));
  /** @param {string} hook @returns {HTMLElement} */
  const part = (hook) => /** @type {HTMLElement} */ (tool.querySelector(`[data-${hook}]`));
  const [compared, pin, swap, unpin, hint] = ["compared", "pin", "swap", "unpin", "pin-hint"].map(part);
  if (!compared || !pin || !swap || !unpin || !hint) return;
  const titleInputs = /** @type {HTMLInputElement[]} */ (["title=this", "title=pinned"].map(part));
  /** @type {Pairs | null} */
  let pinned = null;
  let titles = /** @type {Titles} */ (["", ""]);
  /** Both sides of the last comparison, as links, and the comparison in words. @type {{this: Pairs, pinned: Pairs, text: string} | null} */
  let sides = null;

  // The sides of the comparison on the page: the form and the pinned side may have changed since.
  const folds = createAnswerFolds(compared, (request) =>
    session.askAside({ pairs: sides?.this, vs: sides?.pinned, titles, ...request }),
  );

  const answers = latestOnly(async (isLatest) => {
    try {
      const reply = await session.ask({ kind: "compare", vs: pinned, titles });
      if (!isLatest() || !reply.html) return; // an input on the page needs attention; the form says so
      show(reply.html);
      sides = reply.ok ? { ...reply.sides, text: reply.text } : null;
      showControls();
      if (!sides) return;
      folds.answered();
      setPinned(sides.pinned);
      session.tell(reply.line);
    } catch (error) {
      session.broken(error);
    }
  });

  function refresh() {
    if (pinned && !tool.hidden) answers.ask();
  }

  /** @param {string} html  drawn by Python */
  function show(html) {
    redraw(compared, html);
    chooseModes(compared);
  }

  /** @param {Pairs} pairs */
  function setPinned(pairs) {
    pinned = pairs;
    const extra = keys({ pinned, titles });
    if (format(extra) !== format(session.extra())) session.setExtra(extra);
  }

  /** Shows the tool with or without a pinned side. @param {Pairs | null} pairs @param {Titles} named */
  function reset(pairs, named) {
    pinned = pairs;
    titles = named;
    sides = null;
    answers.drop();
    for (const [at, input] of titleInputs.entries()) input.value = titles[at] ?? "";
    showControls();
    if (!pairs) compared.replaceChildren();
  }

  function showControls() {
    unpin.hidden = !pinned;
    part("titles").hidden = !pinned;
    hint.hidden = !!pinned;
    swap.hidden = !sides;
    part("copying").hidden = !sides;
    part("copied").textContent = "";
  }

  /** Pins the side that the address names. Returns whether it names another comparison than before. */
  function followAddress() {
    const named = comparison(session.extra());
    if (format(keys(named)) === format(keys({ pinned, titles }))) return false;
    reset(named.pinned, named.titles);
    return true;
  }

  pin.addEventListener("click", () => {
    reset(session.link(), titles);
    setPinned(session.link());
    refresh();
  });
  swap.addEventListener("click", () => {
    if (!sides) return;
    const [own, other] = titles;
    location.hash = format([...sides.pinned, ...keys({ pinned: sides.this, titles: [other, own] })]);
  });
  unpin.addEventListener("click", () => {
    reset(null, ["", ""]);
    session.setExtra([]);
    pin.focus();
    session.tell("The pinned side is gone.");
  });
  part("titles").addEventListener("input", () => {
    const [own = "", other = ""] = titleInputs.map(({ value }) => title(value));
    titles = [own, other];
    if (pinned) setPinned(pinned);
    refresh();
  });
  part("copy-compared").addEventListener("click", () => {
    const copied = navigator.clipboard?.writeText(`${sides?.text}\n${addressOf(session)}`) ?? Promise.reject();
    copied.then(
      () => (part("copied").textContent = "Comparison copied"),
      () => (part("copied").textContent = NO_CLIPBOARD),
    );
  });
  tool.addEventListener("open", refresh);
  session.on("answer", refresh);
  followAddress();
  session.on("change", () => {
    if (!followAddress() || !pinned) return;
    tool.hidden = false;
    document.querySelector("[data-tool=compare]")?.setAttribute("aria-expanded", "true");
    refresh();
  });
}
