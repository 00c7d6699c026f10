// sheet/own-import.js: imports the own rows of a file of characters, after showing what the import would do.
//
// Contract. `createOwnImport(place, blank, handlers)` draws a row of the template `blank` for each game that has own rows in
// the file: what would be added and replaced, and which rows do not fit and are left out. `chosen()` gives the ticked games.
// `bring()` stores their rows and returns a sentence about it; `takeBack()` undoes the import. Without Python, rows are
// stored unchecked: every page checks what it reads.

import { createOwnRowsStore, preview } from "../storage/own-rows.js";

/** @typedef {import("../shared/link.js").Pairs} Pairs */
/** @typedef {{system: string, line: string, doubt: string, useful: boolean, pairs: Pairs, before: Pairs}} Offer */

/** @param {HTMLElement} place @param {HTMLTemplateElement} blank @param {{games: Record<string, string>, ask: (request: object) => Promise<any>}} handlers */
export function createOwnImport(place, blank, { games, ask }) {
  let offers = /** @type {Offer[]} */ ([]);
  let done = /** @type {Offer[]} */ ([]);

  /** @param {import("./file.js").OwnRows} rows @returns {Promise<Offer>} */
  async function offer({ system, schema, data }) {
    const reply = await ask({ kind: "own", system, schema, pairs: data }).catch(() => null);
    const kept = createOwnRowsStore(system).read();
    const { changes, pairs } = preview(kept.pairs, reply ? (reply.pairs ?? []) : data);
    const problems = reply?.problems.map((/** @type {{text: string}} */ { text }) => text) ?? [];
    const lines = changes.map(({ line }) => line).join(" ") || "There is nothing to bring in.";
    return {
      system,
      line: `Your own rows: ${lines}`,
      doubt: [kept.trouble, problems.length ? `Left out: ${problems.join(" ")}` : ""].filter(Boolean).join(" "),
      useful: kept.open && changes.some(({ what }) => what !== "unchanged"),
      pairs,
      before: kept.pairs,
    };
  }

  /** @param {Offer} one @param {number} at */
  function row({ system, line, doubt, useful }, at) {
    const copy = /** @type {DocumentFragment} */ (blank.content.cloneNode(true));
    const part = (/** @type {string} */ hook) =>
      /** @type {HTMLElement} */ (copy.querySelector(`[data-import-${hook}]`));
    const box = /** @type {HTMLInputElement} */ (copy.querySelector("input"));
    box.dataset.at = String(at);
    box.checked = useful;
    box.disabled = !useful;
    part("line").textContent = line;
    part("game").textContent = games[system] ?? system;
    part("doubt").textContent = doubt;
    part("doubt").hidden = !doubt;
    return copy;
  }

  const chosen = () =>
    [.../** @type {NodeListOf<HTMLInputElement>} */ (place.querySelectorAll("input:checked"))].map(
      ({ dataset }) => offers[Number(dataset.at)],
    );

  return {
    chosen,
    useful: () => offers.some(({ useful }) => useful),
    /** @param {import("./file.js").OwnRows[]} own */
    async show(own) {
      offers = await Promise.all(own.map(offer));
      place.replaceChildren(...offers.map(row));
    },
    /** @returns {string}  what was done */
    bring() {
      done = chosen();
      const failed = done.map(({ system, pairs }) => createOwnRowsStore(system).write(pairs)).find(Boolean);
      if (failed) return failed;
      return done.length ? `Own rows brought in: ${done.map(({ system }) => games[system]).join(", ")}.` : "";
    },
    /** What was changed since stays. */
    takeBack() {
      for (const { system, pairs, before } of done) {
        const store = createOwnRowsStore(system);
        if (JSON.stringify(store.read().pairs) === JSON.stringify(pairs)) store.write(before);
      }
      done = [];
    },
  };
}
