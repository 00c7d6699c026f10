// sheet/export.js: exports characters as a file on this device.
//
// Contract. `createExport(characters, news)` gives `give(records, party, own, targets)`. It makes a file, or several when one
// is too small, reads the files back, compares them, and then downloads them. The `own` rows and the targets go into the
// first file. A damaged
// record is named and goes unchanged into a file of its own. `give` resolves with a sentence about the export, or throws
// an Error whose message says what is wrong. An export of all characters counts as a backup.

import { download } from "../shared/download.js";
import { check, fileName, parts, write } from "./file.js";

/** @typedef {import("../storage/database.js").Character} Character */

const DAMAGED_NAME = "tableside-damaged.json";

/** @param {import("../storage/characters.js").Characters} characters @param {{backedUp: () => Promise<void>}} news */
export function createExport(characters, news) {
  /** @param {Character[]} records */
  async function isAll(records) {
    const given = new Set(records.map(({ id, revision, updated }) => `${id} ${revision} ${updated}`));
    const all = characters.kept ? await characters.all() : [];
    return all.length > 0 && all.every(({ id, revision, updated }) => given.has(`${id} ${revision} ${updated}`));
  }

  return {
    /** @param {Character[]} records @param {string | null} [party] @param {import("./file.js").OwnRows[]} [own] @param {import("./file.js").OwnRows[]} [targets] */
    async give(records, party = null, own = [], targets = []) {
      const more = [own, targets];
      const hasMore = more.some(({ length }) => length);
      if (!records.length && !hasMore) throw new Error("There is no character to export yet.");
      const { files: whole, damaged } = parts(records);
      const files = whole.length || !hasMore ? whole : [[]];
      const moreIn = (/** @type {number} */ at) => (at ? [] : more);
      const made = files.map((some, at) => {
        const name = fileName(records, party);
        return jsonFile(files.length > 1 ? numbered(name, at + 1) : name, write(some, party, ...moreIn(at)));
      });
      for (const [at, file] of made.entries()) {
        const wrong = check(await file.text(), files[at], party, ...moreIn(at));
        if (wrong) throw new Error(`Not exported. ${wrong}`);
      }
      const broken = damaged.map(({ record }) => record);
      const aside = broken.length ? [jsonFile(DAMAGED_NAME, JSON.stringify(broken, null, 2))] : [];
      const backup = await isAll(records);
      download([...made, ...aside]);
      if (backup) await news.backedUp();
      const inside = [own.length ? "own rows" : "", targets.length ? "targets" : ""].filter(Boolean).join(" and ");
      const rows = inside ? `Your ${inside} are in it too.` : "";
      const saved = report(made, records.length - broken.length, backup);
      return [saved, rows, ...damaged.map(leftOut)].filter(Boolean).join(" ");
    },
  };
}

/** @param {File[]} files @param {number} count @param {boolean} backup  the files hold all characters */
function report(files, count, backup) {
  if (!files.length) return "";
  const names = files.map(({ name }) => name).join(", ");
  const whole = backup && count > 1 ? "all " : "";
  return files.length === 1
    ? `${names} is among your downloads. It was read back and holds ${whole}${counted(count)}.`
    : `${names} are among your downloads. They were read back and hold ${whole}${counted(count)}.`;
}

/** @param {{record: Character, why: string}} damaged */
function leftOut({ record, why }) {
  const name = typeof record?.name === "string" && record.name ? record.name : "A character";
  return `${name} could not be exported like the others, as it ${why}; it is in ${DAMAGED_NAME} as it lies here.`;
}

/** @param {string} name @param {string} text */
function jsonFile(name, text) {
  return new File([text], name, { type: "application/json" });
}

/** @param {string} name @param {number} number */
function numbered(name, number) {
  return name.replace(/\.json$/, `-${number}.json`);
}

/** @param {number} count */
export function counted(count) {
  return count === 1 ? "1 character" : `${count} characters`;
}
