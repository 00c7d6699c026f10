// console/draft.js: the reader's own script, kept on this device.
//
// Contract. `readDraft()` gives the text, empty if there is none. `writeDraft(text)` gives why it could not be kept, empty
// after success. `onOtherDraft(heard)` calls `heard` when another tab has written one. The frame with Python knows nothing of
// this.

import { CONSOLE_DRAFT_KEY } from "../shared/storage-keys.js";

const REFUSED = "This browser keeps nothing for this site: save the script as a file.";

export function readDraft() {
  try {
    return localStorage.getItem(CONSOLE_DRAFT_KEY) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} text */
export function writeDraft(text) {
  try {
    if (text) localStorage.setItem(CONSOLE_DRAFT_KEY, text);
    else localStorage.removeItem(CONSOLE_DRAFT_KEY);
    return "";
  } catch {
    return REFUSED;
  }
}

/** @param {() => void} heard */
export function onOtherDraft(heard) {
  window.addEventListener("storage", ({ key }) => {
    if (key === CONSOLE_DRAFT_KEY) heard();
  });
}
