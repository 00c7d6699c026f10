// places.js: the reader's favorites, and the pages that were used last.
//
// Contract. A place is a pair: its address from the site's root, and its title. A calculator or a rule is a favorite at most once,
// whatever the inputs in its address. The newest place is first. What cannot be read is set aside (pairs-store.js); an address
// that does not lead to a page of this site is left out. `recordVisit()` stores the present page without its inputs.

import { root } from "../shared/root.js";
import { FAVORITES_KEY, RECENT_KEY } from "../shared/storage-keys.js";
import { createPairsStore } from "./pairs-store.js";

/** @typedef {[address: string, title: string]} Place */

const KIND = { schema: 1, longest: 4_000, newer: "These are from a newer Tableside and stay untouched." };
const UNREADABLE = "What is stored here cannot be read. It is kept as it is, and not used.";
const REFUSED = "This browser keeps nothing for this site, or has no room.";
const MOST_FAVORITES = 60;
const MOST_RECENT = 12;
/** The page that shows a fight to players. */
const NOT_RECORDED = /\/view\/$/;

export const favorites = createPlaces(FAVORITES_KEY, MOST_FAVORITES);
export const recent = createPlaces(RECENT_KEY, MOST_RECENT);

/** @param {string} key @param {number} most */
function createPlaces(key, most) {
  const store = createPairsStore(key, { ...KIND, most, unreadable: UNREADABLE, refused: REFUSED });
  const list = () => /** @type {Place[]} */ (store.read().pairs.filter(([address]) => isOurs(address)));
  /** @param {string} address */
  const without = (address) => list().filter(([other]) => identity(other) !== identity(address));
  return {
    list,
    /** @param {string} address */
    has: (address) => list().length > without(address).length,
    /** @param {string} address @param {string} title @returns {string}  why it could not be stored; empty after success */
    add: (address, title) => store.write([short(address, title), ...without(address)].slice(0, most)),
    /** @param {string} address @returns {string} */
    remove: (address) => store.write(without(address)),
    watch: store.watch,
  };
}

/** A place that the store can hold: an address that is too long loses its inputs. @param {string} address @param {string} title @returns {Place} */
function short(address, title) {
  return [address.length > KIND.longest ? (address.split("#")[0] ?? "") : address, title.slice(0, KIND.longest)];
}

/** The address of the present page from the site's root. */
export function here() {
  return location.pathname.slice(root.pathname.length);
}

/** The title of the present page, without the names of its game and of the site. */
export function title() {
  return document.title.split(" · ")[0] ?? "";
}

export function recordVisit() {
  const { dataset } = document.documentElement;
  if (!dataset.system || "embed" in dataset || NOT_RECORDED.test(here())) return;
  recent.add(here(), title());
}

/** What a place is about: its page, and the rule in its address. Inputs do not count. @param {string} address */
function identity(address) {
  const [page = "", fragment = ""] = address.split("#");
  return fragment.includes("=") ? page : `${page}#${fragment}`.replace(/#$/, "");
}

/** @param {string} address */
function isOurs(address) {
  return /^[a-z]+\/(?:[\w-]+\/)*(?:#.*)?$/.test(address);
}
