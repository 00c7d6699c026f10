// updates.js: offers a new version, and installs it when the reader agrees.
//
// Contract. The section of this script, in the footer, describes the new version. `[data-update-now]` installs it, `[data-update-later]`
// hides the offer in this tab for UPDATE_PUT_OFF_MS, `[data-update-show]` in the header leads to the offer. An open page never
// changes by itself: the new version is stored completely beside the old one and waits. After the reader agrees, the page
// reloads once; before that, a `beforeupdate` event lets the page write its inputs into the address. Other tabs continue with
// their version. A page that stays open looks for a new version when it becomes visible, at most every UPDATE_CHECK_MS.

import { section } from "../shared/controllers.js";
import { UPDATE_PUT_OFF_KEY } from "../shared/storage-keys.js";
import { UPDATE_CHECK_MS, UPDATE_PUT_OFF_MS } from "../shared/timeouts.js";

const READY = "A new version of Tableside is ready.";
const OTHER = "Tableside was updated in another tab. This page goes on with the version it began with.";

/** @param {ServiceWorkerRegistration} registration */
export function bindUpdates(registration) {
  /** @param {string} name */
  const part = (name) => /** @type {HTMLElement} */ (document.querySelector(`[data-update-${name}]`));
  const offer = /** @type {HTMLElement} */ (section("offline/updates"));
  const [words, show] = [part("words"), part("show")];
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
      // The first installation replaces no version.
      if (coming.state === "installed" && registration.active) tell(READY);
    });
  }

  function reload() {
    window.dispatchEvent(new Event("beforeupdate"));
    location.reload();
  }

  part("now")?.addEventListener("click", () => {
    if (!registration.waiting) return reload();
    agreed = true;
    registration.waiting.postMessage({ ask: "take over" });
  });
  part("later")?.addEventListener("click", () => {
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
    // Without a network the check fails, which is no error.
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
    // Storage is refused: the offer is hidden on this page only.
  }
}

function isPutOff() {
  try {
    return Date.now() - Number(sessionStorage.getItem(UPDATE_PUT_OFF_KEY)) < UPDATE_PUT_OFF_MS;
  } catch {
    return false;
  }
}
