// fight/runtime.js: asks Python for the page of fights, and says when Python does not run.
//
// Contract. `createRuntime(root, handlers)`: `request(request)` gives Python's reply; a long calculation can be stopped. It
// gives null when there is no reply, and `[data-runtime]` then says why. `broken(error)` says that Python does not run.
// `[data-retry]` repairs this device's files, starts Python again, and then calls `handlers.again`.

import { createSlowNotice } from "../client/slow-notice.js";
import { repairFiles } from "../offline/begin.js";
import { Canceled } from "../pyrules.js";
import { part } from "../shared/parts.js";

/**
 * @typedef {object} Handlers
 * @property {import("../pyrules.js").Rules} rules
 * @property {(text: string) => void} tell
 * @property {() => unknown} again
 */

/** @param {HTMLElement} root @param {Handlers} handlers */
export function createRuntime(root, { rules, tell, again }) {
  const notice = createSlowNotice(rules, { slow: part(root, "slow"), tell, stopped: () => tell("Stopped.") });

  /** @param {object} request @returns {Promise<any>} */
  async function request(request) {
    try {
      const reply = await notice.ask(request);
      part(root, "runtime").hidden = true;
      return reply;
    } catch (error) {
      if (!(error instanceof Canceled)) broken(error);
      return null;
    }
  }

  /** @param {unknown} error */
  function broken(error) {
    part(root, "reason").textContent = error instanceof Error ? error.message : String(error);
    part(root, "runtime").hidden = false;
    part(root, "waits").hidden = true;
    tell("Python is not running; the page says why.");
  }

  part(root, "retry").addEventListener("click", async () => {
    part(root, "runtime").hidden = true;
    await repairFiles();
    rules.restart().then(again, broken);
  });
  rules.ready.catch(broken);

  return { request, broken };
}
