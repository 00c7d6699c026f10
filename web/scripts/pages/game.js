// game.js: a game's home: its characters, the favorites and recent places, and the log of its rolls. Python starts only when the log is opened.

import { createTools } from "../shared/tools.js";
import { bindCharacterLinks } from "./character-links.js";
import { atRest } from "./page.js";
import { bindYours } from "./yours.js";

/** @type {Promise<import("../pyrules.js").Rules> | undefined} */
let rules;

/** @param {object} request */
async function ask(request) {
  rules ??= import("../pyrules.js").then(({ createRules }) => createRules());
  const { request: send } = await rules.catch((error) => {
    rules = undefined; // the next request loads it again
    throw error;
  });
  return send(request);
}

const tools = createTools({ ask }, { log: () => import("../calculator/roll-log-view.js") });
// The closed fold shows the number of rolls.
atRest.then(() => tools.load("log")).catch(() => {});
bindCharacterLinks();
bindYours();
