// Stands in for paths.js, which the build writes: where Python is, the kinds of requests about characters, and
// the newest schema of each game's characters.

export const PYTHON = "../../python/";
export const CORE = "../../core/core.zip";
export const GAMES = {
  raiders: "../../raiders/raiders.zip",
  "raiders-sheet": "../../raiders/raiders-sheet.zip",
  "openquest-1": "../../openquest/openquest-1.zip",
  "openquest-2": "../../openquest/openquest-2.zip",
};
export const SHEET_KINDS = ["check", "fill", "harm", "migrate", "sheet", "sheet_paper", "sheet_rules"];
export const SCHEMAS = { wwn: 2, raiders: 1, openquest: 2, obss: 1, stepdie: 1 };
export const BUILD = "test";
