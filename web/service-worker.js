// service-worker.js: keeps one complete version of the site on the device, and answers pages from it.
//
// Contract. The build writes VERSION, FILES (path from the root → hash), TYPES (ending → media type) and PAGE_BUNDLE (the
// path of the file with all pages, see web/builder/site/page_bundle.py; empty if there is none) before this text. LATER lists
// further files like FILES: those that only the Console needs.
//   install    stores every file. A file may come from an older cache of ours, also from a folder with another hash; a
//              page also with another hash in its links. Other files come from the network, many pages as one bundle.
//              Each file is hashed first, and stored with the media type of its name, whatever the server said. If a
//              file is missing or wrong, nothing is installed, the old version stays, and every page gets
//              {unsaved: why}: "room", "connection", "foreign" (the network answers with its own page, such as a
//              sign-in page), "file" or "storage". Files that have arrived stay for the next attempt.
//              Files of LATER are stored too if an older cache has any of them; the version is complete without them.
//              Where the browser can (static routing), it then answers for the files of this version's folders from their
//              cache itself, without starting this script. A file that is missing there comes from the network, until the
//              next report repairs the cache.
//   activate   when no page is open, or when a page sends {ask: "take over"}.
//   fetch      files of this version come from its cache only. A file that is missing there is fetched, hashed and
//              stored; so is a file of LATER when a page first asks for it. A page of an older version gets its own files, whose folders are named by their content.
//   message    {ask: "report", app, thorough}, with a port for the answers: fetches missing files and, if `thorough`,
//              damaged ones. Answers {state: "ready", mended, current} (`current`: the page is of this version), or
//              {state: "mending"} and finally {state: "missing", why}.
//              {ask: "repair", urls}, with a port: checks only these files and fetches the damaged and missing ones.
//              Answers {repaired: number of files} or {why}.
// Older versions are deleted when every open page has answered {ask: "app"} with the folder of this version. Caches of
// other apps, and of Tableside under another path of this origin, are never changed.

const SCOPE = new URL(self.registration.scope);
const FAMILY = `tableside ${SCOPE.pathname} `;
const CACHE = FAMILY + VERSION;
/** Downloads at a time. A browser has six connections to a host, and a page that opens meanwhile needs some. */
const AT_ONCE = 3;
/** This many single pages are as large as the page bundle. */
const MANY_PAGES = 30;
/** FILES lists this many bytes of each SHA-256 (web/builder/site/assets.py). */
const HASH_BYTES = 18;
/** A suspended page does not answer; the service worker waits this long. */
const PAGE_ANSWER_MS = 2_000;
/** A download without data for this time has lost its connection. */
const STALL_MS = 20_000;
/** In the cache of an incomplete version: the names of the caches that existed before it. */
const UNFINISHED = new URL("assets/unfinished", SCOPE).href;
/** Folders named by their content: `app` has scripts and styles, the others what Python needs. */
const FOLDER = /assets\/(app|console|core|game|python)-[0-9a-f]{8}/g;
/** The folder of a file, if its name has a hash: its content is the same in every version that names it. */
const ROUTED = /^assets\/[^/]+-[0-9a-f]{8}\//;
const APP = Object.keys(FILES).flatMap((path) => path.match(/^assets\/app-[0-9a-f]{8}/) ?? [])[0];

self.addEventListener("install", (event) => {
  event.waitUntil(install());
  event.waitUntil(routeFiles(event));
});
// The page that installed the first version is of this version, so it may use the service worker at once.
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("message", (event) => {
  const { ask } = event.data ?? {};
  if (ask === "take over") event.waitUntil(self.skipWaiting());
  const say = (/** @type {object} */ answer) => event.ports[0].postMessage(answer);
  if (ask === "report") event.waitUntil(report(event.data, say));
  if (ask === "repair") event.waitUntil(repair(event.data.urls, say));
});
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== SCOPE.origin || !url.pathname.startsWith(SCOPE.pathname)) return;
  event.respondWith(firstAnswer(event.request, url));
});

/** What answers a page's request. `build.py serve` replaces this function (serve.py). */
function firstAnswer(request, url) {
  return respond(request, url);
}

/**
 * Asks the browser to answer from the cache by itself. Folders of older versions stay with the fetch event, because their
 * caches may be several; so do pages, whose addresses stay the same in every version.
 */
