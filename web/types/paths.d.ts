// paths.js is written by the build beside the scripts; the addresses are relative to it.
export const PYTHON: string;
export const CORE: string;
export const BUILD: string;
