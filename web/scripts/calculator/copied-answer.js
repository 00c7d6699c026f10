// copied-answer.js: an answer as text to paste, and its tables as CSV.
//
// Contract. `answerText(answer, line, link)` is the answer in lines: the line, each other figure, each picture in words, the
// link. `tablesOf(answer)` names the tables of an answer: those it shows, and those of its pictures, each with the fold
// that has it. `csvOf(rows)` writes cells as RFC 4180 has them. `cellsOf(table)` reads the cells of a drawn table, and of a
// rounded number its decimals. A text that a spreadsheet would run as a formula gets an apostrophe.

const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?\d+(\.\d+)?\+?$/;

/** @typedef {{label: string, fold: string, table: HTMLTableElement | null}} NamedTable */

/** @param {Element} answer @param {string} line @param {string} link */
export function answerText(answer, line, link) {
  const figures = [...answer.querySelectorAll(".facts > li:not([data-headline]) > details > summary")].map((summary) =>
    [`${labelOf(summary.querySelector("span"))}:`, ...["b", "small"].map((part) => textOf(summary.querySelector(part)))]
      .filter(Boolean)
      .join(" "),
  );
  const pictures = [...answer.querySelectorAll(".chart > .in-words")].map(
    (words) => `${titleOf(words.closest(".chart"))}: ${textOf(words)}`,
  );
  return [line, ...figures, ...pictures, link].join("\n");
}

/** @param {Element} answer @returns {NamedTable[]} */
export function tablesOf(answer) {
  const shown = [...answer.querySelectorAll(/** @type {"table"} */ ("table:has(> caption)"))]
    .filter((table) => !table.closest("details"))
    .map((table) => ({ label: textOf(table.caption), fold: "", table }));
  const pictures = [...answer.querySelectorAll(/** @type {"details"} */ (".chart > [data-fold^='as_table ']"))].map(
    (fold) => ({ label: titleOf(fold.closest(".chart")), fold: fold.dataset.fold ?? "", table: null }),
  );
  return [...shown, ...pictures];
}

/** @param {HTMLTableElement} table @returns {string[][]} */
export function cellsOf(table) {
  return [...table.rows].filter((row) => !row.matches(".opens")).map((row) => [...row.cells].map(cellText));
}

/** @param {string[][]} rows */
export function csvOf(rows) {
  return rows.map((row) => `${row.map(quoted).join(",")}\r\n`).join("");
}

/** @param {HTMLTableCellElement} cell */
function cellText(cell) {
  return cell.querySelector("data")?.value ?? textOf(cell).replace(/^\u2212(?=\d)/, "-");
}

/** @param {string} text */
function quoted(text) {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** @param {Element | null | undefined} picture */
function titleOf(picture) {
  return labelOf(picture?.querySelector("figcaption"));
}

/** The label alone, without the unit in small print behind it. @param {Element | null | undefined} element */
function labelOf(element) {
  return textOf(element?.firstChild);
}

/** @param {Node | null | undefined} element */
function textOf(element) {
  return (element?.textContent ?? "").replace(/\s+/g, " ").trim();
}
