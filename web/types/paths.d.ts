// paths.js is written by the build beside the scripts; the addresses are relative to it.
export const PYTHON: string;
export const CORE: string;
/** By the game's id. */
export const GAMES: Record<string, string>;
export const BUILD: string;
