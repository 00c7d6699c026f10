// offline.js: registers the service worker and says in words how much of the site is on this device.
//
// Contract. `[data-offline]` in the footer is shown with words only. "Ready offline" is promised only when the service
// worker has found every file in its cache; once a day, and after a failed repair, it also reads and checks each one. It
// is not promised on a page where Python failed to start (a `pythonstate` event says so). What is missing is fetched again: at
// once, whenever the network comes back, and after a pause that grows while the page stays open. `repairFiles()` settles once that
// has been tried.

import { appFolder, root } from "../shared/root.js";
import { REPAIR_LIMIT_MS, RETRY_PAUSES_MS, SERVICE_WORKER_LIMIT_MS } from "../shared/timeouts.js";
import { ownScript } from "../shared/trusted.js";
import { readSetting, writeSetting } from "../storage/settings.js";
import { askWorker } from "./ask-worker.js";
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
const MENDING = "Some files are missing on this device; fetching them again …";
const MISSING = "Some files are missing on this device; ";
const SAVED_ONLY = "Saved on this device; Python is not running here";
const PASSING = ["connection", "foreign"];
/** In place of a day: the last check found something that could not be mended. */
const NOT_WHOLE = "not whole";

/** @typedef {{state: "ready" | "mending" | "missing", current?: boolean, why?: string}} News */

/** The folder of this page's scripts: by it the service worker knows of which version the page is. */
const APP = appFolder.href.slice(root.href.length);
const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-offline]"));
/** Nothing where the browser has none, or refuses it to this page (as in a sandboxed frame). */
export const container = containerHere();

/** @returns {ServiceWorkerContainer | undefined} */
function containerHere() {
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined; // the very question is refused
  }
}

let pythonFailed = false;
let pauses = 0;
let timer = 0;

/** @param {Promise<unknown>} calm  saving begins when the page needs the line no more */
export async function goOffline(calm) {
  if (!container) return say("Works online only: this browser saves no pages", false);
  container.addEventListener("message", ({ data, ports }) => {
    if (data.ask === "app") ports[0]?.postMessage(APP);
    if (data.unsaved) unsaved(data.unsaved);
  });
  document.addEventListener("pythonstate", (event) => {
    pythonFailed = /** @type {CustomEvent} */ (event).detail === "failed";
    if (place && [READY, SAVED_ONLY].includes(place.textContent ?? "")) tell({ state: "ready" });
  });
  window.addEventListener("online", () => tryAgain());
  await calm;
  save();
  // Where saving is refused, this never resolves. A registration that is there already is not kept waiting by the new one.
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

/** Save what is not saved yet, and repairFiles what is damaged. */
async function tryAgain() {
  clearTimeout(timer);
  const registration = await save();
  if (registration?.active) await report(registration.active);
}

/** @param {string} why */
function tryLater(why) {
  if (!PASSING.includes(why)) return;
  clearTimeout(timer);
  timer = setTimeout(tryAgain, RETRY_PAUSES_MS[Math.min(pauses, RETRY_PAUSES_MS.length - 1)]);
  pauses += 1;
}

/** Check every saved file, and fetch those that are damaged or missing. */
export async function repairFiles() {
  const worker = container?.controller;
  if (worker)
    await Promise.race([report(worker, true), new Promise((resolve) => setTimeout(resolve, REPAIR_LIMIT_MS))]);
}

async function save() {
  try {
    const registration = await container?.register(ownScript(new URL("sw.js", root)), { scope: root.pathname });
    // What stands between a page and its browser may give nothing for an answer.
    if (!registration) say("Works online only: this browser saves no pages", false);
    const coming = registration?.installing;
    if (!coming || registration.active) return registration;
    say(SAVING, false);
    coming.addEventListener("statechange", () => {
      if (coming.state === "redundant" && place?.textContent === SAVING) say(UNSAVED, false);
    });
    return registration;
  } catch (error) {
    // A script that cannot be fetched is a TypeError; one that is no script is refused like everything else.
    unsaved(error instanceof TypeError ? "connection" : (await isForeign()) ? "foreign" : "storage");
  }
}

/** Whether the network puts a page of its own in place of our script. */
async function isForeign() {
  const response = await fetch(new URL("sw.js", root), { cache: "no-store" }).catch(() => null);
  return !!response?.headers.get("content-type")?.startsWith("text/html");
}

/** @param {string} why */
async function unsaved(why) {
  const registration = await container?.getRegistration(root.href).catch(() => undefined);
  tryLater(why);
  if (!registration?.active) say(`${UNSAVED}: ${WHY[why]}`, false);
  // Otherwise the old version stays ready, and the next check tries again; only the lack of room will not pass by itself.
  else if (why === "room") say(`Ready offline; a new version could not be saved: ${WHY.room}`, true);
}

/** @param {ServiceWorker} worker @param {boolean} [thorough] @returns {Promise<News>}  the last one */
function report(worker, thorough = checkedBefore()) {
  const patience = thorough ? REPAIR_LIMIT_MS : SERVICE_WORKER_LIMIT_MS;
  return askWorker(worker, { ask: "report", app: APP, thorough }, patience, (/** @type {News} */ news) => {
    tell(news);
    writeSetting("checked", news.state === "ready" ? today() : NOT_WHOLE);
    if (news.state === "missing") tryLater(news.why ?? "");
    return news.state === "mending" ? REPAIR_LIMIT_MS : 0;
  });
}

/** @param {News} news */
function tell({ state, why }) {
  if (state === "ready") say(pythonFailed ? SAVED_ONLY : READY, !pythonFailed);
  else if (state === "mending") say(MENDING, false);
  else if (why === "connection") say(`${MISSING}connect once to repair`, false);
  // The server has a newer version: that one will be whole.
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

/** The last look at each file was on another day; one that was never looked at has just been installed. */
function checkedBefore() {
  return ![null, today()].includes(readSetting("checked"));
}

function today() {
  return new Date().toISOString().slice(0, 10);
}
