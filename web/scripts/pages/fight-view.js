// fight-view.js: the page that shows players a fight, in a second window or on a screen.
//
// Contract. `#live=<id>` follows the fight with this id that is open in another window of this browser; `#view=1.` shows what
// the link holds. Nothing is stored, and no more is known here than what was made for players.

import { ASKS, channelOf, decode, drawView, readView } from "../fight/view.js";
import { section } from "../shared/controllers.js";
import { decode as decoded } from "../shared/link.js";
import { say } from "../shared/parts.js";
import "./page.js";

const AGAIN_MS = 5_000;
const WAITS = "Open the fight in another window of this browser: it is shown here as soon as it is there.";
const NONE = "This address names no fight. The page of a fight opens this page with its Share button.";

const root = /** @type {HTMLElement} */ (section("pages/fight-view"));
/** @type {BroadcastChannel | null} */
let channel = null;
let timer = 0;

/** @param {unknown} pairs */
function show(pairs) {
  const read = readView(pairs);
  say(root, "note", read.ok ? "" : read.why);
  if (read.ok) drawView(root, read.view);
}

/** @param {string} id */
function follow(id) {
  say(root, "note", WAITS);
  const opened = new BroadcastChannel(channelOf(id));
  channel = opened;
  opened.onmessage = ({ data }) => data !== ASKS && show(data);
  // The fight's page may be opened, or loaded again, later.
  const ask = () => opened.postMessage(ASKS);
  timer = setInterval(ask, AGAIN_MS);
  ask();
}

async function route() {
  channel?.close();
  clearInterval(timer);
  const [, id] = /^#live=(.+)$/.exec(location.hash) ?? [];
  if (id) return follow(decoded(id));
  if (!location.hash.startsWith("#view=")) return say(root, "note", NONE);
  const found = await decode(location.hash);
  if (found.ok) show(found.data);
  else say(root, "note", found.why);
}

window.addEventListener("hashchange", route);
route();