async function routeFiles(event) {
  const folders = new Set(Object.keys(FILES).flatMap((path) => path.match(ROUTED) ?? []));
  const rule = (folder) => ({ condition: { urlPattern: `${address(folder)}*` }, source: { cacheName: CACHE } });
  // Without the rules, or in a browser that refuses them, every request comes to the fetch event.
  await event.addRoutes?.([...folders].map(rule)).catch(() => {});
}

// Storing files

/** The server lacks the file, or has another version of it. */
class Unfit extends Error {}
/** The network answered with its own page instead of the file. */
class Foreign extends Error {}
class Unreachable extends Error {}

async function install() {
  try {
    const before = JSON.stringify(await olderCaches());
    await (await caches.open(CACHE)).put(UNFINISHED, new Response(before));
    await storeAll(Object.keys(FILES));
    await storeLater();
    // The user may have cleared the caches meanwhile.
    if ((await missing()).length) throw new Error("the cache is gone");
    await (await caches.open(CACHE)).delete(UNFINISHED);
  } catch (error) {
    // The files so far stay for the next attempt, unless there is no room for all of them.
    if (reason(error) === "room") await caches.delete(CACHE);
    const pages = await self.clients.matchAll({ includeUncontrolled: true });
    for (const page of pages) page.postMessage({ unsaved: reason(error) });
    throw error;
  }
}

/** A reader who has used the Console can use it offline after the update too, unless the connection breaks off now. */
async function storeLater() {
  const older = await Promise.all((await olderCaches()).map(openStore));
  const paths = Object.keys(LATER);
  if (!older.some(({ places }) => paths.some((path) => places.has(anyFolder(address(path)))))) return;
  await storeAll(paths).catch(() => {});
}

async function storeAll(paths) {
  const cache = await caches.open(CACHE);
  const stores = await Promise.all([CACHE, ...(await olderCaches())].map(openStore));
  /** @type {string[]} */
  const absent = [];
  await each(paths, async (path) => {
    if (!(await copyFromCaches(cache, stores, path))) absent.push(path);
  });
  const bundle = await openBundle(absent);
  // Pages of the bundle are stored first, so that they stay if a later download fails.
  absent.sort((one, other) => Number(bundle.has(other)) - Number(bundle.has(one)));
  await each(absent, async (path) => {
    const page = bundle.get(path);
    await cache.put(address(path), page && (await isIntact(page.clone(), path)) ? page : await download(path));
  });
}

async function each(paths, work) {
  const waiting = [...paths];
  const carrier = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) await work(path);
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, carrier));
  } finally {
    waiting.length = 0;
  }
}

async function openStore(name) {
  const cache = await caches.open(name);
  const requests = await cache.keys();
  return { cache, places: new Map(requests.map(({ url }) => [anyFolder(url), url])) };
}

function anyFolder(url) {
  return url.replace(FOLDER, "assets/$1");
}

async function copyFromCaches(cache, stores, path) {
  for (const store of stores) {
    const held = await copyFrom(store, path);
    if (!held) continue;
    await cache.put(address(path), fileOf(path, held.body));
    return true;
  }
  return false;
}

/** The pages of the bundle by their path, if many are wanted. Each can also be downloaded alone. */
async function openBundle(wanted) {
  const pages = new Map();
  if (!PAGE_BUNDLE || wanted.filter((path) => /\.html$/.test(path)).length < MANY_PAGES) return pages;
  try {
    const { ok, bytes } = await load(address(PAGE_BUNDLE), "default");
    if (ok) for (const [path, page] of unbundle(await unpacked(bytes))) pages.set(path, page);
  } catch {
    // Without a connection the download of the first page fails too, and reports the reason.
  }
  return pages;
}

function unpacked(bytes) {
  return new Response(new Response(bytes).body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** The files of the page bundle, each with its path. */
function* unbundle(bytes) {
  const length = new DataView(bytes).getUint32(0, true);
  const { files, moves } = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length)));
  const [own, on, copied] = [0, 1, 2].map((column) => numbers(bytes, 4 + length + column * 4 * moves, moves));
  const rest = new Uint8Array(bytes, 4 + length + 12 * moves);
  const text = new Uint8Array(files.reduce((sum, [, size]) => sum + size, 0));
  let [at, taken, from] = [0, 0, 0];
  for (let move = 0; move < moves; move += 1) {
    text.set(rest.subarray(taken, taken + own[move]), at);
    at += own[move];
    taken += own[move];
    from += on[move];
    text.copyWithin(at, from, from + copied[move]);
    at += copied[move];
    from += copied[move];
  }
  at = 0;
  for (const [path, size] of files) {
    yield [path, fileOf(path, text.slice(at, at + size))];
    at += size;
  }
}

