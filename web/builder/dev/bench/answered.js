// Put into every page before its own scripts: notes the moment when the page shows its first recalculated answer.
//
// The page marks its answer "updating" when it asks Python, and takes the mark away when the reply is drawn.

(() => {
  let asked = false;
  const watch = new MutationObserver(() => {
    const state = document.querySelector("#answer")?.dataset.state;
    if (state === "updating") asked = true;
    else if (asked && state === "") {
      window.answeredAt = performance.now();
      watch.disconnect();
    }
  });
  watch.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-state"] });
})();
