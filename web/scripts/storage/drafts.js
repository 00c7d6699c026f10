// drafts.js: changes that were not saved when their page closed, stored until they are committed.
//
// Contract. `storeDraft(change)` stores the unsaved changes of a character in localStorage, which is synchronous, or in
// sessionStorage when localStorage is full. A tab stores one draft of a character. `storedDrafts()` lists the drafts of all
// pages. `removeDraft(change)` removes a draft after its text is committed. `setUnreadableAside()` moves unreadable drafts to
// a key of their own and returns their number. Where storage is refused, nothing is stored and nothing fails.

import { DRAFTS_KEY, unreadableKey } from "../shared/storage-keys.js";

/** @typedef {{draft: import("./characters.js").Draft, from: number, updated?: string, tab?: string}} Left  `from`, `updated`: the revision that was changed, and its time */

const UNREADABLE_KEY = unreadableKey(DRAFTS_KEY);
const TAB = Math.random().toString(36).slice(2);

/** @param {Omit<Left, "tab">} change @returns {Left} */
export function storeDraft(change) {
  const mine = { ...change, tab: TAB };
  for (const area of areas()) {
    const others = entries(area).filter((each) => each?.tab !== TAB || each.draft?.id !== mine.draft.id);
    if (write(area, DRAFTS_KEY, [...others, mine])) break;
  }
  return mine;
}

/** @param {Left} change */
export function removeDraft(change) {
  const text = JSON.stringify(change);
  for (const area of areas()) {
    const held = entries(area);
    const others = held.filter((each) => JSON.stringify(each) !== text);
    if (others.length < held.length) write(area, DRAFTS_KEY, others);
  }
}

/** @returns {Left[]} */
export function storedDrafts() {
  return areas().flatMap((area) => entries(area).filter(isSound));
}

export function setUnreadableAside() {
  let count = 0;
  for (const area of areas()) {
    const held = entries(area);
    const unreadable = held.filter((each) => !isSound(each));
    if (!unreadable.length || !write(area, UNREADABLE_KEY, [...entries(area, UNREADABLE_KEY), ...unreadable])) continue;
    write(area, DRAFTS_KEY, held.filter(isSound));
    count += unreadable.length;
  }
  return count;
}

/** @returns {Storage[]} */
function areas() {
  return [() => localStorage, () => sessionStorage].flatMap((area) => {
    try {
      const found = area();
      found?.getItem(DRAFTS_KEY);
      return found ?? [];
    } catch {
      return []; // storage is refused
    }
  });
}

/** @param {Storage} area @param {string} [key] @returns {any[]} */
function entries(area, key = DRAFTS_KEY) {
  const text = area.getItem(key) ?? "[]";
  try {
    const held = JSON.parse(text);
    return Array.isArray(held) ? held : [held];
  } catch {
    return [text];
  }
}

/** Returns whether the entries could be written. @param {Storage} area @param {string} key @param {any[]} held */
function write(area, key, held) {
  try {
    if (held.length) area.setItem(key, JSON.stringify(held));
    else area.removeItem(key);
    return true;
  } catch {
    return false; // storage is refused or full
  }
}

/** @param {any} left @returns {left is Left} */
function isSound(left) {
  const { id, system, schema, data } = left?.draft ?? {};
  const isText = (/** @type {unknown} */ text) => typeof text === "string";
  const numbers = [schema, left?.from].every((number) => Number.isSafeInteger(number));
  const time = ["string", "undefined"].includes(typeof left?.updated);
  const isPair = (/** @type {unknown} */ pair) => Array.isArray(pair) && pair.length === 2 && pair.every(isText);
  return [id, system].every(isText) && numbers && time && Array.isArray(data) && data.every(isPair);
}
