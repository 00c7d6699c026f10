// rescue.js: a change that a page was left with before it could be saved.
//
// Contract. `leave(changes)` keeps unsaved changes in localStorage, which takes no time, as a page is left; `take()` gives
// what was left and forgets it, and `forget(change)` one that was saved after all: the page was only put aside. The key is named after the app and the path it is served under. Where storage is refused,
// nothing is kept and nothing fails.

/** @typedef {{draft: import("./characters.js").Draft, from: number, updated?: string}} Left  `from`, `updated`: the revision that was changed, and its time */

const KEY = `tableside.${new URL("../../../", import.meta.url).pathname}.unsaved`;

/** @param {Left} change */
export function leave(change) {
  const others = read().filter(({ draft }) => draft.id !== change.draft.id);
  try {
    localStorage.setItem(KEY, JSON.stringify([...others, change]));
  } catch {
    // Refused or full: then it was not saved, as the page has said.
  }
}

/** @param {Left} change */
export function forget(change) {
  const held = read();
  const others = held.filter((each) => JSON.stringify(each) !== JSON.stringify(change));
  if (others.length === held.length) return;
  try {
    localStorage.setItem(KEY, JSON.stringify(others));
  } catch {
    // Then it is offered as a copy.
  }
}

/** @returns {Left[]} */
export function take() {
  const left = read();
  try {
    localStorage.removeItem(KEY);
  } catch {
    return [];
  }
  return left;
}

/** @returns {Left[]} */
function read() {
  try {
    const held = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(held) ? held.filter(isSound) : [];
  } catch {
    return [];
  }
}

/** @param {any} left */
function isSound(left) {
  const { id, system, schema, data } = left?.draft ?? {};
  const names = [id, system].every((text) => typeof text === "string");
  const numbers = [schema, left?.from].every((number) => Number.isSafeInteger(number));
  const time = ["string", "undefined"].includes(typeof left?.updated);
  return (
    names && numbers && time && Array.isArray(data) && data.every((pair) => Array.isArray(pair) && pair.length === 2)
  );
}
