// sheet/elsewhere.js: offers the characters that Tableside stores under another path of this site.
//
// Contract. `offerElsewhere(view, handlers)` shows `[data-elsewhere]` if there are such characters, until the reader has looked at
// them or declined once. `show(records, path)` shows what an import of them would do; `done()` is called after either.

import { part } from "../shared/parts.js";
import { otherDatabases } from "../storage/other-databases.js";
import { readSetting, writeSetting } from "../storage/settings.js";
import { counted } from "./export.js";
import { parts } from "./file.js";

/**
 * @typedef {object} Handlers
 * @property {Pick<import("../storage/characters.js").Characters, "kept" | "readonly">} characters
 * @property {(records: import("../storage/database.js").Character[], path: string) => Promise<void>} show
 * @property {() => void} done
 */

/** @param {HTMLElement} view @param {Handlers} handlers */
export async function offerElsewhere(view, { characters, show, done }) {
  const others = characters.kept && !characters.readonly ? await otherDatabases() : [];
  const other = others.find(({ path }) => readSetting(`offered ${path}`) === null);
  part(view, "elsewhere").hidden = !other;
  if (!other) return;
  const sound = parts(other.records).files.flat();
  part(view, "elsewhere-words").textContent =
    `Tableside at ${other.path}, on this same site, has ${counted(other.records.length)} on this device.`;
  part(view, "elsewhere-look").onclick = async () => {
    await show(sound, other.path);
    settle();
  };
  part(view, "elsewhere-leave").onclick = settle;

  function settle() {
    writeSetting(`offered ${other?.path}`, "yes");
    part(view, "elsewhere").hidden = true;
    done();
  }
}
