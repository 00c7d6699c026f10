// paths.js is written by the build beside the scripts; the addresses are relative to it.
export const PYTHON: string;
export const CORE: string;
/** By the pack's name. */
export const GAMES: Record<string, string>;
/** The games, in the order of the site. */
export const SYSTEMS: string[];
export const BUILD: string;
