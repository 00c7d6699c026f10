// svg-canvas.js: draws an SVG of a page onto a canvas.
//
// Contract. `drawSvg(context, svg)` draws at the scale and place of the context, one unit of the view box to one unit, as
// the page's styles have it now. It knows the elements of our templates: groups, paths, rectangles, circles, polylines and
// texts; what is not displayed is left out. A canvas draws them without an image of the SVG, which the content security
// policy would refuse, and which not every browser makes.

/** @param {CanvasRenderingContext2D} context @param {SVGSVGElement} svg */
export function drawSvg(context, svg) {
  for (const child of svg.children) draw(context, child, 1);
}

/** @param {CanvasRenderingContext2D} context @param {Element} element @param {number} opacity  of what it stands in */
function draw(context, element, opacity) {
  const style = getComputedStyle(element);
  if (style.display === "none" || element.localName === "title") return;
  const own = opacity * Number(style.opacity);
  if (element.localName === "g") {
    for (const child of element.children) draw(context, child, own);
    return;
  }
  context.save();
  context.lineWidth = Number.parseFloat(style.strokeWidth) || 1;
  context.lineJoin = /** @type {CanvasLineJoin} */ (style.strokeLinejoin);
  context.setLineDash((style.strokeDasharray.match(/[\d.]+/g) ?? []).map(Number));
  const shape = element.localName === "text" ? text(context, element, style) : outline(context, element);
  const fill = () => paint(context, "fillStyle", style.fill, own * Number(style.fillOpacity), shape.fill);
  const stroke = () => paint(context, "strokeStyle", style.stroke, own * Number(style.strokeOpacity), shape.stroke);
  for (const part of style.paintOrder.startsWith("stroke") ? [stroke, fill] : [fill, stroke]) part();
  context.restore();
}

/** @param {CanvasRenderingContext2D} context @param {"fillStyle" | "strokeStyle"} which @param {string} color @param {number} alpha @param {() => void} act */
function paint(context, which, color, alpha, act) {
  if (color === "none" || !alpha) return;
  context[which] = color;
  context.globalAlpha = alpha;
  act();
}

/** @param {CanvasRenderingContext2D} context @param {Element} element */
function outline(context, element) {
  const path = pathOf(element);
  return { fill: () => context.fill(path), stroke: () => context.stroke(path) };
}

/** @param {Element} element @returns {Path2D} */
function pathOf(element) {
  const [x, y, width, height, cx, cy, r] = ["x", "y", "width", "height", "cx", "cy", "r"].map((name) =>
    Number(element.getAttribute(name) ?? 0),
  );
  if (element.localName === "path") return new Path2D(element.getAttribute("d") ?? "");
  const path = new Path2D();
  if (element.localName === "rect") path.rect(x, y, width, height);
  if (element.localName === "circle") path.arc(cx, cy, r, 0, 2 * Math.PI);
  if (element.localName === "polyline") {
    for (const point of element.getAttribute("points")?.trim().split(/\s+/) ?? []) {
      const [at = 0, to = 0] = point.split(",").map(Number);
      path.lineTo(at, to);
    }
  }
  return path;
}

/** @param {CanvasRenderingContext2D} context @param {Element} element @param {CSSStyleDeclaration} style */
function text(context, element, style) {
  const [x, y] = ["x", "y"].map((name) => Number(element.getAttribute(name) ?? 0));
  const words = element.textContent ?? "";
  context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  context.textAlign = style.textAnchor === "middle" ? "center" : style.textAnchor === "end" ? "right" : "left";
  return { fill: () => context.fillText(words, x, y), stroke: () => context.strokeText(words, x, y) };
}
