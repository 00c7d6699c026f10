// Runs before a page's own scripts: records when the page shows its first recalculated answer.
//
// The page sets the state "updating" when it asks Python, and removes it when the reply is drawn.

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
