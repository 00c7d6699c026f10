// The service worker: the whole site, of one version, on the device.
//
// Contract. The build puts VERSION, FILES (path from the root → hash), TYPES (ending → media type) and TOGETHER (the path
// of the one file that holds all pages, as web/builder/site/page_bundle.py tells) before this text.
//   install    brings every file: from a cache of ours that holds it already, also in a folder of another name or, for
//              a page, with another name of that folder in it; else from the network, pages together if they are
//              many. Each is hashed before it is kept, and kept under the type that its name asks for, whatever the
//              server said. If one is missing or wrong, nothing is installed, the old version stays, and all pages are
//              told {unsaved: why}: "room", "connection", "foreign" (the network answers with a page of its own, as
//              before one has signed in to it), "file" or "storage". What has come by then stays for the next try.
//   activate   when no page is left, or when one asks for it: {ask: "take over"}.
//   fetch      what this version has is answered from its cache alone; a file that is missing there is fetched, hashed
//              and kept. A page of an older version goes on with its own files, whose folder is named by its content.
//   message    {ask: "report", app, thorough}, with a port for the answers. First everything missing is fetched; where
//              `thorough`, everything damaged too. Answers {state: "ready", mended, current} (`current`: the page is of
//              this version), or {state: "mending"} and in the end {state: "missing", why}.
//              {ask: "repair", urls}, with a port: checks these files alone and fetches those that are damaged or missing.
//              Answers {repaired: how many} or {why}.
// Older versions are forgotten once every open page has said, on {ask: "app"}, that it is of this one. Caches of other
// apps, and of Tableside under another path of this origin, are never touched.

const SCOPE = new URL(self.registration.scope);
const FAMILY = `tableside ${SCOPE.pathname} `;
const CACHE = FAMILY + VERSION;
/** A few at a time: a page that is opened meanwhile wants connections, too, and a browser has six for a host. */
const AT_ONCE = 3;
/** So many pages one by one weigh as much as all of them together. */
const MANY_PAGES = 30;
/** So much of each SHA-256 is listed (web/builder/assets.py). */
const HASH_BYTES = 18;
const PATIENCE_MS = 2_000;
/** A download from which nothing comes for so long has lost its connection. */
const STALL_MS = 20_000;
/** In the cache of a version that is not complete: the names of the caches that were there before it. */
const UNFINISHED = new URL("assets/unfinished", SCOPE).href;
/** Folders are named by their content: scripts and styles in the first, what Python needs in the others. */
const FOLDER = /assets\/(app|core|game|python)-[0-9a-f]{8}/g;
const APP = Object.keys(FILES).flatMap((path) => path.match(/^assets\/app-[0-9a-f]{8}/) ?? [])[0];

self.addEventListener("install", (event) => event.waitUntil(install()));
// The page that brought us here may use us at once; there is no other version it could have begun with.
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
  event.respondWith(respond(event.request, url));
});

// Keeping

/** A file that the server has not, or has otherwise than this version wants it. */
class Unfit extends Error {}
/** A page that is not ours, in place of a file. */
class Foreign extends Error {}
class Unreachable extends Error {}

async function install() {
  try {
    const before = JSON.stringify(await olderCaches());
    await (await caches.open(CACHE)).put(UNFINISHED, new Response(before));
    await keepAll(Object.keys(FILES));
    // Somebody may have cleared the caches meanwhile.
    if ((await missing()).length) throw new Error("the cache is gone");
    await (await caches.open(CACHE)).delete(UNFINISHED);
  } catch (error) {
    // What has come stays for the next try, unless there is no room for all of it anyway.
    if (reason(error) === "room") await caches.delete(CACHE);
    const pages = await self.clients.matchAll({ includeUncontrolled: true });
    for (const page of pages) page.postMessage({ unsaved: reason(error) });
    throw error;
  }
}

