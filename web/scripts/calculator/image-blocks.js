// image-blocks.js: the parts of an image that stand below each other.
//
// Contract. A block has its height and draws itself below the origin of the context. `paragraph` breaks a text into lines that
// are at most WIDTH wide, an indent included. `gap` is empty.

/** @typedef {{height: number, draw: (context: CanvasRenderingContext2D) => void}} Block */
/** @typedef {{font: string, line: number, color: string}} Look */

/** In units of a view box. */
export const WIDTH = 320;

/** A text in as many lines as it needs. @param {CanvasRenderingContext2D} context @param {string} text @param {Look} look @param {number} [indent] @returns {Block[]} */
export function paragraph(context, text, look, indent = 0) {
  context.font = look.font;
  const lines = [];
  let line = "";
  for (const word of text.split(" ").flatMap((one) => pieces(context, one, WIDTH - indent))) {
    const longer = line ? `${line} ${word}` : word;
    if (line && context.measureText(longer).width > WIDTH - indent) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  if (line) lines.push(line);
  return lines.map((words) => ({
    height: look.line,
    draw: (on) => {
      on.font = look.font;
      on.fillStyle = look.color;
      on.textBaseline = "middle";
      on.fillText(words, indent, look.line / 2);
    },
  }));
}

/** A word in pieces that fit a line, such as those of an address. @param {CanvasRenderingContext2D} context @param {string} word @param {number} width */
function pieces(context, word, width) {
  const found = [];
  let rest = word;
  while (context.measureText(rest).width > width && rest.length > 1) {
    let length = rest.length - 1;
    while (length > 1 && context.measureText(rest.slice(0, length)).width > width) length -= 1;
    found.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return [...found, rest];
}

/** @param {number} height @returns {Block} */
export function gap(height) {
  return { height, draw: () => {} };
}
