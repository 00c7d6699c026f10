// calculator.js: the page of a calculator: starts each of its features.

import "./page.js";
import { bindModes } from "../calculator/chart-modes.js";
import { bindCompare } from "../calculator/compare.js";
import { createExampleLine } from "../calculator/example-line.js";
import { bindFromSheet } from "../calculator/from-sheet.js";
import { bindPrint } from "../calculator/print.js";
import { bindRoll } from "../calculator/roll.js";
import { createSession } from "../calculator/session.js";
import { bindShare } from "../calculator/share.js";
import { bindSharedInputs } from "../calculator/shared-inputs.js";
import { bindSweep } from "../calculator/sweep.js";
import { bindTools, openTool } from "../calculator/tools.js";
import { bindTracker } from "../calculator/tracker.js";
import { offerOwnRows } from "../own/offer.js";
import { section } from "../shared/controllers.js";
import { bindInputs } from "../shared/inputs.js";
import { bindFavorite } from "./favorite.js";

const session = createSession(/** @type {HTMLFormElement} */ (section("calculator/session")));
offerOwnRows(session.form, document.documentElement.dataset.system ?? "");
bindInputs(session);
bindTracker(session);
bindSharedInputs(session);
bindTools();
bindFavorite(session);
bindRoll(session);
bindModes(session);
bindCompare(session);
bindSweep(session);
bindShare(session);
bindPrint(session);
const targets = document.getElementById("tool-targets");
targets?.addEventListener("open", async () => {
  await (await import("../calculator/targets.js")).bind(session);
  targets.dispatchEvent(new Event("open"));
}, { once: true });
session.on("change", () => targets?.hidden && session.targets().length && openTool("targets", true));
bindFromSheet(session, createExampleLine(session));
