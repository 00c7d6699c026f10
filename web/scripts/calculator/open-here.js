// open-here.js: on an embedded page, `[data-open]` leads to the whole page with the same numbers.

import { format } from "../shared/link.js";

/** @param {import("./session.js").Session} session */
export function bindOpenHere(session) {
  const open = /** @type {HTMLAnchorElement | null} */ (document.querySelector("[data-open]"));
  const follow = () => {
    if (open) open.href = addressOf(session);
  };
  session.on("link", follow);
  follow();
}

/** The address of the last valid answer, with all table rules. @param {import("./session.js").Session} session */
export function addressOf(session) {
  return location.origin + location.pathname + format([...session.shared(), ...session.extra(), ...session.targets()]);
}
