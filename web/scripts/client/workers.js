// workers.js: the names of the workers that pages share, and how a page connects to one.
//
// Contract. Tabs share the worker named `currentName()`: the first one, or the one that replaced it last. `nextName` names a
// replacement, and this device remembers that name. `sharedWorker` connects to the worker of a name and starts it if need be.
// early.js may have connected before; the first `sharedWorker` of that name takes this connection with its messages.

import { BUILD } from "../paths.js";
import { ownScript } from "../shared/trusted.js";
import { readSetting, writeSetting } from "../storage/settings.js";

export const NAME = `py-${BUILD}`;

export function currentName() {
  const name = readSetting("worker");
  return name?.startsWith(NAME) ? name : NAME;
}

/**
 * The name of the worker that replaces one: another tab's replacement if there is one, else a new one.
 *
 * @param {string} last  name of the worker to replace
 * @param {boolean} common  pages share the worker
 */
export function nextName(last, common) {
  const name = common ? currentName() : last;
  if (name !== last) return name;
  const fresh = `${NAME}-again-${Date.now()}`;
  if (common) writeSetting("worker", fresh);
  return fresh;
}

/**
 * Null where the browser has no shared workers, or refuses them to this page, for example in a sandboxed frame.
 *
 * @param {URL} script
 * @param {string} name
 * @returns {SharedWorker | null}
 */
export function sharedWorker(script, name) {
  const here = /** @type {any} */ (globalThis);
  const early = here.startedEarly;
  here.startedEarly = null;
  return early?.address === script.href && early.name === name ? early.worker : connect(script, name);
}

/** @param {URL} script @param {string} name @returns {SharedWorker | null} */
function connect(script, name) {
  // Chromium keeps the worker during a page change only with this option, which must be the same on every page.
  const options = { type: "module", name, extendedLifetime: true };
  try {
    return new SharedWorker(ownScript(script), /** @type {WorkerOptions} */ (options));
  } catch {
    return null;
  }
}
