// files.js: fetches what the Console's Python consists of.
//
// Contract. `fetchFiles()` gives the files by their names, and the name of the wheel; it rejects with a sentence. Nothing is
// kept in memory. The service worker keeps the files once they have been fetched (service-worker.js, LATER). When the files
// arrived before there was a service worker, they are requested once more when one is there: so it keeps them too.
// `areSaved()` tells whether this device has them all.

import { appFolder } from "../shared/root.js";
import { CACHE_PREFIX } from "../shared/storage-keys.js";

/** @typedef {{files: Record<string, ArrayBuffer>, wheel: string}} Files */
/** @typedef {{files: Record<string, string>, wheel: string}} Listed  by name: the address from the folder of scripts */

const CONNECTION = "The Console's Python could not be fetched: there is no connection.";
const FILE = "The Console's Python could not be fetched: load this page again.";

/** @returns {Promise<Listed>} */
async function listed() {
  const response = await fetched(new URL("console.json", appFolder));
  return response.json();
}

/** @returns {Promise<Files>} */
export async function fetchFiles() {
  const { files, wheel } = await listed();
  const bytes = await Promise.all(
    Object.entries(files).map(async ([name, path]) => [name, await (await fetched(address(path))).arrayBuffer()]),
  );
  keepLater(Object.values(files));
  return { files: Object.fromEntries(bytes), wheel };
}

/** @param {string} path */
function address(path) {
  return new URL(path, appFolder);
}

/** @param {URL} url */
async function fetched(url) {
  const response = await fetch(url).catch(() => {
    throw new Error(CONNECTION);
  });
  // A network that wants a sign-in answers with its own page.
  const isPage = response.headers.get("content-type")?.startsWith("text/html");
  if (!response.ok || isPage) throw new Error(FILE);
  return response;
}

/** @param {string[]} paths */
function keepLater(paths) {
  const workers = container();
  if (!workers || workers.controller) return;
  const again = () => Promise.all(paths.map((path) => fetch(address(path)))).catch(() => {});
  workers.addEventListener("controllerchange", again, { once: true });
}

/** @returns {ServiceWorkerContainer | undefined} */
function container() {
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined; // a sandboxed frame may not read `serviceWorker`
  }
}

/** @returns {Promise<boolean>} */
export async function areSaved() {
  try {
    const { files } = await listed();
    const names = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX));
    const held = await Promise.all(
      Object.values(files).map((path) =>
        Promise.all(names.map(async (name) => (await caches.open(name)).match(address(path)))),
      ),
    );
    return held.every((found) => found.some(Boolean));
  } catch {
    return false; // storage is refused, or there is no connection
  }
}
