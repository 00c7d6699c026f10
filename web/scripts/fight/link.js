// fight/link.js: a whole fight in the fragment of a link, `#fight=1.<game>.<text>`. Python packs the text and reads it.
//
// Contract. `linkOf(system, text)` is the fragment. `linkIn(hash)` gives `{system, text}` of such a fragment, `{why}` with a
// sentence for one that cannot be read here, and null for any other address. `fightOf(link, system, request)` gives a fight
// that can be opened as a preview, or `why`, or `elsewhere`, the address on the page of the fight's game. Nothing is stored.

import { SCHEMAS } from "../paths.js";
import { sentences } from "../shared/problems.js";
import { newId } from "../storage/character-data.js";
import { FIGHT_SCHEMA, fightTrouble } from "../storage/fights.js";

/** @typedef {{system: string, text: string} | {why: string}} Link */

const VERSION = "1";
const LONGEST = 25_000;
const TOO_LONG = "This link is longer than a link to a fight can be, and was not read.";
const NEWER = "This link was made by a newer Tableside; load the page again to get the newest version.";
const NONE = "This link is damaged or was cut off: what it holds cannot be read.";
const NO_PYTHON = "This link needs Python, which is not running; the page can be loaded again.";

/** @param {string} system @param {string} text */
export function linkOf(system, text) {
  return `#fight=${VERSION}.${system}.${text}`;
}

/** @param {string} hash @returns {Link | null} */
export function linkIn(hash) {
  if (!hash.startsWith("#fight=")) return null;
  if (hash.length > LONGEST) return { why: TOO_LONG };
  const [, version, system, text] = /^#fight=(\d+)\.([a-z]+)\.([\w.-]+)$/.exec(hash) ?? [];
  if (!version) return { why: NONE };
  if (version !== VERSION || !Object.hasOwn(SCHEMAS, system)) return { why: NEWER };
  return { system, text };
}

/**
 * @param {Link} link @param {string} here  the game of this page @param {(request: object) => Promise<any>} request
 * @returns {Promise<{fight: import("./session.js").Opened} | {why: string} | {elsewhere: string}>}
 */
export async function fightOf(link, here, request) {
  if ("why" in link) return link;
  const { system, text } = link;
  if (system !== here) return { elsewhere: `../../${system}/fight/${linkOf(system, text)}` };
  const reply = await request({ kind: "fight_link", system, text });
  if (!reply) return { why: NO_PYTHON };
  if (!reply.ok) return { why: sentences(reply.problems) };
  const { name, events, cursor } = reply;
  const fight = { id: newId(), name, revision: 0, updated: "", data: { events, cursor } };
  const trouble = fightTrouble({ schema: FIGHT_SCHEMA, system, ...fight });
  return trouble ? { why: `The fight in this link ${trouble}.` } : { fight: { ...fight, isPreview: true } };
}
