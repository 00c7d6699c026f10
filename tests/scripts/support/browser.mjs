// Stands in for the browser: storage, events, locks and channels. Each test gets a fresh one.
//
// `openPage(paths)` imports scripts as a page that was just loaded does: with modules of its own. Several pages in one
// test share the storage, as tabs do. What the browser lacks or refuses is for a test to take away or to replace.

import { afterEach, beforeEach } from "node:test";
import { setImmediate as later } from "node:timers/promises";
import * as idb from "fake-indexeddb";
import { createLocks } from "./locks.mjs";

const { indexedDB: _, default: __, ...classes } = idb;
/** The methods of prototypes that tests replace, as they are by default. */
const METHODS = [idb.IDBFactory, idb.IDBDatabase, idb.IDBObjectStore].map(({ prototype }) => ({
  prototype,
  before: Object.getOwnPropertyDescriptors(prototype),
}));
const NodeChannel = globalThis.BroadcastChannel;
const streams = { CompressionStream, DecompressionStream };
const MOST_SECONDS = 30;
let channels = [];
let pages = 0;

class TrackedChannel extends NodeChannel {
  constructor(name) {
    super(name);
    channels.push(this);
  }
}

/** Replaces globals; a getter may refuse, as a browser does. */
export function define(globals, on = globalThis) {
  for (const [name, value] of Object.entries(globals)) {
    const getter = typeof value === "function" && value.refuses;
    Object.defineProperty(on, name, {
      configurable: true,
      enumerable: true,
      ...(getter ? { get: value } : { value, writable: true }),
    });
  }
}

/** A getter that refuses, as a browser does that forbids storage. */
export function refusal() {
  const refuse = () => {
    throw new DOMException("no", "SecurityError");
  };
  return Object.assign(refuse, { refuses: true });
}

class MemoryStorage {
  #texts = new Map();
  getItem(key) {
    return this.#texts.get(String(key)) ?? null;
  }
  setItem(key, text) {
    this.#texts.set(String(key), String(text));
  }
  removeItem(key) {
    this.#texts.delete(String(key));
  }
  get length() {
    return this.#texts.size;
  }
}

function openBrowser() {
  const window = new EventTarget();
  const document = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const storage = { persist: async () => false, persisted: async () => false };
  define({
    ...classes,
    ...streams,
    indexedDB: new idb.IDBFactory(),
    BroadcastChannel: TrackedChannel,
    navigator: { locks: createLocks(), storage },
    localStorage: new MemoryStorage(),
    sessionStorage: new MemoryStorage(),
    location: new URL("https://tableside.test/help/"),
    window,
    document,
  });
}

function closeBrowser() {
  for (const channel of channels) channel.close();
  channels = [];
  delete globalThis.SharedWorker;
  for (const { prototype, before } of METHODS) Object.defineProperties(prototype, before);
}

beforeEach(openBrowser);
afterEach(closeBrowser);

/** The modules of a page that was just loaded, by their paths in web/scripts. `base`: the path that the site is served under */
export async function openPage(paths, base = "/") {
  pages += 1;
  const folder = `https://tableside.test${base}assets/app-test/scripts/`;
  return Promise.all(paths.map((path) => import(`${folder}${path}.js?page=${pages}`)));
}

/** An event with what its kind brings along. */
export function eventOf(type, more = {}) {
  return Object.assign(new Event(type), more);
}

/** Waits until a condition holds, while promises, storage and channels go on. No mocked timer is advanced. */
export async function until(condition) {
  const end = process.uptime() + MOST_SECONDS;
  while (process.uptime() < end) {
    if (await condition()) return;
    await later();
  }
  throw new Error(`This did not come true in ${MOST_SECONDS} s: ${condition}`);
}

/** Lets everything go on that waits for no timer. */
export async function settle() {
  for (let turns = 0; turns < 20; turns++) await later();
}
