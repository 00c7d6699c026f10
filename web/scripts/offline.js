// offline.js: registers the service worker and says when the site is complete on this device.
//
// Contract. `[data-offline]` in the footer is shown with words only; nothing is promised before the service worker has
// checked that every file is in its cache.

const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-offline]"));
const root = new URL("../../../", import.meta.url);

/** @param {string} text @param {boolean} ready */
function say(text, ready) {
  if (!place) return;
  place.textContent = text;
  place.hidden = false;
  place.classList.toggle("yes", ready);
}

export async function goOffline() {
  if (!("serviceWorker" in navigator) || !window.isSecureContext) return;
  navigator.serviceWorker.addEventListener("message", (event) => {
    if (event.data?.complete === true) say("Ready offline", true);
    if (event.data?.complete === false) say("Not all of it is on this device yet", false);
  });
  try {
    const registration = await navigator.serviceWorker.register(new URL("sw.js", root), { scope: root.pathname });
    const coming = registration.installing;
    if (coming && !registration.active) {
      say("Saving for offline use …", false);
      coming.addEventListener("statechange", () => {
        if (coming.state === "redundant") say("Could not be saved for offline use", false);
      });
    }
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ ask: "complete" });
  } catch {
    say("Offline use is not possible here", false);
  }
}
