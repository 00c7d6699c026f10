// offline.js: registers the service worker, and says how much of the site is stored on this device.
//
// Contract. The section of this script, in the footer, is shown when it has a text. "Ready offline" appears only when the
// service worker has found every file in its cache. Once a day, and after a failed repair, the service worker also reads
// and checks every file. A page where Python failed to start (a `pythonstate` event) does not show "Ready offline". Missing
// files are fetched again: at once, when the network comes back, and after growing pauses while the page stays open.
// `repairFiles()` resolves after such an attempt. A page at rest loads this script and calls `saveSite()` (begin.js).

import { section } from "../shared/controllers.js";
import { root } from "../shared/root.js";
import { REPAIR_LIMIT_MS, RETRY_PAUSES_MS, SERVICE_WORKER_LIMIT_MS } from "../shared/timeouts.js";
import { ownScript } from "../shared/trusted.js";
import { readSetting, writeSetting } from "../storage/settings.js";
import { askWorker } from "./ask-worker.js";
import { APP, container, python } from "./begin.js";
import { bindUpdates } from "./updates.js";

const READY = "Ready offline";
const SAVING = "Saving for offline use …";
const UNSAVED = "Could not be saved for offline use";
/** @type {Record<string, string>} */
const WHY = {
  room: "this browser has no room",
  connection: "the connection broke off",
  foreign: "the network answers with a page of its own. Sign in to it; saving goes on by itself",
  file: "a file on the server is missing or damaged",
  storage: "this browser keeps nothing for this site",
};
const REPAIRING = "Some files are missing on this device; fetching them again …";
const MISSING = "Some files are missing on this device; ";
const SAVED_ONLY = "Saved on this device; Python is not running here";
const TEMPORARY = ["connection", "foreign"];
/** Stored instead of a day when the last check found files that could not be repaired. */
const INCOMPLETE = "not whole";

/** @typedef {{state: "ready" | "mending" | "missing", current?: boolean, why?: string}} News */

const place = section("offline/offline");
let pauses = 0;
let timer = 0;

export async function saveSite() {
  if (!container) return say("Works online only: this browser saves no pages", false);
  container.addEventListener("message", ({ data }) => {
    if (data.unsaved) unsaved(data.unsaved);
  });
  document.addEventListener("pythonstate", () => {
    if (place && [READY, SAVED_ONLY].includes(place.textContent ?? "")) tell({ state: "ready" });
  });
  window.addEventListener("online", () => tryAgain());
  save();
  // Never resolves where saving is refused. An existing registration does not wait for the new one.
  const registration = await container.ready;
  const updates = bindUpdates(registration);
  container.addEventListener("controllerchange", look);
  await look();

  async function look() {
    const { active } = registration;
    const news = active && (await report(active));
    if (news?.current === false) updates.tellOther();
  }
}

/** Saves missing files and repairs damaged ones. */
async function tryAgain() {
  clearTimeout(timer);
  const registration = await save();
  if (registration?.active) await report(registration.active);
}

/** @param {string} why */
function tryLater(why) {
  if (!TEMPORARY.includes(why)) return;
  clearTimeout(timer);
  timer = setTimeout(tryAgain, RETRY_PAUSES_MS[Math.min(pauses, RETRY_PAUSES_MS.length - 1)]);
  pauses += 1;
}

/** Checks every saved file, and fetches the damaged and missing ones. */
export async function repairFiles() {
  const worker = container?.controller;
  if (worker)
    await Promise.race([report(worker, true), new Promise((resolve) => setTimeout(resolve, REPAIR_LIMIT_MS))]);
}

async function save() {
  try {
    const registration = await container?.register(ownScript(new URL("sw.js", root)), { scope: root.pathname });
    // A browser extension may replace `register` with a function that returns nothing.
    if (!registration) say("Works online only: this browser saves no pages", false);
    const coming = registration?.installing;
    if (!coming || registration.active) return registration;
    say(SAVING, false);
    coming.addEventListener("statechange", () => {
      if (coming.state === "redundant" && place?.textContent === SAVING) say(UNSAVED, false);
    });
    return registration;
  } catch (error) {
    // A TypeError means that the script could not be fetched.
    unsaved(error instanceof TypeError ? "connection" : (await isForeign()) ? "foreign" : "storage");
  }
}

/** Whether the network answers with its own page instead of our script. */
async function isForeign() {
  const response = await fetch(new URL("sw.js", root), { cache: "no-store" }).catch(() => null);
  return !!response?.headers.get("content-type")?.startsWith("text/html");
}

/** @param {string} why */
async function unsaved(why) {
  const registration = await container?.getRegistration(root.href).catch(() => undefined);
  tryLater(why);
  if (!registration?.active) say(`${UNSAVED}: ${WHY[why]}`, false);
  // The old version stays ready and the next check tries again. Only a lack of room needs the reader.
  else if (why === "room") say(`Ready offline; a new version could not be saved: ${WHY.room}`, true);
}

/** @param {ServiceWorker} worker @param {boolean} [thorough] @returns {Promise<News>}  the last report */
function report(worker, thorough = checkedBefore()) {
  const limit = thorough ? REPAIR_LIMIT_MS : SERVICE_WORKER_LIMIT_MS;
  return askWorker(worker, { ask: "report", app: APP, thorough }, limit, (/** @type {News} */ news) => {
    tell(news);
    writeSetting("checked", news.state === "ready" ? today() : INCOMPLETE);
    if (news.state === "missing") tryLater(news.why ?? "");
    return news.state === "mending" ? REPAIR_LIMIT_MS : 0;
  });
}

/** @param {News} news */
function tell({ state, why }) {
  if (state === "ready") say(python.failed ? SAVED_ONLY : READY, !python.failed);
  else if (state === "mending") say(REPAIRING, false);
  else if (why === "connection") say(`${MISSING}connect once to repair`, false);
  // The server has a newer version, which will be complete.
  else if (why === "file") say(`${MISSING}the next version will bring them`, false);
  else say(`${MISSING}${WHY[why ?? "storage"]}`, false);
  if (why === "file")
    container
      ?.getRegistration(root.href)
      .then((registration) => registration?.update())
      .catch(() => {});
}

/** @param {string} text @param {boolean} ready */
function say(text, ready) {
  if (!place) return;
  place.textContent = text;
  place.hidden = false;
  place.classList.toggle("yes", ready);
}

/** Whether the last check of every file was on another day. Before the first check, the files have just been installed. */
function checkedBefore() {
  return ![null, today()].includes(readSetting("checked"));
}

function today() {
  return new Date().toISOString().slice(0, 10);
}
