// sheet/own-import.js: imports the own rows of a file of characters, after showing what the import would do.
//
// Contract. `createOwnImport(place, blank, handlers)` draws a row of the template `blank` for each game that has own rows in
// the file: what would be added and replaced, and which rows do not fit and are left out. `chosen()` gives the ticked games.
// `bring()` stores their rows and returns a sentence that names the games whose rows were stored, and those whose rows
// were not; `takeBack()` undoes the import. Without Python, rows are stored unchecked: every page checks what it reads.

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
      const { stored, text } = storeRows(chosen(), games);
      done = stored;
      return text;
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

/**
 * Stores the rows of each game, also after one that fails.
 * @template {{system: string, pairs: Pairs}} T
 * @param {T[]} offers @param {Record<string, string>} games  names by id
 * @returns {{stored: T[], text: string}}  `text`: a sentence on what was stored, and one for each game that failed
 */
export function storeRows(offers, games) {
  const stored = /** @type {T[]} */ ([]);
  const failed = /** @type {string[]} */ ([]);
  for (const one of offers) {
    const why = createOwnRowsStore(one.system).write(one.pairs);
    if (why) failed.push(`Not brought in: own rows of ${games[one.system]}. ${why}`);
    else stored.push(one);
  }
  const names = stored.map(({ system }) => games[system]).join(", ");
  return { stored, text: [...(names ? [`Own rows brought in: ${names}.`] : []), ...failed].join(" ") };
}
