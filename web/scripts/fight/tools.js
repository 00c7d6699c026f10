// fight/tools.js: connects sharing, files and what comes after a fight to the page of fights.
//
// Contract. The page loads this script when it is at rest, or when one of these tools is used. `bind(parts)` binds the tools
// of the list and of the fight. Call `closed()` before another fight, or none, is opened, `opened()` after it, and
// `follow(panel)` after the fight was drawn, with the name of the open panel.

import { SCHEMAS } from "../paths.js";
import { createFightFiles } from "./files.js";
import { createFightShare } from "./share.js";
import { createWriteBack } from "./write-back.js";

/**
 * @typedef {object} Parts
 * @property {HTMLElement} root  the section of the open fight
 * @property {HTMLElement} view  the section of the list
 * @property {string} system
 * @property {import("../storage/fights.js").Fights} fights
 * @property {import("../storage/characters.js").Characters} characters
 * @property {ReturnType<typeof import("../shared/record-list.js").createRecordList>} list
 * @property {ReturnType<typeof import("./session.js").createFightSession>} session
 * @property {(request: object) => Promise<any>} request  asks Python anything
 * @property {(text: string) => void} tell
 */

/** @param {Parts} parts */
export function bind({ root, view, system, fights, characters, list, session, request, tell }) {
  const { ask } = session;
  const current = () => session.fight;
  const { give } = createFightFiles(view, root, { fights, system, list, current, tell });
  const share = createFightShare(root, { system, ask, request, current, give, tell });
  const back = createWriteBack(root, { characters, migrate: request, schemas: SCHEMAS, ask });

  /** @param {string} panel */
  function follow(panel) {
    if (panel === "end") back.draw();
    share.changed(panel === "share");
  }

  share.opened();
  if (session.shown) follow(session.view.panel);
  return { closed: back.forget, opened: share.opened, follow };
}
