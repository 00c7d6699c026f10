// game.js: a game's home: its characters, and the log of its rolls. Python is started only when the log is opened.

import "./page.js";
import { bindLogFold } from "../calculator/roll-log-view.js";
import { createRules } from "../pyrules.js";
import { bindMine } from "./character-links.js";

/** @type {import("../pyrules.js").Rules | undefined} */
let rules;
bindLogFold((request) => (rules ??= createRules()).request(request));
bindMine();
