// compare.js: this state beside one that was pinned.
//
// Contract. `[data-pin]` keeps the last valid state as the other side, in the address under keys that begin with `vs.`;
// `[data-swap]` exchanges the sides, `[data-unpin]` forgets the other. An address with such keys opens the tool.
// `[data-compared]` holds what Python draws, and follows every answer while the tool is open. What is wrong with the
// pinned side is said there, and stays in the address.

import { redraw } from "../shared/details-state.js";
import { latestOnly } from "../shared/latest-only.js";
import { format } from "../shared/link.js";
import { createAnswerFolds } from "./answer-folds.js";
import { chooseModes } from "./chart-modes.js";

/** @typedef {import("../shared/link.js").Pairs} Pairs */

const PREFIX = "vs.";

/** @param {import("./session.js").Session} session */
export function bindCompare(session) {
  const section = /** @type {HTMLElement} */ (document.getElementById("tool-compare"));
  /** @param {string} hook @returns {HTMLElement} */
  const part = (hook) => /** @type {HTMLElement} */ (section.querySelector(`[data-${hook}]`));
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
      if (!isLatest() || !reply.html) return; // an input of this side needs attention, and says so itself
      show(reply.html);
      sides = reply.ok ? reply.sides : null;
      swap.hidden = !sides;
      if (!sides) return;
      folds.answered();
      keep(sides.pinned);
      session.tell(reply.line);
    } catch (error) {
      session.broken(error);
    }
  });

  function refresh() {
    if (pinned && !section.hidden) answers.ask();
  }

  /** @param {string} html  drawn by Python */
  function show(html) {
    redraw(compared, html);
    chooseModes(compared);
  }

  /** @param {Pairs} pairs */
  function keep(pairs) {
    pinned = pairs;
    const extra = prefixed(pairs);
    if (format(extra) !== format(session.extra())) session.setExtra(extra);
  }

  /** The tool as it is with or without a pinned side. @param {Pairs | null} pairs */
  function take(pairs) {
    pinned = pairs;
    sides = null;
    answers.drop();
    unpin.hidden = !pairs;
    hint.hidden = !!pairs;
    if (pairs) return;
    swap.hidden = true;
    compared.replaceChildren();
  }

  pin.addEventListener("click", () => {
    take(session.link());
    keep(session.link());
    refresh();
  });
  swap.addEventListener("click", () => {
    if (sides) location.hash = format([...sides.pinned, ...prefixed(sides.this)]);
  });
  unpin.addEventListener("click", () => {
    take(null);
    session.setExtra([]);
    pin.focus();
    session.tell("The pinned side is gone.");
  });
  section.addEventListener("open", refresh);
  session.on("answer", refresh);
  session.on("change", () => {
    const extra = session.extra();
    if (format(extra) === format(prefixed(pinned ?? []))) return;
    take(extra.length ? extra.map(([key, text]) => [key.slice(PREFIX.length), text]) : null);
    if (!pinned) return;
    section.hidden = false;
    document.querySelector("[data-tool=compare]")?.setAttribute("aria-expanded", "true");
    refresh();
  });
}

/** @param {Pairs} pairs @returns {Pairs} */
function prefixed(pairs) {
  return pairs.map(([key, text]) => [PREFIX + key, text]);
}
