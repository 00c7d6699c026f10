// sheet/own-import.js: imports the own rows and the targets of a file of characters, after showing what that would do.
//
// Contract. `createOwnImport(place, blank, handlers)` draws a row of the template `blank` for each game that has own rows in
// the file, and for each that has targets: what would be added and replaced, and what does not fit and is left out.
// `chosen()` gives the ticked rows, `label()` names what they are. `bring()` stores them and returns a sentence that names
// the games whose rows were stored, and those whose rows were not; `takeBack()` undoes the import. Without Python, rows are
// stored unchecked: every page checks what it reads.

import { createOwnRowsStore, preview } from "../storage/own-rows.js";
import { createTargetsStore, entriesOf, merged, pairsOf, SCHEMA } from "../storage/targets.js";

/** @typedef {import("../shared/link.js").Pairs} Pairs */
/** @typedef {{system: string, line: string, doubt: string, useful: boolean, pairs: Pairs, before: Pairs, areTargets?: boolean}} Offer */

const NEWER = "They are from a newer Tableside.";

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

  /** Targets are added to those that are here. @param {import("./file.js").OwnRows} rows @returns {Offer} */
  function offerTargets({ system, schema, data }) {
    const kept = createTargetsStore(system).read();
    const here = entriesOf(kept.pairs);
    const all = schema > SCHEMA ? here : merged(here, entriesOf(data));
    const names = all.slice(here.length).map(({ name }) => name);
    return {
      system,
      line: `Your targets: ${names.length ? `${names.join(", ")} will be added.` : "There is nothing to bring in."}`,
      doubt: [kept.trouble, schema > SCHEMA ? NEWER : ""].filter(Boolean).join(" "),
      useful: kept.open && names.length > 0,
      pairs: pairsOf(all),
      before: kept.pairs,
      areTargets: true,
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
    label() {
      const kinds = [chosen().some((one) => !one.areTargets), chosen().some((one) => one.areTargets)];
      return [kinds[0] ? "own rows" : "", kinds[1] ? "targets" : ""].filter(Boolean).join(" and ");
    },
    /** @param {import("./file.js").OwnRows[]} own @param {import("./file.js").OwnRows[]} targets */
    async show(own, targets) {
      offers = [...(await Promise.all(own.map(offer))), ...targets.map(offerTargets)];
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
      for (const { system, pairs, before, areTargets } of done) {
        const store = storeOf({ system, areTargets });
        if (JSON.stringify(store.read().pairs) === JSON.stringify(pairs)) store.write(before);
      }
      done = [];
    },
  };
}

/** @param {{system: string, areTargets?: boolean}} rows */
function storeOf({ system, areTargets }) {
  return areTargets ? createTargetsStore(system) : createOwnRowsStore(system);
}

/**
 * Stores the rows of each game, also after one that fails.
 * @template {{system: string, pairs: Pairs, areTargets?: boolean}} T
 * @param {T[]} offers @param {Record<string, string>} games  names by id
 * @returns {{stored: T[], text: string}}  `text`: a sentence on what was stored, and one for each game that failed
 */
export function storeRows(offers, games) {
  const stored = /** @type {T[]} */ ([]);
  const failed = /** @type {string[]} */ ([]);
  for (const one of offers) {
    const why = storeOf(one).write(one.pairs);
    if (why) failed.push(`Not brought in: ${one.areTargets ? "targets" : "own rows"} of ${games[one.system]}. ${why}`);
    else stored.push(one);
  }
  /** @param {string} what @param {T[]} some */
  const done = (what, some) =>
    some.length ? [`${what} brought in: ${some.map(({ system }) => games[system]).join(", ")}.`] : [];
  const lines = [
    ...done(
      "Own rows",
      stored.filter(({ areTargets }) => !areTargets),
    ),
    ...done(
      "Targets",
      stored.filter(({ areTargets }) => areTargets),
    ),
  ];
  return { stored, text: [...lines, ...failed].join(" ") };
}
