// answer-image.js: a picture of an answer as a PNG that says what it is about.
//
// Contract. `picturesOf(page)` names the pictures that a page shows: those of the answer, of the comparison and of the sweep.
// `pngOf(figure, words)` draws one, in light colors whatever the page has: the heading, the headline and the inputs above
// it, its label, its legend and its words, and the address below it. Above a comparison stand the figures of both sides and
// the inputs that differ. The picture has a fixed width and is as high as needed.

import { gap, paragraph, WIDTH } from "./image-blocks.js";
import { drawSvg } from "./svg-canvas.js";

/** @typedef {{heading: string, headline: string, inputs: string, address: string}} Words */
/** @typedef {{label: string, figure: HTMLElement}} NamedPicture */
/** @typedef {import("./image-blocks.js").Block} Block */
/** @typedef {import("./image-blocks.js").Look} Look */

const MARGIN = 16;
/** Pixels for a unit of a view box. */
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
  const { colorScheme, color } = figure.style;
  // Colors are read while the figure is light; nothing is painted in between.
  figure.style.colorScheme = "light";
  try {
    const [paper, ...inks] = ["--paper", "--ink", "--ink-2"].map((name) => colorOf(figure, name));
    const blocks = blocksOf(context, figure, { ...words, ...comparedWords(figure) }, inks);
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
    Object.assign(figure.style, { colorScheme, color });
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be made."))), "image/png");
  });
}

/** A color of the style sheet, as the figure has it now. @param {HTMLElement} figure @param {string} name */
function colorOf(figure, name) {
  figure.style.color = `var(${name})`;
  return getComputedStyle(figure).color;
}

/** What stands above a picture of both sides, from the tables of the comparison. @param {HTMLElement} figure */
function comparedWords(figure) {
  const tables = figure.closest("[data-compared]")?.querySelectorAll("table.versus");
  if (!tables) return {};
  const [headline, inputs] = [...tables].map((table) =>
    [...table.querySelectorAll("tbody tr")]
      .map((row) => [...row.children].map(textOf))
      .map(([label, own, pinned]) => `${label} ${own} against ${pinned}`)
      .join(", "),
  );
  return { headline, inputs: inputs ?? "" };
}

/** @param {CanvasRenderingContext2D} context @param {HTMLElement} figure @param {Words} words @param {string[]} inks @returns {Block[]} */
function blocksOf(context, figure, words, [ink = "", muted = ""]) {
  const { fontFamily } = getComputedStyle(figure);
  /** @param {number} weight @param {number} size @param {string} color @returns {Look} */
  const look = (weight, size, color) => ({ font: `${weight} ${size}px ${fontFamily}`, line: size * 1.35, color });
  const small = look(400, 11, muted);
  const captions = [...figure.querySelectorAll(":scope > .in-words, :scope > .words")].map(textOf);
  return [
    ...paragraph(context, words.heading, look(600, 12, small.color)),
    ...paragraph(context, words.headline, look(700, 16, ink)),
    ...paragraph(context, words.inputs, small),
    gap(10),
    ...paragraph(context, labelOf(figure), look(600, 13, ink)),
    ...paragraph(context, textOf(figure.querySelector("figcaption small")), small),
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

/** The drawings of a picture, without the marks of its legend and what its folds hold. @param {HTMLElement} figure @returns {SVGSVGElement[]} */
function drawingsOf(figure) {
  const drawings = [...figure.querySelectorAll("svg")];
  return drawings.filter((svg) => !svg.closest(".legend") && !figure.contains(svg.closest("details")));
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
