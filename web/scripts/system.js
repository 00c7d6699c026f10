// system.js: a game's home: the log of its rolls. Python is started only when the log is opened.

import "./page.js";
import { bindLogFold } from "./logfold.js";
import { createRules } from "./pyrules.js";

/** @type {import("./pyrules.js").Rules | undefined} */
let rules;
bindLogFold((request) => (rules ??= createRules()).request(request));
