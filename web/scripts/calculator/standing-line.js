// standing-line.js: the lines in the headline that say why a chosen character or target cannot act, and which value counts
// instead of one of the sheet that does not fit.
//
// Contract. `createStandingLine(session)` draws `[data-standing-line]` of the answer after each redraw. `take(lines, names,
// isOwn)` gets the `status` of a reply of kind "fill", and the names of both sides. A line about an input that the player
// has entered since is left out. No lines: the place is hidden.

/** @typedef {{text: string, theirs: boolean, key: string}} Line */
/** @typedef {{me: string, target: string}} Names */

/** @typedef {ReturnType<typeof createStandingLine>} StandingLine */

/** @param {import("./session.js").Session} session */
export function createStandingLine(session) {
  const answer = /** @type {HTMLElement} */ (document.getElementById("answer"));
  let lines = /** @type {Line[]} */ ([]);
  let names = /** @type {Names} */ ({ me: "", target: "" });
  let isOwn = (/** @type {string} */ _key) => false;

  function draw() {
    const place = /** @type {HTMLElement | null} */ (answer.querySelector("[data-standing-line]"));
    if (!place) return;
    const shown = lines.filter(({ key }) => !key || !isOwn(key));
    place.replaceChildren(...shown.map(drawn));
    place.hidden = !shown.length;
  }

  /** @param {Line} line */
  function drawn({ text, theirs }) {
    const words = document.createElement("span");
    words.textContent = `${theirs ? names.target : names.me} · ${text}`;
    return words;
  }

  session.on("answer", draw);
  session.on("change", draw);

  return {
    /** @param {Line[]} now @param {Names} whose @param {(key: string) => boolean} own */
    take(now, whose, own) {
      [lines, names, isOwn] = [now, whose, own];
      draw();
    },
  };
}
