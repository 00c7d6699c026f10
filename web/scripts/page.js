// page.js: what every page does: stay usable offline, and let the skip link move the focus without touching the address.

import { goOffline } from "./offline.js";

for (const link of document.querySelectorAll("a[data-skip]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    document.getElementById(link.getAttribute("href")?.slice(1) ?? "")?.focus();
  });
}

// After the page has been painted: saving everything for offline use must not slow down what is asked for now.
if (document.readyState === "complete") goOffline();
else window.addEventListener("load", () => void goOffline(), { once: true });
