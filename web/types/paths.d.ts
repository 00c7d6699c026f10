// paths.js is written by the build beside the scripts; the addresses are relative to the folder worker/.
export const PYTHON: string;
export const CORE: string;
/** The folder of each pack by its name: `obss`, `obss-attack`, `wwn-sheet`, `wwn-fight`, `all-sheet`, `all-fight`, `all-events`, `all-tools`. */
export const PACKS: Record<string, string>;
/** By game and by topics, joined by spaces: the calculators that need the packs of these topics, joined likewise. */
export const TOPICS: Record<string, Record<string, string>>;
/** The kinds of requests that need nothing of a game but the packs of their calculator. */
export const CALCULATOR_KINDS: string[];
/** The kinds of requests that need the packs of a game's characters. */
export const SHEET_KINDS: string[];
/** The kinds of requests that need the packs of a game's characters and of its fights. */
export const FIGHT_KINDS: string[];
/** The kinds of requests of a page's tools, which need a pack of their own. */
export const TOOL_KINDS: string[];
/** The newest schema of each game's characters. */
export const SCHEMAS: Record<string, number>;
/** The newest schema of a player's own rows, by game. */
export const OWN_SCHEMAS: Record<string, number>;
export const BUILD: string;
