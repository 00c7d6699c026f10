// share.js: shares the state of the page: its link, a QR code of the link, the answer as a line, the code for an iframe.
//
// Contract. The link holds the whole state of the last valid answer, with all table rules, whatever the address says.
// `[data-copy=x]` copies the link, the line or the code; the `[data-copied]` beside it confirms that until the state
// changes. `[data-send]` is shown where the device can share. What Python makes (`[data-line]`, `[data-qr]`, `[data-code]`)
// is redrawn when the inputs rest, and only while the tool is open. `[data-open]`, on an embedded page, leads to this state
// on the whole page.

import { section } from "../shared/controllers.js";
import { format } from "../shared/link.js";
import { SHARE_DELAY_MS } from "../shared/timeouts.js";
import { setHtml } from "../shared/trusted.js";

/** @param {import("./session.js").Session} session */
export function bindShare(session) {
  const tool = /** @type {HTMLElement} */ (section("calculator/share"));
  /** @param {string} name @returns {any} */
  const part = (name) => tool.querySelector(`[data-${name}]`);
  const open = /** @type {HTMLAnchorElement | null} */ (document.querySelector("[data-open]"));
  let timer = 0;
  /** The link that the shown line, QR code and iframe code belong to. */
  let drawn = "";

  const link = () => location.origin + location.pathname + format([...session.shared(), ...session.extra()]);
  const settled = () => !document.getElementById("answer")?.dataset.state;

  /** @type {Record<string, () => {text: string, done: string}>} */
  const copies = {
    link: () => ({ text: link(), done: settled() ? "Link copied" : "Link copied: it holds the last valid numbers" }),
    line: () => ({ text: part("line").textContent, done: "Answer copied" }),
    code: () => ({ text: part("code").value, done: "Code copied" }),
  };

  function forget() {
    for (const note of tool.querySelectorAll("[data-copied]")) note.textContent = "";
  }

  function follow() {
    forget();
    if (open) open.href = link();
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
    part("line").textContent = reply.line;
    setHtml(part("qr"), reply.html);
    part("code").value = reply.code;
    part("code-fold").hidden = !reply.code;
    part("made").hidden = false;
  }

  tool.addEventListener("open", () => {
    follow();
    clearTimeout(timer);
    draw();
  });
  tool.addEventListener("click", async (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-copy]") : null;
    if (!(button instanceof HTMLElement)) return;
    const asked = copies[button.dataset.copy ?? ""]?.();
    const note = button.parentElement?.querySelector("[data-copied]");
    if (!asked || !note) return;
    forget();
    note.textContent = await copy(asked.text).then(
      () => asked.done,
      () => "This browser does not give the clipboard away: select the text and copy it.",
    );
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
  follow();
}

/** @param {string} text */
async function copy(text) {
  await navigator.clipboard.writeText(text);
}
