// page.js: what every page does: it works offline, its skip link moves the focus without changing the address, rows of links
// that are wider than the screen show the current place, and the link to fights leads to the one that was open last.
//
// Contract. `atRest` resolves when the page has loaded and, on a calculator's page, Python has started or failed to start:
// what nobody waits for is loaded then.

import { goOffline } from "../offline/begin.js";
import { recordVisit } from "../storage/places.js";
import { lastFight, readSetting, writeSetting } from "../storage/settings.js";

// start-check.js repairs a page without this mark.
document.documentElement.dataset.started = "";

const SLASH = "slash";
const slashSearches = () => readSetting(SLASH) !== "off";

for (const link of document.querySelectorAll("a[data-skip]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    document.getElementById(link.getAttribute("href")?.slice(1) ?? "")?.focus();
  });
}

// One key opens the search, as in many apps. The help page switches the key off for people who use speech input.
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

const toFight = /** @type {HTMLAnchorElement | null} */ (document.querySelector("[data-to-fight]"));
const fight = readSetting(lastFight(document.documentElement.dataset.system ?? ""));
if (toFight && fight) toFight.hash = `#open=${encodeURIComponent(fight)}`;

// Opening a link stores nothing: a page with values in its address counts as used when the reader changes something.
if (location.hash.includes("=")) document.addEventListener("input", recordVisit, { once: true });
else recordVisit();

for (const row of document.querySelectorAll(".moments, .tabs")) {
  const current = /** @type {HTMLElement | null} */ (row.querySelector("[aria-current]"));
  if (current) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
}

const loaded = new Promise((resolve) => {
  if (document.readyState === "complete") resolve(undefined);
  else window.addEventListener("load", resolve, { once: true });
});
const pythonStarted = new Promise((resolve) => document.addEventListener("python", resolve, { once: true }));
/** @type {Promise<unknown>} */
export const atRest = document.querySelector("[data-calculator]") ? Promise.all([loaded, pythonStarted]) : loaded;
// Saving the site for offline use must not delay the page. An embedded calculator saves nothing: that reader did not ask
// for a whole site.
if (!("embed" in document.documentElement.dataset)) goOffline(atRest);
