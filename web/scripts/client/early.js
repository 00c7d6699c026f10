// early.js: lets Python start before the page's own scripts are all here.
//
// Contract. A classic script without imports, the first that the head of a calculator's page or a sheet's asks for. What
// is on this device costs no line: then it starts the worker at once, be it in the offline copy or, as this script was, in
// the browser's own cache. Else with the first frame, so that Python is never in the way of what is to be read. The
// worker's address, its name (by the rules of workers.js) and the connection lie in `startedEarly` until workers.js takes
// them; where that has already asked for a worker, this script has come too late and starts none.

{
  const here = /** @type {any} */ (globalThis);
  const { src } = /** @type {HTMLScriptElement} */ (document.currentScript);
  const address = new URL("../worker/worker.js", src).href;
  const name = () => {
    const usual = `py-${/\/app-([^/]+)\//.exec(src)?.[1]}`;
    try {
      const kept = localStorage.getItem(`tableside ${new URL("../../../../", src).pathname} worker`);
      return kept?.startsWith(usual) ? kept : usual;
    } catch {
      return usual; // storage is refused
    }
  };
  const start = () => {
    if ("startedEarly" in here) return;
    try {
      const policy = here.trustedTypes?.createPolicy("tableside-early", { createScriptURL: () => address });
      const called = name();
      const options = { type: "module", name: called, extendedLifetime: true };
      const worker = new SharedWorker(policy?.createScriptURL("") ?? address, /** @type {WorkerOptions} */ (options));
      here.startedEarly = { address, name: called, worker };
      // Whoever needs it tries for himself, and hears of it then.
      worker.onerror = () => (here.startedEarly = null);
    } catch {
      // This browser has none, or refuses it to this page: workers.js will see.
    }
  };
  const saved = () => {
    try {
      return !!navigator.serviceWorker?.controller;
    } catch {
      return false; // to a sandboxed frame the very question is refused
    }
  };
  const [own] = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByName(src, "resource"));
  if (saved() || own?.transferSize === 0) start();
  else requestAnimationFrame(start);
}
