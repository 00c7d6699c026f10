// sheet/share.js: the character in the editor for somebody else, as a link, by the device's own sharing, or as a QR code.
//
// Contract. `createShare(form, ways)` binds `[data-share]`, which opens `[data-share-panel]` with the link of the character
// as it stands; `changed()` after each change makes it again while the panel is open, `close()` forgets it. Where a link
// cannot be made, or is too long for a QR code, that is said, and `[data-share-file]` gives a file. The QR code is drawn
// by Python; the link works without.

import { latestOnly } from "../shared/latest-only.js";
import { SHARE_DELAY_MS } from "../shared/timeouts.js";
import { setHtml } from "../shared/trusted.js";
import { encode } from "./link.js";
import { part, say } from "./news.js";

/** @typedef {object} Ways
 * @property {(request: object) => Promise<any>} ask  of Python
 * @property {() => Promise<import("../storage/database.js").Character | null>} current
 * @property {() => void} give  as a file
 */

const LONGEST = 1_900;
const ONLY_LOOK = "This character can only be looked at here.";

/** @param {HTMLElement} form @param {Ways} ways */
export function createShare(form, { ask, current, give }) {
  const [opener, panel] = /** @type {HTMLElement[]} */ ([...form.querySelectorAll("[data-share], [data-share-panel]")]);
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
    if (link.length > LONGEST) {
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
    const told = await navigator.clipboard.writeText(text).then(
      () => "Link copied",
      () => "This browser does not give the clipboard away: select the link and copy it.",
    );
    if (text === link) part(panel, "copied").textContent = told;
  });
  part(panel, "send").addEventListener("click", () => {
    // Closing the device's sheet without sending is no error.
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
