// paths.js is written by the build beside the scripts; the addresses are relative to the folder worker/.
export const PYTHON: string;
export const CORE: string;
/** By the pack's name. */
export const GAMES: Record<string, string>;
/** The newest schema of each game's characters. */
export const SCHEMAS: Record<string, number>;
export const BUILD: string;
