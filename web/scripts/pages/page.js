// page.js: what every page does: stay usable offline, let the skip link move the focus without touching the address, and
// show the current place in rows of links that are wider than the screen.

import { goOffline } from "../offline/offline.js";
import { readSetting, writeSetting } from "../storage/settings.js";

// start-check.js repairs a page on which this does not come to pass.
document.documentElement.dataset.started = "";

const SLASH = "slash";
const slashSearches = () => readSetting(SLASH) !== "off";

for (const link of document.querySelectorAll("a[data-skip]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    document.getElementById(link.getAttribute("href")?.slice(1) ?? "")?.focus();
  });
}

// One key to the search, as in many apps. The help page can switch it off for people who speak or type through other tools.
document.addEventListener("keydown", (event) => {
  const typing = event.target instanceof Element && event.target.closest("input, select, textarea, [contenteditable]");
  if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey || !slashSearches()) return;
  event.preventDefault();
  const box = /** @type {HTMLElement | null} */ (document.querySelector("#find, #filter"));
  const link = /** @type {HTMLElement | null} */ (document.querySelector("a[data-search]"));
  if (box) box.focus();
  else link?.click();
});
for (const setting of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-slash]"))) {
  setting.checked = slashSearches();
  setting.addEventListener("change", () => writeSetting(SLASH, setting.checked ? "on" : "off"));
}

for (const row of document.querySelectorAll(".moments, .tabs")) {
  const current = /** @type {HTMLElement | null} */ (row.querySelector("[aria-current]"));
  if (current) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
}

// Saving everything for offline use must not slow down what is asked for now: it waits for the page to be painted, and on
// a calculator's page for its Python to be up. A calculator inside somebody else's page saves nothing: nobody asked for a
// whole site there.
const loaded = new Promise((resolve) => {
  if (document.readyState === "complete") resolve(undefined);
  else window.addEventListener("load", resolve, { once: true });
});
const settled = new Promise((resolve) => document.addEventListener("python", resolve, { once: true }));
const calm = document.querySelector("[data-calculator]") ? Promise.all([loaded, settled]) : loaded;
if (!("embed" in document.documentElement.dataset)) goOffline(calm);
