// fight/share.js: hands a fight to others: the whole fight as a link or QR code, what players may see of it, and its log.
//
// Contract. `createFightShare(root, handlers)` serves the section of this script. `opened()` follows the fight that is open,
// `changed(isShown)` its changes; the section is filled while it is shown. An open player view of this fight is sent what
// players may see (view.js) when it asks and when that has changed; Python leaves out what is hidden. Links hold the same, or
// the whole fight.

import { section } from "../shared/controllers.js";
import { download } from "../shared/download.js";
import { latestOnly } from "../shared/latest-only.js";
import { LONGEST_LINK } from "../shared/link.js";
import { part, say } from "../shared/parts.js";
import { sentences } from "../shared/problems.js";
import { setHtml } from "../shared/trusted.js";
import { linkOf } from "./link.js";
import { ASKS, channelOf, encode } from "./view.js";

/**
 * @typedef {object} Handlers
 * @property {string} system
 * @property {(kind: string, more?: object) => Promise<any>} ask  asks Python about the open fight
 * @property {(request: object) => Promise<any>} request  asks Python anything
 * @property {() => import("./session.js").Opened | null} current
 * @property {() => void} give  exports the fight as a file
 * @property {(text: string) => void} tell
 */

const NO_CLIPBOARD = "This browser does not give the clipboard away: select the text and copy it.";

/** @param {HTMLElement} root @param {Handlers} handlers */
export function createFightShare(root, { system, ask, request, current, give, tell }) {
  const panel = /** @type {HTMLElement} */ (section("fight/share", root));
  const numbers = /** @type {HTMLInputElement} */ (part(panel, "numbers"));
  const here = () => location.origin + location.pathname;
  /** @type {BroadcastChannel | null} */
  let channel = null;
  /** Whether a player view has asked. */
  let isWatched = false;
  /** What was sent last: players learn nothing from messages about changes that they cannot see. */
  let sent = "";
  let isShown = false;

  const view = () => ask("fight_view", { numbers: numbers.checked });

  const broadcast = latestOnly(async (isLatest) => {
    const to = channel;
    const reply = await view();
    if (!reply?.ok || !isLatest() || to !== channel) return;
    const pairs = JSON.stringify(reply.pairs);
    if (pairs !== sent) to?.postMessage(reply.pairs);
    sent = pairs;
  });

  const fill = latestOnly(async (isLatest) => {
    const fight = current();
    if (!fight) return;
    const packed = await ask("fight_link", { name: fight.name });
    if (packed && isLatest()) await showLink(packed, isLatest);
    const seen = await view();
    if (!seen?.ok || !isLatest()) return;
    const link = await encode({ system, schema: seen.schema, data: seen.pairs });
    if (!isLatest()) return;
    part(panel, "players-link").textContent = link.ok ? `${here()}view/${link.fragment}` : "";
    say(panel, "players-problem", link.ok ? "" : link.why);
    part(panel, "players-text").textContent = seen.text;
    const log = await ask("fight_log");
    if (!log?.ok || !isLatest()) return;
    part(panel, "luck").replaceChildren(...log.luck.map(item));
  });

  /** @param {any} packed @param {() => boolean} isLatest */
  async function showLink(packed, isLatest) {
    const link = packed.ok ? here() + linkOf(system, packed.text) : "";
    part(panel, "link").textContent = link;
    part(panel, "with-link").hidden = !link;
    const why = packed.ok ? "" : sentences(packed.problems);
    const long = `This link has ${link.length} characters: too many for a QR code. It works all the same; copy it whole.`;
    say(panel, "long", why || (link.length > LONGEST_LINK ? long : ""));
    part(panel, "qr").replaceChildren();
    if (!link || link.length > LONGEST_LINK) return;
    const reply = await request({ kind: "qr", system, link });
    if (reply?.ok && isLatest()) setHtml(part(panel, "qr"), reply.html);
  }

  /** @param {string} hook  of the element whose text is copied @param {string} done */
  async function copy(hook, done) {
    const text = part(panel, hook).textContent ?? "";
    const said = await navigator.clipboard.writeText(text).then(
      () => done,
      () => NO_CLIPBOARD,
    );
    part(panel, "copied").textContent = said;
  }

  async function exportLog() {
    const reply = await ask("fight_log");
    if (!reply?.ok) return;
    const name = `${current()?.name || "Fight"} log`.replace(/[^\p{L}\p{M}\p{N}]+/gu, "-").toLowerCase();
    download([new File([`${reply.text}\n`], `${name}.txt`, { type: "text/plain" })]);
    tell(`${name}.txt is among your downloads.`);
  }

  part(panel, "copy").addEventListener("click", () => copy("link", "Link copied"));
  part(panel, "share-file").addEventListener("click", give);
  part(panel, "copy-players-link").addEventListener("click", () => copy("players-link", "Link for players copied"));
  part(panel, "copy-players-text").addEventListener("click", () => copy("players-text", "Text copied"));
  part(panel, "export-log").addEventListener("click", exportLog);
  numbers.addEventListener("change", () => {
    fill.ask();
    if (isWatched) broadcast.ask();
  });

  return {
    opened() {
      channel?.close();
      channel = null;
      isWatched = false;
      sent = "";
      fill.drop();
      const fight = current();
      if (!fight) return;
      part(panel, "open-view").setAttribute("href", `view/#live=${encodeURIComponent(fight.id)}`);
      channel = new BroadcastChannel(channelOf(fight.id));
      channel.onmessage = ({ data }) => {
        if (data !== ASKS) return;
        isWatched = true;
        sent = "";
        broadcast.ask();
      };
    },
    /** @param {boolean} shown */
    changed(shown) {
      isShown = shown;
      part(panel, "copied").textContent = "";
      if (isShown) fill.ask();
      if (isWatched) broadcast.ask();
    },
  };
}

/** @param {string} text */
function item(text) {
  const made = document.createElement("li");
  made.textContent = text;
  return made;
}
