// game.js: a game's home: its characters, the favorites and recent places, and the log of its rolls. Python starts only when the log is opened.

import "./page.js";
import { bindRollLog } from "../calculator/roll-log-view.js";
import { createRules } from "../pyrules.js";
import { bindCharacterLinks } from "./character-links.js";
import { bindYours } from "./yours.js";

/** @type {import("../pyrules.js").Rules | undefined} */
let rules;
bindRollLog((request) => (rules ??= createRules()).request(request));
bindCharacterLinks();
bindYours();
