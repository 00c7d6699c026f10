// targets-request.js: what Python is asked about targets side by side, and what a link keeps of the reply.
//
// Contract. `createTargetsRequest(session, game)` opens the characters of this device. `rows(entries, mode, target)` gives
// the part of the request "targets": the page's own row first, and the character whose values the form has, if any.
// `fixed(entry, rows, reply)` gives an entry of a link with all values that it now has. `inLink(entry, rows, reply)` gives
// an entry for a link: a character becomes the values that differ from the form, and its id stays on this device. An action
// takes along the target of the page, if that is what it meets.

import { activeCharacter, NUMBERS } from "../storage/active-character.js";
import { openCharacters } from "../storage/characters.js";
import { openFillSources } from "./fill-sources.js";

/** @typedef {import("../storage/targets.js").Entry} Entry */
/** @typedef {import("../shared/link.js").Pairs} Pairs */
/** @typedef {{calculator: string, ok: boolean, set: Pairs, differs: Pairs}} Row */

const PAGE = "This page";

/** @param {import("./session.js").Session} session @param {string} game */
export async function createTargetsRequest(session, game) {
  const characters = await openCharacters();
  const sources = await openFillSources(game, session.askAside);
  const title = document.querySelector("h1")?.textContent ?? "";

  /** The pairs of a character in the newest schema; null if it is not here. @param {string} id */
  const dataOf = async (id) => (await sources.held(id).catch(() => null))?.data ?? null;

  /** @param {Entry} entry @returns {Promise<object | null>} */
  async function target({ foe, weapon, id, quick, values }) {
    if (foe !== undefined) return { foe, weapon: weapon ?? "" };
    if (quick) return { quick };
    if (values) return { values };
    const sheet = await dataOf(id ?? "");
    return sheet && { sheet };
  }

  /** The character whose values the form has, as the line above the form says. */
  async function actor() {
    const { chosen } = document.documentElement.dataset;
    const choice = chosen && chosen !== "link" ? activeCharacter(game) : null;
    const sheet = choice && (await dataOf(choice.id));
    if (!sheet) return null;
    const present = choice.target === NUMBERS ? null : choice.target && (await dataOf(choice.target));
    const numbers = choice.target === NUMBERS && choice.numbers ? { pairs: choice.numbers } : null;
    return {
      sheet,
      weapon: choice.weapon,
      without: choice.at?.[location.pathname]?.without ?? [],
      target: present ? { sheet: present } : numbers,
    };
  }

  return {
    characters,

    /** The entries without characters that are not on this device any more, and the names of these. @param {Entry[]} entries */
    async present(entries) {
      const data = await Promise.all(entries.map(({ id }) => (id === undefined ? true : dataOf(id))));
      return {
        here: entries.filter((_, at) => data[at]),
        gone: entries.filter((_, at) => !data[at]).map(({ name }) => name),
      };
    },

    /** @param {Entry[]} entries @param {Entry["kind"]} mode @param {Entry | "" | null} one  the target of all actions; "": that in the form @param {string} [called]  the name of the page's own action */
    async rows(entries, mode, one, called = title) {
      const ofAll = one === "" ? { page: true } : one && (await target(one));
      const against = mode === "do" ? ofAll : null;
      const rows = await Promise.all(
        entries.map(async (entry) => {
          const { name, kind, of, inputs } = entry;
          if (kind === "do") return { name, target: against, calculator: `${game}.${of}`, pairs: inputs };
          return { name, target: await target(entry) };
        }),
      );
      const page = { name: mode === "do" ? called : PAGE, target: against };
      return { rows: [page, ...rows], actor: await actor() };
    },

    /** @param {Entry} entry @param {Entry[]} rows @param {Row[]} reply @returns {Entry} */
    fixed(entry, rows, reply) {
      const row = entry.values && reply[rows.indexOf(entry) + 1];
      const isHere = row && rows.includes(entry) && row.ok;
      return isHere ? { ...entry, values: row.set } : entry;
    },

    /** A name for the action of the page: its title and the weapon in hand. */
    actionName() {
      const { chosen = "" } = document.documentElement.dataset;
      const select = /** @type {HTMLSelectElement | null} */ (document.querySelector("[data-pick=weapon]"));
      const weapon = chosen.split(" ").includes("weapon") ? select?.selectedOptions[0]?.textContent : "";
      return [title, weapon].filter(Boolean).join(", ");
    },
  };
}

/** @param {Entry} entry @param {Entry[]} rows @param {Row[]} reply @param {boolean} isOfPage  whether actions meet the target in the form @returns {Entry} */
export function inLink(entry, rows, reply, isOfPage = false) {
  const { id, off, ...rest } = entry;
  const row = reply[rows.indexOf(entry) + 1];
  if (entry.kind === "do" && isOfPage && row?.ok)
    return { ...rest, inputs: withValues(entry.inputs ?? [], row.differs) };
  if (entry.kind === "do" || (id === undefined && !entry.values)) return rest;
  const at = rows.indexOf(entry);
  const about = at < 0 ? reply : reply.slice(at + 1, at + 2);
  const values = new Map();
  for (const { differs } of about.filter(({ ok }) => ok)) {
    const keys = new Set(differs.map(([key]) => key));
    for (const key of keys) {
      const found = differs.filter(([other]) => other === key);
      if (!values.has(key)) values.set(key, found);
    }
  }
  return { ...rest, values: [...values.values()].flat() };
}

/** @param {Pairs} inputs @param {Pairs} values  keys that name calculator and input @returns {Pairs} */
function withValues(inputs, values) {
  const given = values.map(([key, text]) => /** @type {[string, string]} */ ([key.slice(key.indexOf(":") + 1), text]));
  const keys = new Set(given.map(([key]) => key));
  return [...inputs.filter(([key]) => !keys.has(key)), ...given];
}
