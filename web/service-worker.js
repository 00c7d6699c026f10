// The service worker: the whole site, of one version, on the device.
//
// Contract. The build puts VERSION and FILES (path from the root → integrity) before this text. Installing fetches every
// file and checks its hash; if one is missing or wrong, nothing is installed and the old version stays. Files that the
// old version already holds are taken from it. Pages are then answered from the cache alone. Caches of other apps, and of
// Tableside under another path of this origin, are never touched.

const SCOPE = new URL(self.registration.scope);
const FAMILY = `tableside ${SCOPE.pathname} `;
const CACHE = FAMILY + VERSION;
const HASH = "x-tableside-hash";

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => {
  if (event.data?.ask === "complete") event.waitUntil(complete().then((yes) => event.source?.postMessage({ complete: yes })));
});
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== SCOPE.origin || !url.pathname.startsWith(SCOPE.pathname)) return;
  event.respondWith(respond(event.request, url));
});

async function install() {
  const cache = await caches.open(CACHE);
  const old = await Promise.all((await ownCaches()).map((name) => caches.open(name)));
  const waiting = Object.entries(FILES);
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await keep(cache, old, ...next);
  };
  // A few at a time: a phone's connection is not helped by sixty at once.
  await Promise.all(Array.from({ length: 6 }, worker));
}

async function keep(cache, old, path, integrity) {
  const url = new URL(path, SCOPE).href;
  for (const store of old) {
    const held = await store.match(url);
    if (held?.headers.get(HASH) === integrity) return cache.put(url, held);
  }
  const response = await fetch(new Request(url, { cache: "no-cache", integrity }));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  const headers = new Headers(response.headers);
  headers.delete("content-encoding");
  headers.set(HASH, integrity);
  return cache.put(url, new Response(await response.blob(), { headers }));
}

async function activate() {
  for (const name of await ownCaches()) if (name !== CACHE) await caches.delete(name);
  // The page that brought us here may use us at once; there is no other version it could have begun with.
  await self.clients.claim();
}

async function ownCaches() {
  return (await caches.keys()).filter((name) => name.startsWith(FAMILY));
}

async function complete() {
  const cache = await caches.open(CACHE);
  const held = await Promise.all(
    Object.entries(FILES).map(async ([path, integrity]) => {
      const response = await cache.match(new URL(path, SCOPE).href);
      return response?.headers.get(HASH) === integrity;
    }),
  );
  return held.every(Boolean);
}

async function respond(request, url) {
  const path = url.pathname.slice(SCOPE.pathname.length);
  const cache = await caches.open(CACHE);
  const find = (name) => cache.match(new URL(name, SCOPE).href);
  if (path === "" || path.endsWith("/")) {
    const page = await find(`${path}index.html`);
    if (page) return page;
  } else if (FILES[path]) {
    const file = await find(path);
    if (file) return file;
  } else if (FILES[`${path}/index.html`]) {
    return Response.redirect(new URL(`${path}/${url.search}`, SCOPE).href, 301);
  }
  try {
    return await fetch(request);
  } catch (offline) {
    if (request.mode !== "navigate") throw offline;
    return Response.redirect(new URL("notfound/", SCOPE).href, 302);
  }
}
