// The packs of the games: each is fetched when a request needs it, so that the others do not delay the first answer.
//
// Contract. `needed(request)` lists the packs that a request is answered with. `fetchPack` fetches one, `fetchOthers` all
// that are not fetched yet, `add` gives one to Python. `addGame` does so with all that calculators of a game need.
// `games(packs)` lists the games of packs. `loading()` says whether a pack is being fetched.

import { CALCULATOR_KINDS, FIGHT_KINDS, PACKS, SHEET_KINDS, TOOL_KINDS, TOPICS } from "../paths.js";
import { unpacked } from "./python.js";

/** A pack that has not come by then is asked for once more, beside the first time: a browser can lose a request. */
const PACK_LATE_MS = 15_000;

/** The game of packs that every game needs. */
const EVERY_GAME = "all";
/** The topic of characters, which fights need too. */
const SHEET = "sheet";
/** The topic of fights. */
const FIGHT = "fight";
/** The topic of a page's tools. */
const TOOLS = "tools";

/** @typedef {{id: string, topic: string, url: string, pack: Promise<ArrayBuffer> | null}} Pack */

/**
 * By name: a game (`obss`), a topic of it (`obss-attack`), its characters (`wwn-sheet`) and fights (`wwn-fight`), and what
 * all characters (`all-sheet`), fights (`all-fight`), trackers (`all-events`) and tools (`all-tools`) share.
 *
 * @type {Pack[]}
 */
const all = Object.entries(PACKS).map(([name, folder]) => {
  const [id, topic = ""] = name.split("-");
  const url = new URL(`../../../${folder}/${name}.pack`, import.meta.url).href;
  return { id, topic, url, pack: null };
});
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

/** Fetches every pack while nothing waits for the network: first those of the games that have been asked for. */
export async function fetchOthers() {
  const begun = games([...added]);
  const first = all.filter(({ id }) => begun.includes(id));
  // One by one: the next page needs a connection, too, and a browser has six for a host.
  for (const each of new Set([...first, ...all])) await fetchPack(each).catch(() => {});
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
 * The packs that a request needs: those of the calculator, or of the game, that it names, or of all games. A tool's request
 * that names neither needs no game.
 *
 * @param {string} request
 */
export function needed(request) {
  const { kind, calculator, system } = read(request);
  const [id, slug] = String(calculator ?? system).split(".");
  const known = all.some((each) => each.id === id);
  const isPlainTool = TOOL_KINDS.includes(kind) && !known;
  const fights = FIGHT_KINDS.includes(kind);
  const sheets = fights || SHEET_KINDS.includes(kind);
  const topics = CALCULATOR_KINDS.includes(kind) ? topicsOf(id, slug) : null;
  /** @param {Pack} pack */
  const isNeeded = ({ topic }) => {
    if (topic === SHEET) return sheets;
    if (topic === FIGHT) return fights;
    if (topic === TOOLS) return TOOL_KINDS.includes(kind);
    return !topics || topic === "" || topics.includes(topic);
  };
  return all.filter((each) => each.id === EVERY_GAME || (known ? each.id === id : !isPlainTool)).filter(isNeeded);
}

/**
 * The topics whose packs a calculator needs besides its game's own; null for an unknown calculator.
 *
 * @param {string} id @param {string} slug
 */
function topicsOf(id, slug) {
  const groups = Object.entries(TOPICS[id] ?? {});
  const [topics] = groups.find(([, slugs]) => slugs.split(" ").includes(slug)) ?? [];
  return topics?.split(" ") ?? null;
}

/** @param {Pack[]} packs */
export const games = (packs) => [...new Set(packs.map(({ id }) => id))].filter((id) => id !== EVERY_GAME);

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

/**
 * Whether all packs that calculators of a game need are here and added; a pack may fail to come.
 *
 * @param {import("./python.js").Python} python @param {string} game
 */
export function addGame(python, game) {
  const packs = all.filter(
    ({ id, topic }) => [game, EVERY_GAME].includes(id) && ![SHEET, FIGHT, TOOLS].includes(topic),
  );
  return Promise.all(packs.map((pack) => add(python, pack))).then(
    () => true,
    () => false,
  );
}
