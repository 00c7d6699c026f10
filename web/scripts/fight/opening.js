// fight/opening.js: opens the fight that the page's address names, or the list.
//
// Contract. `createOpening(root, parts)`: `route(moved)` shows what the address names; `moved` says that the reader has just
// followed a link, and the heading then gets the focus. Only the latest call counts. `showTop()` scrolls to whose turn it is.

import { createTurns } from "../shared/latest-only.js";
import { part } from "../shared/parts.js";
import { lastFight, writeSetting } from "../storage/settings.js";
import { fightOf, linkIn } from "./link.js";
import { characterIn, findFight, foeIn } from "./source.js";

/**
 * @typedef {object} Parts
 * @property {HTMLElement} view  the section of the list
 * @property {string} system
 * @property {import("../storage/fights.js").Fights} fights
 * @property {ReturnType<typeof import("../shared/record-list.js").createRecordList>} list
 * @property {ReturnType<typeof import("./list-lines.js").createListLines>} lines
 * @property {ReturnType<typeof import("./session.js").createFightSession>} session
 * @property {ReturnType<typeof import("./address.js").createAddress>} address
 * @property {(request: object) => Promise<any>} request
 * @property {{restore: () => Promise<unknown>}} roll
 * @property {{list: () => unknown}} pins
 * @property {ReturnType<typeof import("./set-up.js").createSetUp>} setUp
 * @property {() => void} close  clears what was shown of a fight
 * @property {(fight: import("./session.js").Opened) => void} opened
 * @property {() => void} routed  called after a fight, or the list, was opened
 */

/** @param {HTMLElement} root @param {Parts} parts */
export function createOpening(root, parts) {
  const { view, system, fights, list, lines, session, address, request, roll, pins, setUp } = parts;
  const page = document.documentElement.dataset;
  const listTitle = document.title;
  const turns = createTurns();

  /** What the address names. */
  function found() {
    const link = linkIn(location.hash);
    if (!link) return findFight(fights, system, location.hash);
    part(root, "waits").hidden = false;
    delete page.sheetWaits;
    return fightOf(link, system, request);
  }

  /** @param {boolean} [moved] */
  async function route(moved = false) {
    const isLatest = turns.begin();
    const opens = location.hash.includes("=");
    const at = opens ? await found() : null;
    if (!isLatest()) return;
    if (at && "elsewhere" in at) return location.replace(at.elsewhere);
    const fight = at && "fight" in at ? at.fight : null;
    if (!fight) {
      await list.draw();
      if (!isLatest()) return;
      if (at) writeSetting(lastFight(system), "");
      list.say(at && "why" in at ? at.why : "");
    }
    address.open();
    parts.close();
    page.sheetView = fight ? "editor" : "list";
    document.title = fight ? `${fight.name} · ${listTitle}` : listTitle;
    delete page.sheetWaits;
    if (fight) await open(fight);
    else {
      session.open(null);
      lines.draw();
    }
    parts.routed();
    if (!moved || !isLatest()) return;
    scrollTo(0, 0);
    const heading = /** @type {HTMLElement} */ ((fight ? root : view).querySelector("h1"));
    heading.focus({ preventScroll: true });
  }

  /** @param {import("./session.js").Opened} fight */
  async function open(fight) {
    part(root, "fight-name").textContent = fight.name;
    part(root, "waits").hidden = false;
    parts.opened(fight);
    const start = {
      ...(history.state?.view ?? { panel: fight.data.events.length ? "" : "setup" }),
      pinned: pins.list(),
    };
    const isOpen = await session.open(fight, start);
    // A player comes back to whose turn it is.
    if (isOpen && session.shown?.begun) showTop();
    if (isOpen) await roll.restore();
    const id = characterIn(address.hash);
    if (isOpen && id) await setUp.add([id]);
    const words = foeIn(address.hash);
    if (isOpen && words) await setUp.find(words);
  }

  function showTop() {
    const top = part(root, "part");
    // What sticks is in view already; its own place is where it would be otherwise.
    top.style.position = "static";
    const { top: place } = top.getBoundingClientRect();
    top.style.position = "";
    // The scroll padding leaves room for this very part, so scrollIntoView would leave as much above it.
    scrollBy({ top: place, behavior: "instant" });
  }

  return { route, showTop };
}
