// share.js: shares the state of the page: its link, a QR code of the link, the code for an iframe, the answer as a line, as
// text, as CSV and as an image.
//
// Contract. The link holds the whole state of the last valid answer, with all table rules, whatever the address says.
// `[data-copy=x]` copies the link, the line, all figures, the table chosen in `[data-table]` or the code; the
// `[data-copied]` beside it confirms that until the state changes. Where the clipboard refuses, a table is downloaded.
// Images are those of share-picture.js. `[data-send]` is shown where the device can share. What Python makes (`[data-line]`,
// `[data-qr]`, `[data-code]`) is redrawn when the inputs rest, and only while the tool is open.

import { section } from "../shared/controllers.js";
import { download } from "../shared/download.js";
import { SHARE_DELAY_MS } from "../shared/timeouts.js";
import { setHtml } from "../shared/trusted.js";
import { foldRequest } from "./answer-folds.js";
import { answerText, cellsOf, csvOf, tablesOf } from "./copied-answer.js";
import { addressOf } from "./open-here.js";
import { createPictures } from "./share-picture.js";

/** A text to copy, its confirmation, and the name of a file in its place. @typedef {{text: string, done: string, file?: string}} Copied */

/** @param {import("./session.js").Session} session */
export function bind(session) {
  const tool = /** @type {HTMLElement} */ (section("calculator/share"));
  /** @param {string} name @returns {any} */
  const part = (name) => tool.querySelector(`[data-${name}]`);
  let timer = 0;
  /** The link that the shown line, QR code and iframe code belong to. */
  let drawn = "";
  /** What stands above an image. */
  let words = { heading: "", headline: "", inputs: "" };

  const link = () => addressOf(session);
  const answer = () => /** @type {HTMLElement} */ (document.getElementById("answer"));
  const settled = () => !answer().dataset.state;

  const pictures = createPictures(
    tool,
    () => draw().then(() => words),
    () => location.origin + location.pathname,
  );

  /** What each button copies; an image says itself what has happened. @type {Record<string, () => Copied | Promise<Copied | string>>} */
  const copies = {
    link: () => ({ text: link(), done: settled() ? "Link copied" : "Link copied: it holds the last valid numbers" }),
    line: () => ({ text: part("line").textContent, done: "Answer copied" }),
    text: async () => {
      await draw(); // the line belongs to the figures on the page
      return { text: answerText(answer(), part("line").textContent, link()), done: "All figures copied" };
    },
    csv: async () => ({ text: csvOf(await cells()), done: "Table copied as CSV", file: `${part("table").value}.csv` }),
    picture: pictures.copy,
    saved: pictures.save,
    code: () => ({ text: part("code").value, done: "Code copied" }),
  };

  /** The cells of the chosen table. A picture's numbers are requested. */
  async function cells() {
    const chosen = tablesOf(answer())[part("table").selectedIndex];
    if (!chosen) return [];
    if (chosen.table) return cellsOf(chosen.table);
    const reply = await session.askAside({ pairs: session.shared(), ...foldRequest(chosen.fold) });
    const place = document.createElement("div");
    setHtml(place, reply.html);
    return [...place.querySelectorAll("table")].flatMap(cellsOf);
  }

  /** Lists the tables of the answer; the choice stays. */
  function listTables() {
    const select = /** @type {HTMLSelectElement} */ (part("table"));
    const before = select.value;
    const labels = tablesOf(answer()).map(({ label }) => label);
    select.replaceChildren(...labels.map((label) => new Option(label, label, false, label === before)));
    part("tables").hidden = !labels.length;
  }

  function forget() {
    for (const note of tool.querySelectorAll("[data-copied]")) note.textContent = "";
  }

  function follow() {
    forget();
    if (tool.hidden) return;
    part("link").textContent = link();
    clearTimeout(timer);
    timer = setTimeout(draw, SHARE_DELAY_MS);
  }

  async function draw() {
    const wanted = link();
    if (wanted === drawn) return;
    const reply = await session.ask({ kind: "share", pairs: session.link(), link: wanted }).catch(session.broken);
    if (!reply?.ok || wanted !== link()) return;
    drawn = wanted;
    words = /** @type {any} */ (reply);
    part("line").textContent = reply.line;
    setHtml(part("qr"), reply.html);
    part("code").value = reply.code;
    part("code-fold").hidden = !reply.code;
    part("made").hidden = false;
    listTables();
    pictures.list();
  }

  tool.addEventListener("open", () => {
    follow();
    clearTimeout(timer);
    draw();
    pictures.list();
  });
  tool.addEventListener("click", async (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-copy]") : null;
    if (!(button instanceof HTMLElement)) return;
    const made = copies[button.dataset.copy ?? ""];
    const note = button.parentElement?.querySelector("[data-copied]");
    if (!made || !note) return;
    forget();
    note.textContent = await Promise.resolve(made()).then(copy, () => "This could not be worked out now.");
  });
  if ("share" in navigator) {
    part("send").hidden = false;
    part("send").addEventListener("click", () => {
      const text = drawn === link() ? part("line").textContent : document.title;
      // Canceling the device's share dialog is no error.
      navigator.share({ title: document.title, text, url: link() }).catch(() => {});
    });
  }
  session.on("change", forget);
  session.on("link", follow);
}

/**
 * Copies a text, or downloads its file where the clipboard refuses; returns what has happened.
 *
 * @param {Copied | string} copied
 */
async function copy(copied) {
  if (typeof copied === "string") return copied;
  const { text, done, file } = copied;
  try {
    await navigator.clipboard.writeText(text);
    return done;
  } catch {
    if (!file) return "This browser does not give the clipboard away: select the text and copy it.";
    download([new File([text], file, { type: "text/csv" })]);
    return `${file} is among your downloads.`;
  }
}
