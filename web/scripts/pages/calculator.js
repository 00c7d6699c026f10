// calculator.js: the page of a calculator: starts each of its features.

import { bindModes } from "../calculator/chart-modes.js";
import { createExampleLine } from "../calculator/example-line.js";
import { bindFromSheet } from "../calculator/from-sheet.js";
import { watchLastUsed } from "../calculator/last-used.js";
import { bindOpenHere } from "../calculator/open-here.js";
import { bindPrint } from "../calculator/print.js";
import { bindRollOptions } from "../calculator/roll-options.js";
import { createSession } from "../calculator/session.js";
import { bindSharedInputs } from "../calculator/shared-inputs.js";
import { bindTracker } from "../calculator/tracker.js";
import { offerOwnRows } from "../own/offer.js";
import { section } from "../shared/controllers.js";
import { bindInputs } from "../shared/inputs.js";
import { createTools } from "../shared/tools.js";
import { bindFavorite } from "./favorite.js";
import "./page.js";

const session = createSession(/** @type {HTMLFormElement} */ (section("calculator/session")));
offerOwnRows(session.form, document.documentElement.dataset.system ?? "");
bindInputs(session);
bindTracker(session);
bindSharedInputs(session);
bindFavorite(session);
bindRollOptions(session);
bindModes(session);
bindOpenHere(session);
bindPrint(session);
watchLastUsed(session.form);
const tools = createTools(session, {
  compare: () => import("../calculator/compare.js"),
  sweep: () => import("../calculator/sweep.js"),
  targets: () => import("../calculator/targets.js"),
  share: () => import("../calculator/share.js"),
  roll: () => import("../calculator/roll.js"),
  log: () => import("../calculator/roll-log-view.js"),
});
// Phones show their keyboard only for a field that has the focus before the tap is over: no script may have to come first.
if (document.querySelector("[data-roll]")) tools.load("roll").catch(() => {});
// A link to a comparison opens it.
session.on("change", () => session.extra().length && !tools.isBound("compare") && tools.show("compare"));
// So does a link to targets side by side.
session.on("change", () => session.targets().length && !tools.isBound("targets") && tools.show("targets"));
bindFromSheet(session, createExampleLine(session));
