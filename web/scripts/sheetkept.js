// sheetkept.js: says how safe the characters on this device are, and when it is time for a backup.
//
// Contract. `tellKeeping(characters, keeping)` writes it into each `[data-keeping]`, and shows each `[data-reminder]` after
// ten sessions with changes since the last backup; where nothing is kept, neither says anything.

/** @param {import("./characters.js").Characters} characters @param {ReturnType<typeof import("./keeping.js").createKeeping>} keeping */
export async function tellKeeping(characters, keeping) {
  const { storage, backup } = characters.kept ? await keeping.told() : { storage: "", backup: "" };
  for (const place of document.querySelectorAll("[data-keeping]")) place.textContent = [storage, backup].join(" ").trim();
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-reminder]"))) {
    place.hidden = !(characters.kept && keeping.reminder());
  }
}
