// targets-copy.js: copies the table of targets: as a link, as text, or as CSV.
//
// Contract. `bindTargetsCopy(tool, session)` serves `[data-targets-copy]`; `[data-targets-copied]` says what has happened.
// The link holds the state of the page, with all table rules, and the rows. Where the clipboard refuses, a CSV file is
// downloaded.

import { download } from "../shared/download.js";
import { part } from "../shared/parts.js";
import { cellsOf, csvOf } from "./copied-answer.js";
import { addressOf } from "./open-here.js";

const REFUSED = "This browser does not give the clipboard away: select the text and copy it.";
const FILE = "targets.csv";

/** @param {HTMLElement} tool @param {import("./session.js").Session} session */
export function bindTargetsCopy(tool, session) {
  const table = () => /** @type {HTMLTableElement | null} */ (tool.querySelector("[data-targets-table] table"));

  /** The text of an element, with one space between its parts. @param {Element | null | undefined} element */
  const words = (element) => (element?.textContent ?? "").replace(/\s+/g, " ").trim();

  /** A line for each row: its name, and each figure with its label. */
  function asText() {
    const labels = [...(table()?.tHead?.rows[0]?.cells ?? [])].slice(1).map(words);
    return [...(table()?.tBodies[0]?.rows ?? [])]
      .map(({ cells: [name, ...cells] }) => {
        const figures = cells.map((cell, at) => {
          const [value, label] = [cell.querySelector("b data"), cell.querySelector("small[data-label]")];
          return value ? `${words(value)} ${label ? words(label) : labels[at]}` : words(cell);
        });
        return `${words(name?.querySelector("data"))}: ${figures.join(", ")}`;
      })
      .join("\n");
  }

  /** @type {Record<string, () => {text: string, done: string, file?: string}>} */
  const copies = {
    link: () => ({ text: addressOf(session), done: "Link copied" }),
    text: () => ({ text: asText(), done: "Copied as text" }),
    csv: () => ({
      text: csvOf(table() ? cellsOf(/** @type {HTMLTableElement} */ (table())) : []),
      done: "Copied as CSV",
      file: FILE,
    }),
  };

  for (const button of /** @type {NodeListOf<HTMLElement>} */ (tool.querySelectorAll("[data-targets-copy]"))) {
    button.addEventListener("click", async () => {
      const { text, done, file } = copies[button.dataset.targetsCopy ?? ""]();
      part(tool, "targets-copied").textContent = await navigator.clipboard.writeText(text).then(
        () => done,
        () => {
          if (!file) return REFUSED;
          download([new File([text], file, { type: "text/csv" })]);
          return `${file} is among your downloads.`;
        },
      );
    });
  }
}
