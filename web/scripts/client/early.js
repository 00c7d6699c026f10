// early.js: starts Python's worker before the page's own scripts have loaded.
//
// Contract. A classic script without static imports, the first one in the head of a calculator's page or a page of
// characters. It starts the worker at once when this device has the files: in the offline copy, or in the browser's cache, as this script's
// own download shows. Otherwise it waits for the first frame, so that Python delays nothing that is to be read; on a slow
// line the browser fetches the largest file meanwhile. The worker's address, its name (by the rules of workers.js) and the
// connection lie in `startedEarly` until workers.js takes them. When workers.js has set `startedEarly` before, this script
// starts nothing.

{
  /** A response that takes longer comes over a slow line. */
  const SLOW_RESPONSE_MS = 100;
  const here = /** @type {any} */ (globalThis);
  const { src } = /** @type {HTMLScriptElement} */ (document.currentScript);
  const address = new URL("../worker/worker.js", src).href;
  const name = () => {
    const firstName = `py-${/\/app-([^/]+)\//.exec(src)?.[1]}`;
    try {
      const kept = localStorage.getItem(`tableside ${new URL("../../../../", src).pathname} worker`);
      return kept?.startsWith(firstName) ? kept : firstName;
    } catch {
      return firstName; // storage is refused
    }
  };
  const start = () => {
    if ("startedEarly" in here) return;
    try {
      const policy = here.trustedTypes?.createPolicy("tableside-early", { createScriptURL: () => address });
      const workerName = name();
      const options = { type: "module", name: workerName, extendedLifetime: true };
      const worker = new SharedWorker(policy?.createScriptURL("") ?? address, /** @type {WorkerOptions} */ (options));
      here.startedEarly = { address, name: workerName, worker };
      // workers.js then connects by itself and handles the failure.
      worker.onerror = () => (here.startedEarly = null);
    } catch {
      // This browser has no shared workers, or refuses them to this page: workers.js handles that.
    }
  };
  const hasOfflineCopy = () => {
    try {
      return !!navigator.serviceWorker?.controller;
    } catch {
      return false; // a sandboxed frame may not read `serviceWorker`
    }
  };
  const isSlow = () => {
    const [page] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
    return page && page.responseStart - page.requestStart > SLOW_RESPONSE_MS;
  };
  // The worker's own request waits for this one and is answered by the browser's cache. A browser without prefetch links
  // would load the file twice.
  const prefetch = async () => {
    const link = document.createElement("link");
    if (!link.relList.supports("prefetch")) return;
    const { PYTHON } = await import("../paths.js");
    link.rel = "prefetch";
    link.href = new URL(`${PYTHON}pyodide.asm.wasm`, address).href;
    document.head.append(link);
  };
  const [own] = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByName(src, "resource"));
  if (hasOfflineCopy() || own?.transferSize === 0) start();
  else {
    if (isSlow()) prefetch().catch(() => {}); // the worker fetches the file itself
    requestAnimationFrame(start);
  }
}
