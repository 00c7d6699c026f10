// fight/panels.js: opens and closes the panels that the page itself has: set-up, the end of the fight, and sharing.
//
// Contract. `createPanels(root)`: `follow(view)` shows the panel that the view names, and gives the id of the panel that has
// been opened with it, or empty, and whether a panel was closed. Panels that Python draws are followed too. `[data-to-<panel>]`
// opens or closes a panel of the page; while `isEmpty`, that of the open set-up leads to its search instead. `close()` closes
// all.

import { part } from "../shared/parts.js";

/** @typedef {import("./views.js").View} View */

const OWN = ["setup", "end", "share"];
/** The ids of panels; the panel of a fighter is in the fighter's line. @type {Record<string, string>} */
const IDS = { setup: "tool-join", end: "after", share: "share-panel", log: "panel", order: "panel" };

/** @param {HTMLElement} root */
export function createPanels(root) {
  /** What is open: the panel and its fighters. */
  let open = "";
  /** Whether the set-up is open, and stays open. */
  let stays = false;

  part(root, "to-setup").addEventListener("click", () => stays && part(root, "foe-filter").focus());

  return {
    /** @param {View} view @param {boolean} isEmpty  whether nobody is in the fight */
    follow({ panel, who = "", to = "", act = "" }, isEmpty) {
      const next = panel && [panel, who, to, act].join(" ");
      const isOpened = next !== "" && next !== open;
      const isClosed = next === "" && open !== "";
      open = next;
      stays = panel === "setup" && isEmpty;
      for (const name of OWN) {
        const isOpen = panel === name;
        const button = part(root, `to-${name}`);
        part(root, name).hidden = !isOpen;
        button.setAttribute("aria-expanded", String(isOpen));
        button.dataset.view = JSON.stringify({ panel: isOpen && !stays ? "" : name });
      }
      return { opened: isOpened ? (IDS[panel] ?? `panel-${to}`) : "", isClosed };
    },
    close() {
      open = "";
      stays = false;
      for (const name of OWN) part(root, name).hidden = true;
    },
  };
}
