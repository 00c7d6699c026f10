// shared-inputs.js: values that sibling calculators share travel along when one goes to the next tab.
//
// Contract. A tab's `data-carry` names the inputs it shares with this page, `data-start` is its own first state as pairs.
// With each answer its link becomes that state, as the table plays it, with the shared values of this page in it. A
// tracker (`data-kept` is its id) with a kept state gets a link without a state, so that it opens with the kept one.

import { format } from "../shared/link.js";
import { createTrackerState } from "../storage/tracker-state.js";

/** @param {import("./session.js").Session} session */
export function bindCarry(session) {
  const tabs = /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[data-carry]"));
  session.on("answer", () => {
    for (const tab of tabs) {
      if (tab.dataset.kept && createTrackerState(tab.dataset.kept).read()) {
        tab.hash = "";
        continue;
      }
      const shared = new Set(tab.dataset.carry?.split(" ").filter(Boolean));
      /** @param {[string, string]} pair */
      const travels = ([key]) => shared.has(key.split(".")[0] ?? "");
      const start = session.over(JSON.parse(tab.dataset.start ?? "[]"));
      tab.hash = format([...start.filter((pair) => !travels(pair)), ...session.link().filter(travels)]);
    }
  });
}
