// fights.js: the fights on this device: stored, listed and changed, with every loss prevented or reported.
//
// Contract. `openFights()` always resolves. A fight is a list of events and a cursor, and nothing else: its state is worked
// out from them. What a page may do is in records.js; in addition a fight is renamed. `fightTrouble(record)` checks a record
// that anything may have written, and reports a fault as the end of a sentence without the period; Python checks what the
// events say. A damaged record stays as it is.

import { SCHEMAS } from "../paths.js";
import { FIGHTS_DATABASE } from "../shared/storage-keys.js";
import { isWhole, lettersTrouble, quoted } from "./character-data.js";
import { createStore, openDatabase } from "./database.js";
import { createRecords } from "./records.js";

export { Full, Newer, Unreachable } from "./errors.js";
export { Conflict } from "./records.js";

/** @typedef {Record<string, any>} FightEvent  as `pyrules/engine/fight` reads it */
/** @typedef {{events: FightEvent[], cursor: number}} History  the state is that after the first `cursor` events */
/** @typedef {import("./database.js").StoredRecord<History>} Fight */
/** @typedef {import("./records.js").Entry<Fight>} Entry */
/** @typedef {Pick<Fight, "system" | "id" | "name" | "data">} Draft  what `save` takes; a Fight is one */
/** @typedef {Awaited<ReturnType<typeof openFights>>} Fights */

/** The form of a record; the events of a newer form are not read. */
export const FIGHT_SCHEMA = 1;
export const LONGEST_NAME = 60;
export const MOST_EVENTS = 2_000;
const STORE = "fights";

export async function openFights() {
  /** @type {import("./database.js").Database<Fight>} */
  const database = await openDatabase({ database: FIGHTS_DATABASE, store: STORE, steps: [createStore(STORE)] });
  /** @type {import("./records.js").Kind<Fight, Draft>} */
  const kind = {
    word: "fight",
    channel: FIGHTS_DATABASE,
    newer: ({ system, schema }) => !Object.hasOwn(SCHEMAS, system) || schema > FIGHT_SCHEMA,
    record,
    same: (one, two) => JSON.stringify([one.name, one.data]) === JSON.stringify([two.name, two.data]),
  };
  const { records, tools } = createRecords(database, kind);
  return Object.assign(records, {
    /** @param {string} id @param {string} name @returns {Promise<Fight>} */
    rename: (id, name) =>
      tools.changed(id, (stored) => {
        const updated = new Date().toISOString();
        return { ...stored, name, revision: stored.revision + 1, updated };
      }),
  });
}

/** What is wrong with a stored or imported record; empty if nothing is. @param {any} fight */
export function fightTrouble(fight) {
  if (Object(fight) !== fight || Array.isArray(fight)) return "is no record of a fight";
  const { schema, system, id, name, data } = fight;
  if (typeof system !== "string" || !Object.hasOwn(SCHEMAS, system)) {
    return `is of a game that is not known here, ${quoted(system)}; known are ${Object.keys(SCHEMAS).join(", ")}`;
  }
  if (!isWhole(schema)) return "has a schema that is no whole number from 1 on";
  if (typeof id !== "string" || !/^[\w-]{8,64}$/.test(id)) {
    return "has no proper id: 8 to 64 letters, digits and hyphens";
  }
  return nameTrouble(name) || historyTrouble(data);
}

/** @param {unknown} name */
function nameTrouble(name) {
  if (typeof name !== "string") return "has no name";
  if (name.length > LONGEST_NAME) {
    return `has a name of ${name.length} characters; at most ${LONGEST_NAME} are allowed`;
  }
  const wrong = lettersTrouble(name);
  return wrong && `has a name that holds ${wrong}`;
}

/** @param {any} data */
function historyTrouble(data) {
  const { events, cursor } = data ?? {};
  if (!Array.isArray(events)) return "has no list of events";
  if (events.length > MOST_EVENTS) return `has ${events.length} events; at most ${MOST_EVENTS} are allowed`;
  const at = events.findIndex((event) => Object(event) !== event || typeof event.do !== "string");
  if (at >= 0) return `has an entry (${at + 1}) that is no event`;
  const isPlace = Number.isSafeInteger(cursor) && cursor >= 0 && cursor <= events.length;
  return isPlace ? "" : `has a cursor that is no whole number from 0 to ${events.length}`;
}

/** @param {Draft} draft @param {number} revision @returns {Fight} */
function record({ system, id, name, data: { events, cursor } }, revision) {
  const updated = new Date().toISOString();
  return { schema: FIGHT_SCHEMA, system, id, name, revision, updated, data: { events, cursor } };
}