/** 32-bit numbers that are stored as all lowest bytes, then all second bytes, and so on. */
function numbers(bytes, at, count) {
  const planes = [0, 1, 2, 3].map((byte) => new Uint8Array(bytes, at + byte * count, count));
  return Int32Array.from({ length: count }, (_, each) =>
    planes.reduce((sum, plane, byte) => sum | (plane[each] << (8 * byte)), 0),
  );
}

/** The file of this version from a cache, if the cached content allows it. */
async function copyFrom({ cache, places }, path) {
  const url = address(path);
  const held = await cache.match(places.get(anyFolder(url)) ?? url);
  if (!held || (await isIntact(held.clone(), path))) return held;
  if (!/\.(html|webmanifest)$/.test(path)) return undefined;
  const text = (await held.text().catch(() => "")).replace(FOLDER, (folder, kind) => (kind === "app" ? APP : folder));
  const renamed = fileOf(path, text);
  return (await isIntact(renamed.clone(), path)) ? renamed : undefined;
}

async function download(path) {
  let foreign = false;
  // The browser's cache may answer for a folder named by its content. With a wrong hash, the server is asked directly.
  for (const cache of [path.startsWith("assets/") ? "force-cache" : "no-cache", "reload"]) {
    const { ok, type, bytes } = await load(address(path), cache);
    if (ok && (await hash(bytes)) === hashOf(path)) return fileOf(path, bytes);
    foreign = ok && type.startsWith("text/html") && !new TextDecoder().decode(bytes).includes("Tableside");
  }
  throw foreign ? new Foreign(path) : new Unfit(path);
}

/** A response with the media type of the file's name, because a server may send another. */
function fileOf(path, body) {
  return new Response(body, { headers: { "content-type": typeOf(path) } });
}

function typeOf(path) {
  return TYPES[path.split(".").pop()] ?? "application/octet-stream";
}

async function load(url, cache) {
  const stalled = new AbortController();
  let timer = 0;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => stalled.abort(), STALL_MS);
  };
  try {
    wait();
    const response = await fetch(url, { cache, signal: stalled.signal });
    const type = response.headers.get("content-type") ?? "";
    const parts = [];
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      parts.push(part.value);
      wait();
    }
    return { ok: response.ok, type, bytes: await new Blob(parts).arrayBuffer() };
  } catch {
    throw new Unreachable(url);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether a stored file has the bytes and the type of this version. */
async function isSound(response, path) {
  return response.headers.get("content-type") === typeOf(path) && isIntact(response, path);
}

async function isIntact(response, path) {
  const bytes = await response.arrayBuffer().catch(() => null);
  return bytes !== null && (await hash(bytes)) === hashOf(path);
}

async function hash(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes), 0, HASH_BYTES);
  return btoa(String.fromCharCode(...digest));
}

function reason(error) {
  if (error instanceof Unfit) return "file";
  if (error instanceof Foreign) return "foreign";
  if (error instanceof Unreachable) return "connection";
  return error.name === "QuotaExceededError" ? "room" : "storage";
}

// Reporting

/** @type {Promise<void> | null}  the running repair; a second report waits for it and does not fetch the same files */
let repairing = null;

async function report({ app, thorough }, say) {
  let absent;
  try {
    absent = await missing(thorough);
    if (absent.length) say({ state: "mending" });
    if (absent.length && repairing) {
      await repairing.catch(() => {});
      absent = await missing(thorough);
    }
    if (absent.length) await storeAbsent(absent);
  } catch (error) {
    return say({ state: "missing", why: reason(error) });
  }
  say({ state: "ready", mended: absent.length, current: isOurs(app) });
  return deleteOlder();
}

/** Stores absent files, as the running repair. */
function storeAbsent(absent) {
  repairing = storeAll(absent).finally(() => {
    repairing = null;
  });
  return repairing;
}

/** The paths of files that are not in the cache and, if `thorough`, of damaged ones. */
async function missing(thorough = false) {
  const cache = await caches.open(CACHE);
  const held = new Set((await cache.keys()).map(({ url }) => url));
  const absent = Object.keys(FILES).filter((path) => !held.has(address(path)));
  if (!thorough) return absent;
  for (const path of Object.keys(FILES)) {
    const response = await cache.match(address(path));
    if (response && !(await isSound(response, path))) absent.push(path);
  }
  await deleteDamaged(cache);
  return absent;
}

