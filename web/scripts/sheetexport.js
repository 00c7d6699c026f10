// sheetexport.js: characters as a file on this device.
//
// Contract. `createExport(characters, news)` gives `give(records, party)`: it makes the file, reads it back, compares, and
// only then hands it to the browser as a download. It resolves with a sentence that says so, or throws an Error with one
// that says what is wrong. A file that holds every character there is counts as a backup.

import { sameContent } from "./sheetdata.js";
import { check, fileName, write } from "./sheetfile.js";

/** @typedef {import("./shelf.js").Character} Character */

/** @param {import("./characters.js").Characters} characters @param {{backedUp: () => Promise<void>}} news */
export function createExport(characters, news) {
  let address = "";

  /** @param {File} file */
  function download(file) {
    // The one before is long on its way.
    URL.revokeObjectURL(address);
    address = URL.createObjectURL(file);
    const link = document.createElement("a");
    link.href = address;
    link.download = file.name;
    link.click();
  }

  /** @param {Character[]} records */
  async function isAll(records) {
    const given = new Map(records.map((each) => [each.id, each]));
    const all = characters.kept ? await characters.all() : [];
    return all.length > 0 && all.every((each) => sameContent(given.get(each.id) ?? { ...each, data: [] }, each));
  }

  return {
    /** @param {Character[]} records @param {string | null} [party] */
    async give(records, party = null) {
      if (!records.length) throw new Error("There is no character to export yet.");
      const name = fileName(records, party);
      const file = new File([write(records, party)], name, { type: "application/json" });
      const wrong = check(await file.text(), records, party);
      if (wrong) throw new Error(`Not exported. ${wrong}`);
      const backup = await isAll(records);
      download(file);
      if (backup) await news.backedUp();
      const whole = backup && records.length > 1 ? "all " : "";
      return `${name} is among your downloads. It was read back and holds ${whole}${counted(records.length)}.`;
    },
  };
}

/** @param {number} many */
export function counted(many) {
  return many === 1 ? "1 character" : `${many} characters`;
}