async function keepAll(paths) {
  const cache = await caches.open(CACHE);
  const stores = await Promise.all([CACHE, ...(await olderCaches())].map(openStore));
  /** @type {string[]} */
  const unheld = [];
  await each(paths, async (path) => {
    if (!(await keepHeld(cache, stores, path))) unheld.push(path);
  });
  const together = await openTogether(unheld);
  // What is here already is kept first, and stays if the rest does not come.
  unheld.sort((one, other) => Number(together.has(other)) - Number(together.has(one)));
  await each(unheld, async (path) => {
    const page = together.get(path);
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

async function keepHeld(cache, stores, path) {
  for (const store of stores) {
    const held = await copyFrom(store, path);
    if (!held) continue;
    await cache.put(address(path), fileOf(path, held.body));
    return true;
  }
  return false;
}

/** All pages, by their path, where many are wanted; whatever is wrong with them, each can be had by itself. */
async function openTogether(wanted) {
  const pages = new Map();
  if (wanted.filter((path) => /\.html$/.test(path)).length < MANY_PAGES) return pages;
  try {
    const { ok, bytes } = await load(address(TOGETHER), "default");
    if (ok) for (const [path, page] of retell(await inflated(bytes))) pages.set(path, page);
  } catch {
    // As where there is no connection: the first page asked for will tell.
  }
  return pages;
}

/** The one entry of a zip. */
async function inflated(bytes) {
  const head = new DataView(bytes);
  const start = 30 + head.getUint16(26, true) + head.getUint16(28, true);
  const entry = new Response(new Uint8Array(bytes, start, head.getUint32(18, true)));
  return new Response(entry.body.pipeThrough(new DecompressionStream("deflate-raw"))).arrayBuffer();
}

function* retell(bytes) {
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

/** So many 32-bit numbers of which the lowest bytes come first, then the next. */
function numbers(bytes, at, count) {
  const planes = [0, 1, 2, 3].map((byte) => new Uint8Array(bytes, at + byte * count, count));
  return Int32Array.from({ length: count }, (_, each) =>
    planes.reduce((sum, plane, byte) => sum | (plane[each] << (8 * byte)), 0),
  );
}

/** The file as this version wants it, made of what a cache holds; nothing where that cannot be. */
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
  // Of a folder named by its content any copy will do, if the hash is right; if it is not, one straight from the server.
  for (const cache of [path.startsWith("assets/") ? "force-cache" : "no-cache", "reload"]) {
    const { ok, type, bytes } = await load(address(path), cache);
    if (ok && (await hash(bytes)) === FILES[path]) return fileOf(path, bytes);
    foreign = ok && type.startsWith("text/html") && !new TextDecoder().decode(bytes).includes("Tableside");
  }
  throw foreign ? new Foreign(path) : new Unfit(path);
}

/** A file as it is kept: its type follows from its name, for a server may say another. */
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

/** Whether a kept file has the bytes and the type that this version wants. */
async function isSound(response, path) {
  return response.headers.get("content-type") === typeOf(path) && isIntact(response, path);
}

async function isIntact(response, path) {
  const bytes = await response.arrayBuffer().catch(() => null);
  return bytes !== null && (await hash(bytes)) === FILES[path];
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

/** @type {Promise<void> | null}  files that one question has fetched are not fetched for the next one too */
let mending = null;

async function report({ app, thorough }, say) {
  let gone;
  try {
    gone = await missing(thorough);
    if (gone.length) say({ state: "mending" });
    if (gone.length && mending) {
      await mending.catch(() => {});
      gone = await missing(thorough);
    }
    if (gone.length) await mend(gone);
  } catch (error) {
    return say({ state: "missing", why: reason(error) });
  }
  say({ state: "ready", mended: gone.length, current: isOurs(app) });
  return forgetOlder();
}

function mend(gone) {
  mending = keepAll(gone).finally(() => {
    mending = null;
  });
  return mending;
}

/** What is not in the cache and, where asked thoroughly, what is not as it should be. */
async function missing(thorough = false) {
  const cache = await caches.open(CACHE);
  const held = new Set((await cache.keys()).map(({ url }) => url));
  const gone = Object.keys(FILES).filter((path) => !held.has(address(path)));
  if (!thorough) return gone;
  for (const path of Object.keys(FILES)) {
    const response = await cache.match(address(path));
    if (response && !(await isSound(response, path))) gone.push(path);
  }
  return gone;
}

/** A page that does not start has its own files checked, without a look at all the others. */
async function repair(urls, say) {
  try {
    const cache = await caches.open(CACHE);
    const damaged = [];
    for (const path of urls.map((url) => url.slice(SCOPE.href.length)).filter(isListed)) {
      const response = await cache.match(address(path));
      if (!response || !(await isSound(response, path))) damaged.push(path);
    }
    await keepAll(damaged);
    say({ repaired: damaged.length });
  } catch (error) {
    say({ why: reason(error) });
  }
}

async function forgetOlder() {
  const { installing, waiting } = self.registration;
  // One of them may be that of a newer version on its way.
  if (installing || waiting) return;
  const others = await olderCaches();
  const newer = await Promise.all(others.map(isUnfinishedUpdate));
  const older = others.filter((_, at) => !newer[at]);
  if (!older.length) return;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const apps = await Promise.all(pages.filter(({ url }) => url.startsWith(SCOPE.href)).map(appOf));
  if (apps.every(isOurs)) await Promise.all(older.map((name) => caches.delete(name)));
}

/** What has come of a version after this one, whose installation broke off: it stays for the next try. */
async function isUnfinishedUpdate(name) {
  const before = await (await caches.open(name)).match(UNFINISHED);
  return !!before && (await before.json().catch(() => [])).includes(CACHE);
}

/** The folder of a page's scripts; nothing where the page does not say, as one that is frozen. */
function appOf(page) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(resolve, PATIENCE_MS);
    page.postMessage({ ask: "app" }, [port2]);
  });
}

function isOurs(app) {
  return app === `${APP}/`;
}

async function olderCaches() {
  return (await caches.keys()).filter((name) => name.startsWith(FAMILY) && name !== CACHE);
}

// Answering

async function respond(request, url) {
  const path = url.pathname.slice(SCOPE.pathname.length);
  const file = path === "" || path.endsWith("/") ? `${path}index.html` : path;
  if (isListed(file)) return (await kept(file)) ?? (await mended(file, request));
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

/** @type {Promise<Cache> | null}  opened once, for a page asks for some fifty files */
let opened = null;

/** What the cache holds of a file; nothing, too, where the browser has lost or locked its store. */
async function kept(file) {
  opened ??= caches.open(CACHE);
  const held = await opened.then((cache) => cache.match(address(file))).catch(() => undefined);
  // Somebody may have deleted it, and what is kept from now on is in another of that name.
  if (!held) opened = null;
  return held;
}

/** A file that is missing on this device. What the server has may be newer: good for a whole page, never for a part. */
async function mended(file, request) {
  try {
    return await keepOne(file);
  } catch (trouble) {
    if (request.mode !== "navigate") throw trouble;
    return fetch(request).catch(missingPage);
  }
}

async function keepOne(file) {
  const response = await download(file);
  const copy = response.clone();
  // What cannot be kept can still be shown.
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

function isListed(path) {
  return Object.hasOwn(FILES, path);
}

function address(path) {
  return new URL(path, SCOPE).href;
}
