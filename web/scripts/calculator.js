// calculator.js: a calculator page, put together from its features.

import "./page.js";
import { bindCarry } from "./carry.js";
import { bindCompare } from "./compare.js";
import { createExampleLine } from "./exampleline.js";
import { bindFromSheet } from "./fromsheet.js";
import { bindInputs } from "./inputs.js";
import { bindModes } from "./modes.js";
import { bindPrint } from "./print.js";
import { bindRoll } from "./roll.js";
import { createSession } from "./session.js";
import { bindShare } from "./share.js";
import { bindSweep } from "./sweep.js";
import { bindTools } from "./tools.js";
import { bindTracker } from "./tracker.js";

const session = createSession(/** @type {HTMLFormElement} */ (document.querySelector("[data-calculator]")));
bindInputs(session);
bindTracker(session);
bindCarry(session);
bindTools();
bindRoll(session);
bindModes(session);
bindCompare(session);
bindSweep(session);
bindShare(session);
bindPrint(session);
bindFromSheet(session, createExampleLine(session));
