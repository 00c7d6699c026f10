// updates.js: offers a new version in words, and takes it over when asked to.
//
// Contract. `[data-update]` in the footer says what there is; `[data-update-now]` takes it, `[data-update-later]` puts it
// off in this tab for half a day, `[data-update-show]` in the header leads there. Nothing changes by itself while a page is
// open: the new version is complete beside the old one and waits. When it is taken, the page is loaded anew, once; before
// that, `beforeupdate` tells the page to put what was typed into its address. Other tabs go on with their own version.
// A page that stays open looks for a new version when it is looked at again, at most once an hour.

import { UPDATE_PUT_OFF_KEY } from "../shared/storage-keys.js";
import { UPDATE_CHECK_MS, UPDATE_PUT_OFF_MS } from "../shared/timeouts.js";

const READY = "A new version of Tableside is ready.";
const OTHER = "Tableside was updated in another tab. This page goes on with the version it began with.";

/** @param {ServiceWorkerRegistration} registration */
export function bindUpdates(registration) {
  /** @param {string} name */
  const part = (name) => /** @type {HTMLElement} */ (document.querySelector(`[data-update${name}]`));
  const [offer, words, show] = [part(""), part("-words"), part("-show")];
  let agreed = false;
  let checked = Date.now();

  /** @param {string} text */
  function tell(text) {
    if (!offer || !words || !show || (text === READY && isPutOff())) return;
    words.textContent = text;
    offer.hidden = show.hidden = false;
  }

  /** @param {ServiceWorker | null} coming */
  function follow(coming) {
    coming?.addEventListener("statechange", () => {
      // The first version ever has nobody to replace.
      if (coming.state === "installed" && registration.active) tell(READY);
    });
  }

  function reload() {
    window.dispatchEvent(new Event("beforeupdate"));
    location.reload();
  }

  part("-now")?.addEventListener("click", () => {
    if (!registration.waiting) return reload();
    agreed = true;
    registration.waiting.postMessage({ ask: "take over" });
  });
  part("-later")?.addEventListener("click", () => {
    putOff();
    offer.hidden = show.hidden = true;
    document.getElementById("main")?.focus({ preventScroll: true });
  });
  show?.addEventListener("click", () => {
    offer.scrollIntoView({ block: "nearest" });
    offer.focus({ preventScroll: true });
  });
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (!agreed) return;
    agreed = false;
    reload();
  });
  registration.addEventListener("updatefound", () => follow(registration.installing));
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - checked < UPDATE_CHECK_MS) return;
    checked = Date.now();
    // Without a network there is nothing to find.
    registration.update().catch(() => {});
  });
  follow(registration.installing);
  if (registration.waiting && registration.active) tell(READY);

  return { tellOther: () => tell(OTHER) };
}

function putOff() {
  try {
    sessionStorage.setItem(UPDATE_PUT_OFF_KEY, String(Date.now()));
  } catch {
    // Refused: then it is put off on this page only.
  }
}

function isPutOff() {
  try {
    return Date.now() - Number(sessionStorage.getItem(UPDATE_PUT_OFF_KEY)) < UPDATE_PUT_OFF_MS;
  } catch {
    return false;
  }
}
