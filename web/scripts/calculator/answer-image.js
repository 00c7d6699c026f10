// answer-image.js: a picture of an answer as a PNG that says what it is about.
//
// Contract. `picturesOf(page)` names the pictures that a page shows: those of the answer, of the comparison and of the sweep.
// `pngOf(figure, words)` draws one, in light colors whatever the page has: the heading, the headline and the inputs above
// it, its label, its legend and its words, and the address below it. The picture has a fixed width and is as high as needed.

import { drawSvg } from "./svg-canvas.js";

/** @typedef {{heading: string, headline: string, inputs: string, address: string}} Words */
/** @typedef {{label: string, figure: HTMLElement}} NamedPicture */
/** @typedef {{height: number, draw: (context: CanvasRenderingContext2D) => void}} Block */
/** @typedef {{font: string, line: number, color: string}} Look */

/** Units of a view box; a phone shows two to three pixels of the PNG for each. */
const WIDTH = 320;
const MARGIN = 16;
const SCALE = 3;
const SWATCH = 32;
const PLACES = "#answer, [data-compared], [data-sweep-picture]";

/** @param {ParentNode} page @returns {NamedPicture[]} */
export function picturesOf(page) {
  const figures = [...page.querySelectorAll(PLACES)].flatMap(
    (place) =>
      /** @type {HTMLElement[]} */ (
        [...place.querySelectorAll("figure.chart")].filter((one) => one.querySelector("svg"))
      ),
  );
  return figures
    .filter((figure) => !figure.closest("section[hidden]"))
    .map((figure) => {
      const within = figure.matches(".compared") ? "Compare: " : figure.matches(".course") ? "Sweep: " : "";
      return { label: within + labelOf(figure), figure };
    });
}

/** @param {HTMLElement} figure @param {Words} words @returns {Promise<Blob>} */
export function pngOf(figure, words) {
  const canvas = document.createElement("canvas");
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const { colorScheme, background } = figure.style;
  // Colors are read while the figure is light; nothing is painted in between.
  Object.assign(figure.style, { colorScheme: "light", background: "var(--paper)" });
  try {
    const paper = getComputedStyle(figure).backgroundColor;
    const blocks = blocksOf(context, figure, words);
    const height = blocks.reduce((sum, block) => sum + block.height, 2 * MARGIN);
    canvas.width = (WIDTH + 2 * MARGIN) * SCALE;
    canvas.height = Math.ceil(height * SCALE);
    context.scale(SCALE, SCALE);
    context.fillStyle = paper;
    context.fillRect(0, 0, WIDTH + 2 * MARGIN, height);
    context.translate(MARGIN, MARGIN);
    for (const block of blocks) {
      context.save();
      block.draw(context);
      context.restore();
      context.translate(0, block.height);
    }
  } finally {
    Object.assign(figure.style, { colorScheme, background });
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be made."))), "image/png");
  });
}

/** @param {CanvasRenderingContext2D} context @param {HTMLElement} figure @param {Words} words @returns {Block[]} */
function blocksOf(context, figure, words) {
  const { color: ink, fontFamily } = getComputedStyle(figure);
  const muted = getComputedStyle(figure.querySelector(".grid + .axis text, .axis text, text") ?? figure).fill;
  /** @param {number} weight @param {number} size @param {string} color @returns {Look} */
  const look = (weight, size, color) => ({ font: `${weight} ${size}px ${fontFamily}`, line: size * 1.35, color });
  const small = look(400, 11, muted === "none" ? ink : muted);
  const captions = [...figure.querySelectorAll(":scope > .in-words, :scope > .words")].map(textOf);
  return [
    ...paragraph(context, words.heading, look(600, 12, small.color)),
    ...paragraph(context, words.headline, look(700, 16, ink)),
    ...paragraph(context, words.inputs, small),
    gap(10),
    ...paragraph(context, textOf(figure.querySelector("figcaption")), look(600, 13, ink)),
    gap(4),
    ...drawingsOf(figure).map(drawing),
    ...[...figure.querySelectorAll(".legend li")].flatMap((entry) => legend(context, entry, small)),
    gap(6),
    ...captions.flatMap((text) => paragraph(context, text, small)),
    gap(8),
    ...paragraph(context, words.address, small),
  ];
}

/** A drawing of its view box's size. @param {SVGSVGElement} svg @returns {Block} */
function drawing(svg) {
  return { height: svg.viewBox.baseVal.height, draw: (context) => drawSvg(context, svg) };
}

/** An entry of the legend: its mark, and its words. @param {CanvasRenderingContext2D} context @param {Element} entry @param {Look} look @returns {Block[]} */
function legend(context, entry, look) {
  const svg = entry.querySelector("svg");
  const lines = paragraph(context, textWithout(entry, svg), look, SWATCH);
  if (!svg || !lines[0]) return lines;
  const [{ height, draw }, ...rest] = lines;
  const mark = svg.viewBox.baseVal.height;
  const tall = Math.max(height, mark + 2);
  const first = {
    height: tall,
    draw: (/** @type {CanvasRenderingContext2D} */ on) => {
      on.save();
      on.translate(0, (tall - mark) / 2);
      drawSvg(on, svg);
      on.restore();
      on.translate(0, (tall - height) / 2);
      draw(on);
    },
  };
  return [first, ...rest];
}

/** A text in as many lines as it needs. @param {CanvasRenderingContext2D} context @param {string} text @param {Look} look @param {number} [indent] @returns {Block[]} */
function paragraph(context, text, look, indent = 0) {
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
function gap(height) {
  return { height, draw: () => {} };
}

/** The drawings of a picture, without the marks of its legend. @param {HTMLElement} figure @returns {SVGSVGElement[]} */
function drawingsOf(figure) {
  return [...figure.querySelectorAll("svg")].filter((svg) => !svg.closest(".legend, details"));
}

/** The label alone, without the unit behind it. @param {HTMLElement} figure */
function labelOf(figure) {
  return textOf(figure.querySelector("figcaption")?.firstChild);
}

/** @param {Element} element @param {Element | null} left  out */
function textWithout(element, left) {
  return [...element.childNodes]
    .filter((node) => node !== left)
    .map(textOf)
    .join(" ")
    .trim();
}

/** @param {Node | null | undefined} node */
function textOf(node) {
  return (node?.textContent ?? "").replace(/\s+/g, " ").trim();
}
