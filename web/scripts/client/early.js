// early.js: starts Python's worker before the page's own scripts have loaded.
//
// Contract. A classic script without imports, the first one in the head of a calculator's page or a page of characters. It
// starts the worker at once when this device has the files: in the offline copy, or in the browser's cache, as this script's
// own download shows. Otherwise it waits for the first frame, so that Python delays nothing that is to be read. The worker's
// address, its name (by the rules of workers.js) and the connection lie in `startedEarly` until workers.js takes them. When
// workers.js has set `startedEarly` before, this script starts nothing.

{
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
  const [own] = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByName(src, "resource"));
  if (hasOfflineCopy() || own?.transferSize === 0) start();
  else requestAnimationFrame(start);
}
