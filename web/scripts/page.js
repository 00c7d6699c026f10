// page.js: what every page does: stay usable offline, let the skip link move the focus without touching the address, and
// show the current place in rows of links that are wider than the screen.

import { goOffline } from "./offline.js";

for (const link of document.querySelectorAll("a[data-skip]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    document.getElementById(link.getAttribute("href")?.slice(1) ?? "")?.focus();
  });
}

for (const row of document.querySelectorAll(".moments, .tabs")) {
  const current = /** @type {HTMLElement | null} */ (row.querySelector("[aria-current]"));
  if (current) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
}

// After the page has been painted: saving everything for offline use must not slow down what is asked for now.
if (document.readyState === "complete") goOffline();
else window.addEventListener("load", () => void goOffline(), { once: true });
