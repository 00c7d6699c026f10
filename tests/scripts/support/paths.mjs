// Stands in for paths.js, which the build writes: where Python is, the kinds of requests about one calculator, about
// characters and about fights, and the newest schema of each game's characters.

export const PYTHON = "../../../python/";
export const CORE = "../../../core/core.pack";
export const PACKS = {
  "all-sheet": "../../../all/all-sheet.pack",
  "all-events": "../../../all/all-events.pack",
  "all-fight": "../../../all/all-fight.pack",
  "all-tools": "../../../all/all-tools.pack",
  raiders: "../../../raiders/raiders.pack",
  "raiders-fight": "../../../raiders/raiders-fight.pack",
  "raiders-sheet": "../../../raiders/raiders-sheet.pack",
  openquest: "../../../openquest/openquest.pack",
  "openquest-close": "../../../openquest/openquest-close.pack",
  "openquest-talk": "../../../openquest/openquest-talk.pack",
};
export const TOPICS = {
  raiders: { "": "strike damage", events: "grapple_round" },
  openquest: { "": "reference", close: "close_attack charge", "close talk": "fast_talk" },
};
export const CALCULATOR_KINDS = ["answer", "as_table", "compare", "compare_table", "explain", "roll", "row", "sweep"];
export const SHEET_KINDS = ["check", "fill", "harm", "migrate", "own", "sheet", "sheet_paper", "sheet_rules"];
export const FIGHT_KINDS = [
  "fight",
  "fight_back",
  "fight_correct",
  "fight_foe",
  "fight_join",
  "fight_line",
  "fight_link",
  "fight_log",
  "fight_odds",
  "fight_order",
  "fight_roll",
  "fight_view",
  "targets",
];
export const TOOL_KINDS = ["compare", "compare_table", "fairness", "qr", "share", "show", "sweep", "targets"];
export const SCHEMAS = { wwn: 2, raiders: 1, openquest: 2, obss: 1, stepdie: 1 };
export const OWN_SCHEMAS = { wwn: 2, raiders: 1, openquest: 1, obss: 1, stepdie: 1 };
export const BUILD = "test";
