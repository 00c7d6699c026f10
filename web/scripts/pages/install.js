// install.js: installs the app where the browser offers it.
//
// Contract. `bindInstall()` enables the button of its section when the browser offers to install, and asks when it is
// pressed. The page reserves the button's room. Without an offer the section's sentence says how to install by hand.

import { section } from "../shared/controllers.js";

/** @typedef {Event & {prompt: () => Promise<unknown>}} Offer */

export function bindInstall() {
  const button = /** @type {HTMLButtonElement | null | undefined} */ (
    section("pages/install")?.querySelector("[data-install]")
  );
  if (!button) return;
  /** @type {Offer | null} */
  let offer = null;
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = /** @type {Offer} */ (event);
    button.disabled = false;
  });
  button.addEventListener("click", async () => {
    button.disabled = true;
    await offer?.prompt();
    offer = null; // an offer can be used once
  });
}
