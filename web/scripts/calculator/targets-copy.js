// targets-copy.js: copies the table of targets: as a link, as text, or as CSV.
//
// Contract. `bindTargetsCopy(tool, session)` serves `[data-targets-copy]`; `[data-targets-copied]` says what has happened.
// The link holds the state of the page, with all table rules, and the rows. Where the clipboard refuses, a CSV file is
// downloaded.

import { download } from "../shared/download.js";
import { LONGEST_LINK } from "../shared/link.js";
import { part } from "../shared/parts.js";
import { csvOf } from "./copied-answer.js";
import { addressOf } from "./open-here.js";

const REFUSED = "This browser does not give the clipboard away: select the text and copy it.";
const FILE = "targets.csv";

/** @param {HTMLElement} tool @param {import("./session.js").Session} session */
export function bindTargetsCopy(tool, session) {
  const table = () => /** @type {HTMLTableElement | null} */ (tool.querySelector("[data-targets-table] table"));

  /** The text of an element, with one space between its parts. @param {Element | null | undefined} element */
  const words = (element) => (element?.textContent ?? "").replace(/\s+/g, " ").trim();

  /** The rows: the name, and each figure with its label, as a text and in full. */
  function rows() {
    const labels = [...(table()?.tHead?.rows[0]?.cells ?? [])].slice(1).map(words);
    return [...(table()?.tBodies[0]?.rows ?? [])].map(({ cells: [name, ...cells] }) => ({
      name: words(name?.querySelector("data")),
      figures: cells.map((cell, at) => {
        const value = /** @type {HTMLDataElement | null} */ (cell.querySelector("b data"));
        const label = words(cell.querySelector("small[data-label]")) || labels[at] || "";
        return { label: value ? label : "", text: words(value ?? cell), full: value?.value ?? words(cell) };
      }),
    }));
  }

  /** A line for each row. */
  function asText() {
    const lines = rows().map(({ name, figures }) => {
      const parts = figures.map(({ label, text }) => `${text} ${label}`.trim());
      return `${name}: ${parts.join(", ")}`;
    });
    return lines.join("\n");
  }

  /** A column for each label; a row that is not worked out says why behind its name. */
  function asCsv() {
    const labels = [...new Set(rows().flatMap(({ figures }) => figures.map(({ label }) => label)))];
    const lines = rows().map(({ name, figures }) => [
      name,
      ...labels.map((label) => figures.find((one) => one.label === label)?.full ?? ""),
    ]);
    return csvOf([["Row", ...labels], ...lines]);
  }

  /** @type {Record<string, () => {text: string, done: string, file?: string}>} */
  const copies = {
    link: () => {
      const link = addressOf(session);
      const long = `Link copied. It has ${link.length} characters, and many chats cut it off: untick some rows.`;
      return { text: link, done: link.length > LONGEST_LINK ? long : "Link copied" };
    },
    text: () => ({ text: asText(), done: "Copied as text" }),
    csv: () => ({ text: asCsv(), done: "Copied as CSV", file: FILE }),
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
