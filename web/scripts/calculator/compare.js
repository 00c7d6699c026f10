// compare.js: compares the inputs on the page with pinned ones.
//
// Contract. `[data-pin]` pins the last valid inputs: the address keeps them under keys that begin with `vs.`. `[data-swap]`
// exchanges the two sides, `[data-unpin]` removes the pinned one. An address with such keys opens the tool
// (pages/calculator.js opens it the first time).
// `[data-compared]` holds what Python draws, after every answer while the tool is open. A problem of the pinned side is
// shown there, and the side stays in the address.

import { section } from "../shared/controllers.js";
import { redraw } from "../shared/details-state.js";
import { latestOnly } from "../shared/latest-only.js";
import { format } from "../shared/link.js";
import { createAnswerFolds } from "./answer-folds.js";
import { chooseModes } from "./chart-modes.js";

/** @typedef {import("../shared/link.js").Pairs} Pairs */

const PREFIX = "vs.";

/** @param {import("./session.js").Session} session */
export function bind(session) {
  const tool = /** @type {HTMLElement} */ (section("calculator/compare"));
  /** @param {string} hook @returns {HTMLElement} */
  const part = (hook) => /** @type {HTMLElement} */ (tool.querySelector(`[data-${hook}]`));
  const [compared, pin, swap, unpin, hint] = ["compared", "pin", "swap", "unpin", "pin-hint"].map(part);
  if (!compared || !pin || !swap || !unpin || !hint) return;
  /** @type {Pairs | null} */
  let pinned = null;
  /** Both sides of the last comparison, as links. @type {{this: Pairs, pinned: Pairs} | null} */
  let sides = null;

  // The sides of the comparison on the page: the form and the pinned side may have changed since.
  const folds = createAnswerFolds(compared, (request) =>
    session.askAside({ pairs: sides?.this, vs: sides?.pinned, ...request }),
  );

  const answers = latestOnly(async (isLatest) => {
    try {
      const reply = await session.ask({ kind: "compare", vs: pinned });
      if (!isLatest() || !reply.html) return; // an input on the page needs attention; the form says so
      show(reply.html);
      sides = reply.ok ? reply.sides : null;
      swap.hidden = !sides;
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
    const extra = prefixed(pairs);
    if (format(extra) !== format(session.extra())) session.setExtra(extra);
  }

  /** Shows the tool with or without a pinned side. @param {Pairs | null} pairs */
  function reset(pairs) {
    pinned = pairs;
    sides = null;
    answers.drop();
    unpin.hidden = !pairs;
    hint.hidden = !!pairs;
    if (pairs) return;
    swap.hidden = true;
    compared.replaceChildren();
  }

  /** Pins the side that the address names. Returns whether it names another one than before. */
  function followAddress() {
    const extra = session.extra();
    if (format(extra) === format(prefixed(pinned ?? []))) return false;
    reset(extra.length ? extra.map(([key, text]) => [key.slice(PREFIX.length), text]) : null);
    return true;
  }

  pin.addEventListener("click", () => {
    reset(session.link());
    setPinned(session.link());
    refresh();
  });
  swap.addEventListener("click", () => {
    if (sides) location.hash = format([...sides.pinned, ...prefixed(sides.this)]);
  });
  unpin.addEventListener("click", () => {
    reset(null);
    session.setExtra([]);
    pin.focus();
    session.tell("The pinned side is gone.");
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

/** @param {Pairs} pairs @returns {Pairs} */
function prefixed(pairs) {
  return pairs.map(([key, text]) => [PREFIX + key, text]);
}