/** A damaged file of LATER is fetched again when a page asks for it. */
async function deleteDamaged(cache) {
  for (const path of Object.keys(LATER)) {
    const response = await cache.match(address(path));
    if (response && !(await isSound(response, path))) await cache.delete(address(path));
  }
}

/** Repairs the files of a page that does not start, without checking all others. */
async function repair(urls, say) {
  try {
    const cache = await caches.open(CACHE);
    const damaged = [];
    for (const path of urls.map((url) => url.slice(SCOPE.href.length)).filter(isListed)) {
      const response = await cache.match(address(path));
      if (!response || !(await isSound(response, path))) damaged.push(path);
    }
    await storeAll(damaged);
    say({ repaired: damaged.length });
  } catch (error) {
    say({ why: reason(error) });
  }
}

/** @param {number} [tries]  how often pages that do not answer are asked again: the page before a reload may still be there */
async function deleteOlder(tries = 2) {
  const { installing, waiting } = self.registration;
  // An older-looking cache may belong to a newer version that is being installed.
  if (installing || waiting) return;
  const others = await olderCaches();
  const newer = await Promise.all(others.map(isUnfinishedUpdate));
  const older = others.filter((_, at) => !newer[at]);
  if (!older.length) return;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const apps = await Promise.all(pages.filter(({ url }) => url.startsWith(SCOPE.href)).map(appOf));
  if (apps.every(isOurs)) await Promise.all(older.map((name) => caches.delete(name)));
  else if (tries && apps.every((app) => app === undefined || isOurs(app))) await deleteOlder(tries - 1);
}

/** Whether a cache holds part of a newer version whose installation failed: it stays for the next attempt. */
async function isUnfinishedUpdate(name) {
  const before = await (await caches.open(name)).match(UNFINISHED);
  return !!before && (await before.json().catch(() => [])).includes(CACHE);
}

/** The folder of a page's scripts; undefined if the page does not answer, for example because it is suspended. */
function appOf(page) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(resolve, PAGE_ANSWER_MS);
    page.postMessage({ ask: "app" }, [port2]);
  });
}

function isOurs(app) {
  return app === `${APP}/`;
}

async function olderCaches() {
  return (await caches.keys()).filter((name) => name.startsWith(FAMILY) && name !== CACHE);
}

// Answering requests

async function respond(request, url) {
  const path = url.pathname.slice(SCOPE.pathname.length);
  const file = path === "" || path.endsWith("/") ? `${path}index.html` : path;
  if (isListed(file) || Object.hasOwn(LATER, file)) return (await stored(file)) ?? (await fetched(file, request));
  if (isListed(`${path}/index.html`)) return Response.redirect(new URL(`${path}/${url.search}`, SCOPE).href, 301);
  if (path.startsWith("assets/")) {
    for (const name of await olderCaches()) {
      const held = await (await caches.open(name)).match(address(path));
      if (held) return held;
    }
  }
  try {
    return await fetch(request);
  } catch (offline) {
    if (request.mode !== "navigate") throw offline;
    return Response.redirect(address("notfound/"), 302);
  }
}

/** @type {Promise<Cache> | null}  opened once, because a page requests about fifty files */
let opened = null;

/** A file from the cache; undefined also when the browser has lost or locked its storage. */
async function stored(file) {
  opened ??= caches.open(CACHE);
  const held = await opened.then((cache) => cache.match(address(file))).catch(() => undefined);
  // The cache may have been deleted; a new one then has the same name.
  if (!held) opened = null;
  return held;
}

/** Downloads a file that is missing on this device. A newer file of the server may replace a page, but no part of one. */
async function fetched(file, request) {
  try {
    return await downloadAndStore(file);
  } catch (trouble) {
    if (request.mode !== "navigate") throw trouble;
    return fetch(request).catch(missingPage);
  }
}

async function downloadAndStore(file) {
  const response = await download(file);
  const copy = response.clone();
  // A file that cannot be stored can still be shown.
  await caches
    .open(CACHE)
    .then((cache) => cache.put(address(file), copy))
    .catch(() => {});
  return response;
}

function missingPage() {
  const text = "This page is missing on this device; connect once to repair";
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${text}</title><h1>${text}</h1><p><a href="${SCOPE.pathname}">Tableside</a></p></html>`;
  const headers = { "content-type": "text/html; charset=utf-8", "content-security-policy": "default-src 'none'" };
  return new Response(page, { status: 503, headers });
}

function hashOf(path) {
  return FILES[path] ?? LATER[path];
}

function isListed(path) {
  return Object.hasOwn(FILES, path);
}

function address(path) {
  return new URL(path, SCOPE).href;
}
