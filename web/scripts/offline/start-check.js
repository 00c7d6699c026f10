// start-check.js: repairs a page whose scripts or styles do not start, or says what is wrong.
//
// Contract. A classic script in the site's root. Its address is the same in every version, so it also runs on a page that
// is older than the files it names. It uses nothing newer than 2017, because it must run in browsers that are too old for
// the rest. page.js sets `<html data-started>`. A page that has loaded without this mark has missing or damaged files. The
// service worker checks and fetches them; without one, the page and its files are fetched past the browser's cache. Then
// the page reloads, twice at most. A message at the top of the page says what could not be repaired, and that a start takes
// long.

{
  const LATE_MS = 8_000;
  const REPAIR_MS = 20_000;
  const ASK_AGAIN_MS = 2_000;
  const MOST_RELOADS = 2;
  const OLD =
    "This browser is too old for the calculators and characters: they need Chrome or Edge 103, Firefox 119, Safari 16.4, or a newer one. The rules and the worked examples can be read.";
  const LATE = "The scripts of this page are still on their way. Until they are here, it shows its example.";
  const BROKEN =
    "This page could not start, so it shows its example. Load it again; if that does not help, reset the app files on the help page.";
  const CONNECTION = "A part of this page could not be fetched: there is no connection.";
  const FOREIGN = "The network answers with a page of its own: sign in to it, then load this page again.";
  /** @type {Record<string, string>} */
  const WHY = { connection: CONNECTION, foreign: FOREIGN };
  const { documentElement } = document;
  const root = new URL(".", /** @type {HTMLScriptElement} */ (document.currentScript).src);
  const KEY = `tableside.${root.pathname}.reloads`;
  const note = document.createElement("p");
  note.setAttribute("role", "alert");
  note.className = "problem start-check";

  /** @param {string} text */
  const say = (text) => {
    note.textContent = text;
    document.body.insertBefore(note, document.body.firstChild);
    delete documentElement.dataset.waits;
  };

  const isTooOld = () => {
    try {
      new DecompressionStream("deflate-raw");
      return !("at" in Array.prototype && "hasOwn" in Object && "ariaExpanded" in Element.prototype);
    } catch (_refused) {
      return true;
    }
  };

  const isStarted = () => "started" in documentElement.dataset;
  const linked = (/** @type {string} */ selector) =>
    /** @type {(HTMLLinkElement & HTMLScriptElement)[]} */ ([...document.querySelectorAll(selector)]);
  const isStyled = () => linked("link[rel=stylesheet]").every(({ sheet }) => sheet);

  /** How often this tab has reloaded this page; the maximum where storage is refused. @param {number} [count] */
  const reloads = (count) => {
    try {
      if (count !== undefined) sessionStorage.setItem(KEY, `${location.pathname} ${count}`);
      const [path, times] = (sessionStorage.getItem(KEY) || "").split(" ");
      return path === location.pathname ? Number(times) : 0;
    } catch (_refused) {
      return MOST_RELOADS;
    }
  };

  const controller = () => {
    try {
      return navigator.serviceWorker.controller;
    } catch (_refused) {
      return null;
    }
  };

  const urls = () =>
    linked("link[rel=stylesheet], link[rel=modulepreload], script[src]").map((one) => one.href || one.src);

  /**
   * Resolves with the reason if the repair failed. The browser may stop a service worker before it answers, so the request
   * is repeated.
   *
   * @param {ServiceWorker} worker
   */
  const repair = (worker) =>
    new Promise((/** @type {(why?: string) => void} */ resolve) => {
      const ask = () => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => resolve(WHY[data.why]);
        worker.postMessage({ ask: "repair", urls: urls() }, [port2]);
      };
      ask();
      setInterval(ask, ASK_AGAIN_MS);
      setTimeout(resolve, REPAIR_MS);
    });

  /** Fetches a file past the cache; resolves with the reason if that failed. @param {string} url */
  const fetchPastCache = async (url) => {
    const response = await fetch(url, { cache: "reload" }).catch(() => null);
    if (!response) return CONNECTION;
    const type = response.headers.get("content-type") || "";
    return response.ok && url !== location.href && type.startsWith("text/html") ? FOREIGN : undefined;
  };

  const recover = async () => {
    const count = reloads();
    if (count >= MOST_RELOADS) return say(BROKEN);
    reloads(count + 1);
    const worker = controller();
    const reasons = worker
      ? [await repair(worker)]
      : await Promise.all([location.href, ...urls()].map((url) => fetchPastCache(url)));
    const why = reasons.find(Boolean);
    if (why) say(why);
    else location.reload();
  };

  const look = () => {
    if (!isStarted() || !isStyled()) return recover();
    note.remove();
    if (reloads()) reloads(0);
  };

  if (isTooOld()) {
    if (document.readyState !== "loading") say(OLD);
    else document.addEventListener("DOMContentLoaded", () => say(OLD));
  } else {
    setTimeout(() => {
      if (!isStarted()) say(LATE);
    }, LATE_MS);
    if (document.readyState === "complete") look();
    else window.addEventListener("load", look);
  }
}
