// packed-link.js: the pairs of a game, packed into the fragment of a link.
//
// Contract. `createPackedLinks(words)` gives `encode` and `decode`. `encode({system, schema, data})` gives `{ok, fragment}`:
// the JSON of the three as packed-text.js packs it. `decode(fragment)` gives `{ok, system, schema, data}`. Both always
// resolve; a failure has a sentence in `why`. A link with a newer schema is valid. Nothing is stored.

import { draftTrouble, parsed } from "./character-data.js";
import { createPackedText, refused } from "./packed-text.js";

/** @typedef {{system: string, schema: number, data: import("../shared/link.js").Pairs}} Shared */
/** @typedef {import("./packed-text.js").Refusal} Refusal */
/** @typedef {import("./packed-text.js").Words & {held: string}} Words  `held`: how sentences begin that refuse what the link holds */

const PARTS = "data,schema,system";

/** @param {Words} words */
export function createPackedLinks({ held, ...words }) {
  const packed = createPackedText(words);

  /** @param {Shared} shared */
  function encode({ system, schema, data }) {
    return packed.encode(JSON.stringify({ system, schema, data }));
  }

  /** @param {string} fragment  with or without its `#` @returns {Promise<({ok: true} & Shared) | Refusal>} */
  async function decode(fragment) {
    const found = await packed.decode(fragment);
    return found.ok ? opened(found.text) : found;
  }

  /** @param {string} text @returns {({ok: true} & Shared) | Refusal} */
  function opened(text) {
    const read = parsed(text);
    if (!read.ok) return refused(`What this link holds ${read.why}.`);
    const { value } = read;
    if (Object.keys(Object(value)).sort().join() !== PARTS) return refused(words.none);
    const trouble = draftTrouble(value);
    if (trouble) return refused(`${held} in this link ${trouble}.`);
    return { ok: true, system: value.system, schema: value.schema, data: value.data };
  }

  return { encode, decode };
}
