// sheet/share.js: shares the character in the editor: as a link, by the device's share dialog, or as a QR code.
//
// Contract. `createShare(form, handlers)` binds `[data-share]`, which opens the section of this script with the link of the
// character as it is now. `changed()` makes the link again while the section is open, `close()` closes it. A sentence says
// when a link cannot be made or is too long for a QR code; `[data-share-file]` then gives a file. Python draws the QR code;
// the link works without Python.

import { section } from "../shared/controllers.js";
import { latestOnly } from "../shared/latest-only.js";
import { LONGEST_LINK } from "../shared/link.js";
import { part, say } from "../shared/parts.js";
import { SHARE_DELAY_MS } from "../shared/timeouts.js";
import { setHtml } from "../shared/trusted.js";
import { encode } from "./link.js";

/** @typedef {object} Handlers
 * @property {(request: object) => Promise<any>} ask  sends a request to Python
 * @property {() => Promise<import("../storage/database.js").Character | null>} current
 * @property {() => void} give  exports the character as a file
 */

const ONLY_LOOK = "This character can only be looked at here.";

/** @param {HTMLElement} form @param {Handlers} handlers */
export function createShare(form, { ask, current, give }) {
  const opener = /** @type {HTMLElement} */ (form.querySelector("[data-share]"));
  const panel = /** @type {HTMLElement} */ (section("sheet/share", form));
  let link = "";
  let name = "";
  let timer = 0;

  const links = latestOnly(async (isLatest) => {
    const record = await current();
    const made = record ? await encode(record) : { ok: /** @type {const} */ (false), why: ONLY_LOOK };
    if (!isLatest()) return;
    name = record?.name || "Unnamed";
    const now = made.ok ? location.origin + location.pathname + made.fragment : "";
    if (now === link && made.ok) return;
    link = now;
    say(panel, "long", "");
    part(panel, "copied").textContent = "";
    part(panel, "link").textContent = link;
    for (const hook of ["with-link", "copy"]) part(panel, hook).hidden = !made.ok;
    part(panel, "share-file").hidden = !record;
    part(panel, "send").hidden = !made.ok || !("share" in navigator);
    part(panel, "qr").replaceChildren();
    if (!record || !made.ok) return say(panel, "long", made.ok ? "" : made.why);
    if (link.length > LONGEST_LINK) {
      const long = link.length.toLocaleString("en-US");
      return say(
        panel,
        "long",
        `This link has ${long} characters: too many for a QR code, and some chats cut such a link. A file is safer.`,
      );
    }
    const reply = await ask({ kind: "qr", system: record.system, link }).catch(() => null);
    if (isLatest() && reply?.ok) setHtml(part(panel, "qr"), reply.html);
  });

  /** @param {boolean} on */
  function open(on) {
    clearTimeout(timer);
    links.drop();
    link = "";
    panel.hidden = !on;
    opener.setAttribute("aria-expanded", String(on));
    if (on) links.ask();
  }

  opener.addEventListener("click", () => open(panel.hidden));
  panel.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    open(false);
    opener.focus();
  });
  part(panel, "copy").addEventListener("click", async () => {
    const text = link;
    const result = await navigator.clipboard.writeText(text).then(
      () => "Link copied",
      () => "This browser does not give the clipboard away: select the link and copy it.",
    );
    if (text === link) part(panel, "copied").textContent = result;
  });
  part(panel, "send").addEventListener("click", () => {
    // Canceling the device's share dialog is no error.
    navigator.share({ title: name, url: link }).catch(() => {});
  });
  part(panel, "share-file").addEventListener("click", give);

  return {
    close: () => open(false),
    changed() {
      if (panel.hidden) return;
      clearTimeout(timer);
      timer = setTimeout(links.ask, SHARE_DELAY_MS);
    },
  };
}
