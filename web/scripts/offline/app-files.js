// app-files.js: removes from this device the files that the site stored for offline use, and nothing else.
//
// Contract. In the section of this script, `[data-app-files-ask]` opens `[data-app-files-sure]` with a question,
// `[data-app-files-go]` removes the files, `[data-app-files-keep]` cancels, and `[data-app-files-result]` shows the result.
// Removed are the caches of Tableside under this path and the service worker of this path. Local storage and IndexedDB
// stay, and so does everything of other apps and of Tableside under another path.

import { section } from "../shared/controllers.js";
import { root } from "../shared/root.js";
import { CACHE_PREFIX } from "../shared/storage-keys.js";

export function bindAppFiles() {
  const control = /** @type {HTMLElement} */ (section("offline/app-files"));
  /** @param {string} name */
  const part = (name) => /** @type {HTMLElement} */ (control.querySelector(`[data-app-files-${name}]`));

  part("ask").addEventListener("click", () => {
    part("ask").hidden = true;
    part("result").textContent = "";
    part("sure").hidden = false;
    part("go").focus();
  });
  part("keep").addEventListener("click", () => {
    part("sure").hidden = true;
    part("ask").hidden = false;
    part("ask").focus();
  });
  part("go").addEventListener("click", async () => {
    part("sure").hidden = true;
    part("result").textContent = await removeAll().catch(() => "This browser did not let the files be removed.");
  });
}

async function removeAll() {
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX));
  const held = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length));
  const count = held.reduce((sum, some) => sum + some, 0);
  const registration = await navigator.serviceWorker?.getRegistration(root.href);
  // The service worker goes first, so that it does not fetch the removed files again.
  if (registration?.scope === root.href) await registration.unregister();
  await Promise.all(names.map((name) => caches.delete(name)));
  if (!count) return "Nothing of Tableside's own was saved on this device.";
  return `${count} files of Tableside's own have been removed. They are saved again when you next open a page.`;
}
