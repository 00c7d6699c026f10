// paths.js is written by the build beside the scripts; the addresses are relative to it.
export const PYTHON: string;
export const CORE: string;
/** By the pack's name. */
export const GAMES: Record<string, string>;
/** The kinds of requests that need the pack of a game's characters. */
export const SHEET_KINDS: string[];
/** The newest schema of each game's characters. */
export const SCHEMAS: Record<string, number>;
export const BUILD: string;
