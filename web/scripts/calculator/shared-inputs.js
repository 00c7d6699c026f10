// shared-inputs.js: passes the values that related calculators share to the next tab.
//
// Contract. A tab's `data-shared-inputs` names the inputs that it shares with this page; `data-start` holds its own example
// as pairs. After each answer the tab's link holds this example with the table rules of this device and the shared values
// of this page. A tracker (`data-kept` is its id) with a stored state gets a link without a state, and opens with the
// stored one.

import { format } from "../shared/link.js";
import { createTrackerState } from "../storage/tracker-state.js";

/** @param {import("./session.js").Session} session */
export function bindSharedInputs(session) {
  const tabs = /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[data-shared-inputs]"));
  session.on("answer", () => {
    for (const tab of tabs) {
      if (tab.dataset.kept && createTrackerState(tab.dataset.kept).read()) {
        tab.hash = "";
        continue;
      }
      const shared = new Set(tab.dataset.sharedInputs?.split(" ").filter(Boolean));
      /** @param {[string, string]} pair */
      const isShared = ([key]) => shared.has(key.split(".")[0] ?? "");
      const start = session.withTableRules(JSON.parse(tab.dataset.start ?? "[]"));
      tab.hash = format([...start.filter((pair) => !isShared(pair)), ...session.link().filter(isShared)]);
    }
  });
}
