// example-line.js: the line in the headline that names what of the answer still comes from the page's example.
//
// Contract. `createExampleLine(session)` draws `[data-example-line]` of the answer after each redraw. Without a character
// the line says "Example", and "Example, changed" once the form differs. The answer of a link has no line.
// `setUnfilled(unfilled, enteredKeys)` lists the inputs that keep the example's value for a chosen character; inputs that
// the player has entered are left out. `setUnfilled(null)`: no character is chosen, and the line names only the example.
// `textFor` gives the text alone.

import { read } from "../shared/form.js";
import { format } from "../shared/link.js";

/** @typedef {{key: string, text: string, example: boolean, theirs: boolean}} UnfilledInput */

const MOST_NAMED = 3;

/** @typedef {ReturnType<typeof createExampleLine>} ExampleLine */

/** @param {import("./session.js").Session} session */
export function createExampleLine(session) {
  const answer = /** @type {HTMLElement} */ (document.getElementById("answer"));
  const { dataset } = document.documentElement;
  /** Null without a character. @type {UnfilledInput[] | null} */
  let unfilled = null;
  let enteredKeys = () => /** @type {Set<string>} */ (new Set());
  /** A link or a character has filled the form, so there is no line about the example. */
  let silent = location.hash.includes("=");
  /** The line was shown: its room stays while the player types. */
  let shown = false;

  answer.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[data-to-example]") : null;
    const control = link && document.getElementById(link.getAttribute("href")?.slice(1) ?? "");
    if (!control) return;
    event.preventDefault();
    for (let fold = control.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) {
      fold.open = true;
    }
    control.scrollIntoView({ block: "center" });
    control.focus({ preventScroll: true });
  });

  function draw() {
    const line = /** @type {HTMLElement | null} */ (answer.querySelector("[data-example-line]"));
    if (!line) return;
    const expected = !!dataset.chosen && dataset.chosen !== "link" && !("marked" in dataset);
    const entered = unfilled?.length ? enteredKeys() : null;
    const left = unfilled?.filter((one) => one.example && !entered?.has(one.key)) ?? [];
    if (left.length) line.replaceChildren(...linked(left));
    else line.textContent = expected ? "" : plain();
    shown ||= line.textContent !== "";
    line.hidden = !shown && !expected;
    line.ariaHidden = line.textContent ? null : "true";
  }

  function plain() {
    const isExample = unfilled ? answer.dataset.state === "stale" : !silent;
    if (isExample && session.showsExample()) return "Example";
    return silent || unfilled ? "" : "Example, changed";
  }

  session.on("answer", draw);
  session.on("change", draw);
  session.on("example", () => {
    silent = false;
    draw();
  });
  draw();

  return {
    draw,
    /** @param {UnfilledInput[] | null} now @param {() => Set<string>} [keys] */
    setUnfilled(now, keys = () => new Set()) {
      [unfilled, enteredKeys] = [now, keys];
      silent = now !== null || format(read(session.form)) !== format(session.example());
      shown = false;
      draw();
    },
  };
}

/** @param {UnfilledInput[]} left */
export function textFor(left) {
  const named = left.slice(0, MOST_NAMED).map((one) => one.text);
  if (left.length > MOST_NAMED) named.push(`${left.length - MOST_NAMED} more`);
  const theirs = left.every((one) => one.theirs);
  return {
    before: theirs ? "Example’s target: " : "From the example: ",
    named: named.join(", "),
    after: theirs ? "Choose a target or enter its numbers." : "Enter your own.",
  };
}

/** @param {UnfilledInput[]} left @returns {(Node | string)[]} */
function linked(left) {
  const { before, named, after } = textFor(left);
  const link = document.createElement("a");
  link.href = `#f-${left[0]?.key}`;
  link.dataset.toExample = "";
  link.textContent = named;
  const hint = document.createElement("span");
  hint.className = "hint-wide";
  hint.textContent = `. ${after}`;
  return [before, link, hint];
}
