// sheet/source.js: finds the character that an address of the page of characters names.
//
// Contract. `createSource(form, characters, rules)` gives `find(hash)`: `#open=<id>` is a character on this device,
// `#example=<id>` a ready-made one, `#sheet=1.…` one in a link, `#new=1` a blank one, `#new=foe` a blank foe. The result has the pairs in the
// newest schema, the revision (0: not stored) and why the character is read-only, if it is. Without a character the result
// has `why`, a sentence, or `elsewhere`, the address on the page of the character's game. Opening stores nothing.

import { SCHEMAS } from "../paths.js";
import { decode as decodeText } from "../shared/link.js";
import { draftTrouble, newId } from "../storage/character-data.js";

/** @typedef {import("../shared/link.js").Pairs} Pairs */
/** @typedef {{id: string, revision: number, updated: string, data: Pairs, readonly: string}} Found  `readonly`: why the character is read-only; empty if it is not */

const GONE = "This character is not on this device: it may have been deleted here, or live in another browser.";
const DAMAGED =
  "This character is damaged on this device. Export everything gives it as it lies, in a file of its own.";
const NOT_LOADED = "A part of this page could not be loaded: there may be no network. Open the link again later.";
const NO_EXAMPLE = "There is no such ready-made character.";
const NEWER =
  "This character was made by a newer Tableside: here it can be read, not changed. Its odds are not worked out.";
/** The id of a new foe. */
const FOE = "foe";
const OLDER =
  "This character was made by an older Tableside and could not be brought up to date, so it cannot be changed now.";

/** @param {HTMLFormElement} form @param {import("../storage/characters.js").Characters} characters @param {import("../pyrules.js").Rules} rules */
export function createSource(form, characters, rules) {
  const system = form.dataset.sheet ?? "";
  const schema = Number(form.dataset.schema);

  /** @param {string} hash @returns {Promise<Found | {why: string} | {elsewhere: string}>} */
  async function find(hash) {
    const [, kind = "", id = ""] = /^#(\w+)=(.*)$/s.exec(hash) ?? [];
    if (kind === "open") {
      const record = await characters.get(decodeText(id)).catch(() => null);
      if (!record) return { why: GONE };
      const trouble = draftTrouble(record);
      if (trouble && Object.hasOwn(SCHEMAS, record.system)) return { why: `${DAMAGED} It ${trouble}.` };
      return record.system === system ? upToDate(record) : { elsewhere: `../../${record.system}/sheet/${hash}` };
    }
    if (kind === "sheet") {
      const link = await import("./link.js").catch(() => null);
      if (!link) return { why: NOT_LOADED };
      const shared = await link.decode(hash);
      if (!shared.ok) return { why: shared.why };
      if (shared.system !== system) return { elsewhere: `../../${shared.system}/sheet/${hash}` };
      return upToDate({ ...shared, id: newId(), revision: 0, updated: "" });
    }
    if (kind === "example") {
      const link = /** @type {HTMLElement | null} */ (document.querySelector(`[data-example="${CSS.escape(id)}"]`));
      return link ? { ...blank(), data: JSON.parse(link.dataset.pairs ?? "[]") } : { why: NO_EXAMPLE };
    }
    if (kind === "new" && id === FOE) return { ...blank(), data: JSON.parse(form.dataset.newFoe ?? "[]") };
    return kind === "new" ? blank() : { why: "This address names no character." };
  }

  /** @returns {Found} */
  const blank = () => ({ id: newId(), revision: 0, updated: "", data: [], readonly: "" });

  /** @param {{schema: number, id: string, revision: number, updated: string, data: Pairs}} record @returns {Promise<Found>} */
  async function upToDate(record) {
    const { id, revision, updated, data } = record;
    if (record.schema > schema) return { id, revision, updated, data, readonly: NEWER };
    const current = await migrated(record);
    return {
      id,
      revision,
      updated,
      data: current ?? data,
      readonly: current ? (revision && characters.readonly ? characters.why : "") : OLDER,
    };
  }

  /** @param {{schema: number, data: Pairs}} record @returns {Promise<Pairs | null>} */
  async function migrated(record) {
    if (record.schema === schema) return record.data;
    const request = { kind: "migrate", system, schema: record.schema, data: record.data };
    const reply = await rules.request(request).catch(() => null);
    return reply?.ok ? reply.data : null;
  }

  return {
    find,
    /** The pairs of a stored character, for use as a target. @param {string} id */
    async pairs(id) {
      const record = await characters.get(id).catch(() => null);
      return record && record.schema <= schema ? migrated(record) : null;
    },
  };
}
