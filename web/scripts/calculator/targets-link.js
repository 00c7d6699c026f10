// targets-link.js: targets and actions side by side in the address of a calculator: `targets=1.<packed>` (packed-link.js).
//
// Contract. `createTargetsAddress(session, game)`: `write(entries, isOurs)` sets the key in the address; without entries it
// goes. This device remembers the last one that is its own (`isOurs`). `read()` resolves with what the address names, if
// that is new: `{entries, isOurs, why}`, `why` a sentence if it cannot be read; otherwise with null. `readView(game)` and
// `writeView(game, mode, against)` remember what the table of a game showed last.

import { format, parse } from "../shared/link.js";
import { createPackedLinks } from "../storage/packed-link.js";
import { readSetting, writeSetting } from "../storage/settings.js";
import { entriesOf, pairsOf, SCHEMA } from "../storage/targets.js";

/** @typedef {import("../storage/targets.js").Entry} Entry */

const OTHER_GAME = "The targets in this link are of another game.";
const NEWER = "The targets in this link are from a newer Tableside; load the page again to get the newest version.";
const { encode, decode } = createPackedLinks({
  name: "targets",
  many: "targets",
  tooLarge: "These targets are too large for a link.",
  none: "This link holds no targets.",
  held: "The list of targets",
});

/** @param {import("./session.js").Session} session @param {string} game */
export function createTargetsAddress(session, game) {
  const setting = `targets ${game}`;
  /** What the address said when it was read or written last. */
  let followed = "";

  /** The link of this calculator, as the device remembers it. */
  const ours = () => `${session.calculator}${followed}`;

  return {
    /** @param {Entry[]} entries @param {boolean} isOurs @param {() => boolean} isLatest */
    async write(entries, isOurs, isLatest) {
      const data = pairsOf(entries);
      const packed = entries.length ? await encode({ system: game, schema: SCHEMA, data }) : { ok: true, fragment: "" };
      if (!isLatest() || !packed.ok) return;
      const pairs = parse("fragment" in packed ? packed.fragment : "") ?? [];
      followed = format(pairs);
      if (isOurs) writeSetting(setting, ours());
      session.setTargets(pairs);
    },
    /** @returns {Promise<{entries: Entry[], isOurs: boolean, why: string} | null>} */
    async read() {
      const text = format(session.targets());
      if (text === followed || !text) return null;
      followed = text;
      const found = await decode(text);
      if (text !== followed) return null;
      const why = !found.ok ? found.why : found.system !== game ? OTHER_GAME : found.schema > SCHEMA ? NEWER : "";
      const entries = found.ok && !why ? entriesOf(found.data) : [];
      return { entries, isOurs: readSetting(setting) === ours(), why };
    },
  };
}

/** Whether targets or actions were the rows, and the name of the target of all actions. @param {string} game @returns {[Entry["kind"], string]} */
export function readView(game) {
  const [, kind, name = ""] = /^(to|do) (.*)$/s.exec(readSetting(`targets view ${game}`) ?? "") ?? [];
  return [kind === "do" ? "do" : "to", name];
}

/** @param {string} game @param {Entry["kind"]} mode @param {string} against */
export function writeView(game, mode, against) {
  writeSetting(`targets view ${game}`, `${mode} ${against}`);
}
