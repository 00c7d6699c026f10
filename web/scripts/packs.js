// The packs of the games: each is fetched when a question needs it, so that the others do not delay the first answer.
//
// Contract. `needed(request)` names the packs that a request is answered with. `fetchPack` asks for one, `fetchOthers` for
// all that are not here, `add` gives one to Python. `loading()` tells whether one is on its way.

import { GAMES, SHEET_KINDS } from "./paths.js";
import { unpacked } from "./python.js";

/** A pack that has not come by then is asked for once more, beside the first time: a browser can lose a request. */
const PACK_LATE_MS = 15_000;

/** @typedef {{id: string, sheet: boolean, url: string, pack: Promise<ArrayBuffer> | null}} Pack  one of a game's */

/** @type {Pack[]} */
const all = Object.entries(GAMES).map(([name, path]) => ({
  id: name.split("-")[0], // a large game has several: openquest-1, openquest-2
  sheet: name.endsWith("-sheet"), // its characters, which no calculator waits for
  url: new URL(path, import.meta.url).href,
  pack: null,
}));
/** @type {Set<Pack>} */
const added = new Set();
let onTheirWay = 0;

export const loading = () => onTheirWay > 0;

/** @param {Pack} of */
export function fetchPack(of) {
  of.pack ??= bring(of.url);
  // What failed is fetched again for the next question; that it did is for who waits for it to say.
  of.pack.catch(() => (of.pack = null));
  return of.pack;
}

/** Nothing waits for the line any more: the first question about another game should not have to. */
export async function fetchOthers() {
  // One by one: the next page wants a connection, too, and a browser has six for a host.
  for (const each of all) await fetchPack(each).catch(() => {});
}

/** @param {string} url */
function bring(url) {
  onTheirWay += 1;
  let limit = 0;
  const again = new Promise((/** @type {(pack: Promise<ArrayBuffer>) => void} */ resolve) => {
    limit = setTimeout(() => resolve(unpacked(url, { cache: "reload" })), PACK_LATE_MS);
  });
  return Promise.race([unpacked(url), again]).finally(() => {
    clearTimeout(limit);
    onTheirWay -= 1;
  });
}

/**
 * The packs that a request needs: those of the game that it names itself or by its calculator, or of all.
 *
 * @param {string} request
 */
export function needed(request) {
  const { kind, calculator, system } = read(request);
  const id = String(calculator ?? system).split(".")[0];
  const wanted = all.filter(({ sheet }) => !sheet || SHEET_KINDS.includes(kind));
  const named = wanted.filter((each) => each.id === id);
  return named.length ? named : wanted;
}

/** @param {string} request @returns {any} */
function read(request) {
  try {
    return JSON.parse(request) ?? {};
  } catch {
    return {}; // what is no JSON is for Python to refuse
  }
}

/** @param {import("./python.js").Python} python @param {Pack} of */
export async function add(python, of) {
  const pack = await fetchPack(of);
  if (!added.has(of)) python.add(pack);
  added.add(of);
}
