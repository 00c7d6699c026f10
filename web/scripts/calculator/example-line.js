// example-line.js: the line in the headline that says what of the answer still comes from the page's example.
//
// Contract. `createExampleLine(session)` draws `[data-example-line]` of the answer after each redraw. Without a character
// it says "Example", and "Example, changed" once the form differs; a link's answer has no line. `take(resting, own)` lists
// what rests on the example for a chosen character; an input that is the player's `own` by now is left out. `take(null)`:
// no character is chosen, and the line names only the example itself. `wordsFor` is the text alone.

import { read } from "../shared/form.js";
import { format } from "../shared/link.js";

/** @typedef {{key: string, text: string, example: boolean, theirs: boolean}} Resting */

const MOST_NAMED = 3;

/** @typedef {ReturnType<typeof createExampleLine>} ExampleLine */

/** @param {import("./session.js").Session} session */
export function createExampleLine(session) {
  const answer = /** @type {HTMLElement} */ (document.getElementById("answer"));
  const { dataset } = document.documentElement;
  /** Null without a character. @type {Resting[] | null} */
  let resting = null;
  let isOwn = (/** @type {string} */ _key) => false;
  /** A link or a character has filled the form. */
  let silent = location.hash.includes("=");
  /** The line was there: its room stays while the player types. */
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
    const left = resting?.filter((one) => one.example && !isOwn(one.key)) ?? [];
    if (left.length) line.replaceChildren(...linked(left));
    else line.textContent = expected ? "" : plain();
    shown ||= line.textContent !== "";
    line.hidden = !shown && !expected;
    line.ariaHidden = line.textContent ? null : "true";
  }

  function plain() {
    const isExample = resting ? answer.dataset.state === "stale" : !silent;
    if (isExample && session.showsExample()) return "Example";
    return silent || resting ? "" : "Example, changed";
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
    /** @param {Resting[] | null} now @param {(key: string) => boolean} [own] */
    take(now, own = () => false) {
      [resting, isOwn] = [now, own];
      silent = now !== null || format(read(session.form)) !== format(session.example());
      shown = false;
      draw();
    },
  };
}

/** @param {Resting[]} left */
export function wordsFor(left) {
  const named = left.slice(0, MOST_NAMED).map((one) => one.text);
  if (left.length > MOST_NAMED) named.push(`${left.length - MOST_NAMED} more`);
  const theirs = left.every((one) => one.theirs);
  return {
    before: theirs ? "Example’s target: " : "From the example: ",
    named: named.join(", "),
    after: theirs ? "Choose a target or enter its numbers." : "Enter your own.",
  };
}

/** @param {Resting[]} left @returns {(Node | string)[]} */
function linked(left) {
  const { before, named, after } = wordsFor(left);
  const link = document.createElement("a");
  link.href = `#f-${left[0]?.key}`;
  link.dataset.toExample = "";
  link.textContent = named;
  const hint = document.createElement("span");
  hint.className = "hint-wide";
  hint.textContent = `. ${after}`;
  return [before, link, hint];
}
