// standing-line.js: the lines in the headline that say why a chosen character or target cannot act, and which value
// replaces a value of the sheet that does not fit.
//
// Contract. `createStandingLine(session)` draws `[data-standing-line]` of the answer after each redraw. `setLines(lines,
// names, enteredKeys)` sets the `status` of a reply of kind "fill" and the names of both sides. A line about an input that
// the player has entered since is left out. Without lines the place is hidden.

/** @typedef {{text: string, theirs: boolean, key: string}} Line */
/** @typedef {{me: string, target: string}} Names */

/** @typedef {ReturnType<typeof createStandingLine>} StandingLine */

/** @param {import("./session.js").Session} session */
export function createStandingLine(session) {
  const answer = /** @type {HTMLElement} */ (document.getElementById("answer"));
  let lines = /** @type {Line[]} */ ([]);
  let names = /** @type {Names} */ ({ me: "", target: "" });
  let enteredKeys = () => /** @type {Set<string>} */ (new Set());

  function draw() {
    const place = /** @type {HTMLElement | null} */ (answer.querySelector("[data-standing-line]"));
    if (!place) return;
    const entered = lines.length ? enteredKeys() : null;
    const shown = lines.filter(({ key }) => !key || !entered?.has(key));
    place.replaceChildren(...shown.map(drawn));
    place.hidden = !shown.length;
  }

  /** @param {Line} line */
  function drawn({ text, theirs }) {
    const line = document.createElement("span");
    line.textContent = `${theirs ? names.target : names.me} · ${text}`;
    return line;
  }

  session.on("answer", draw);
  session.on("change", draw);

  return {
    /** @param {Line[]} newLines @param {Names} newNames @param {() => Set<string>} keys */
    setLines(newLines, newNames, keys) {
      [lines, names, enteredKeys] = [newLines, newNames, keys];
      draw();
    },
  };
}
