// diary.js: what goes wrong on a page, and whether Python was running when the page came to it.
//
// Contract. Runs before the page's own scripts, once. `troubles` outlive the page, for the tab's visit to this origin;
// `python` is the first thing Python's worker said to this page: "starting" where the page's coming started it, "ready"
// where an earlier page had. A dedicated worker, of this page alone, leaves it null.

(() => {
  if ("diary" in window) return;
  const KEY = "tests diary";
  const diary = { troubles: () => JSON.parse(sessionStorage.getItem(KEY) ?? "[]"), python: null };
  const note = (...words) => sessionStorage.setItem(KEY, JSON.stringify([...diary.troubles(), words.join(" ")]));
  window.diary = diary;

  const complain = console.error;
  console.error = (...words) => {
    note("console:", ...words);
    complain.apply(console, words);
  };
  // In the capturing phase, because what could not be loaded does not bubble.
  const failed = (event) => note("error:", event.message ?? `${event.target.src ?? event.target.href} was not loaded`);
  window.addEventListener("error", failed, true);
  window.addEventListener("unhandledrejection", (event) => note("rejected:", event.reason));
  document.addEventListener("securitypolicyviolation", (event) =>
    note("refused by policy:", event.violatedDirective, event.blockedURI, event.sourceFile),
  );

  const Common = window.SharedWorker;
  window.SharedWorker = class extends Common {
    constructor(...given) {
      super(...given);
      this.port.addEventListener("message", ({ data }) => (diary.python ??= data.state));
    }
  };
})();
