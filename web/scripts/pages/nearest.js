// nearest.js: finds the pages whose addresses are most like one that leads nowhere.
//
// Contract. `nearest(targets, asked)` compares addresses by the pairs of letters that they share. What is not near enough is
// left out.

/** @typedef {{url: string, title: string, where: string}} Target */

const MOST = 3;
/** Addresses that are less alike than this are not offered. */
const LEAST_ALIKE = 0.45;
/** How much of the likeness is that of the game; the rest is that of the page. */
const OF_GAME = 0.3;

/**
 * The targets whose addresses are most like the one asked for, the nearest first.
 *
 * @template {Target} T @param {T[]} targets @param {string} asked  from the site's root
 */
export function nearest(targets, asked) {
  const [game, page] = ends(asked);
  return targets
    .map((target) => ({ target, alike: likeness(target, game, page) }))
    .filter(({ alike }) => alike >= LEAST_ALIKE)
    .sort((one, other) => other.alike - one.alike)
    .slice(0, MOST)
    .map(({ target }) => target);
}

/** @param {Target} target @param {string} game @param {string} page */
function likeness({ url, title }, game, page) {
  const [ofGame, name] = ends(url);
  if (!page || !name) return page === name ? shared(game, ofGame) : 0;
  const ofPage = Math.max(shared(page, name), shared(page, title.toLowerCase()));
  return OF_GAME * shared(game, ofGame) + (1 - OF_GAME) * ofPage;
}

/** The first part of an address and its last one; a game's home has no last part. @param {string} address */
function ends(address) {
  const parts = address
    .toLowerCase()
    .split(/[/#?]+/)
    .filter(Boolean);
  return [parts[0] ?? "", parts.length > 1 ? (parts.at(-1) ?? "") : ""];
}

/** How alike two texts are, from 0 to 1: twice the pairs of letters in both, by all pairs. @param {string} one @param {string} other */
function shared(one, other) {
  const rest = pairsOf(other);
  const all = pairsOf(one);
  const total = all.length + rest.length;
  const both = all.filter((pair) => {
    const at = rest.indexOf(pair);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
  return (2 * both.length) / total;
}

/** @param {string} text */
function pairsOf(text) {
  const whole = `^${text.replaceAll(/[^a-z0-9]+/g, " ").trim()}$`;
  return [...whole].slice(1).map((_, at) => whole.slice(at, at + 2));
}
