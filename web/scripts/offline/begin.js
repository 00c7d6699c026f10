// begin.js: what a page does for its use offline before it is at rest.
//
// Contract. `container` is the browser's container of service workers, undefined where there is none. `goOffline(readyToSave)`
// answers the service worker, remembers whether Python runs (`python.failed`), and loads offline.js when `readyToSave` has
// resolved; if that fails, again when the network comes back. `repairFiles()` checks every saved file, and fetches the
// damaged and missing ones.

import { appFolder, root } from "../shared/root.js";

/** The folder of this page's scripts, which tells the service worker the page's version. */
export const APP = appFolder.href.slice(root.href.length);
export const container = containerHere();
export const python = { failed: false };

/** @returns {ServiceWorkerContainer | undefined} */
function containerHere() {
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined; // a sandboxed frame may not read `serviceWorker`
  }
}

/** @param {Promise<unknown>} readyToSave */
export async function goOffline(readyToSave) {
  container?.addEventListener("message", ({ data, ports }) => {
    if (data.ask === "app") ports[0]?.postMessage(APP);
  });
  document.addEventListener("pythonstate", (event) => {
    python.failed = /** @type {CustomEvent} */ (event).detail === "failed";
  });
  await readyToSave;
  await save();
}

async function save() {
  const script = await import("./offline.js").catch(() => null);
  if (script) return script.saveSite();
  window.addEventListener("online", save, { once: true });
}

export async function repairFiles() {
  const script = await import("./offline.js").catch(() => null);
  await script?.repairFiles();
}
