// workers.js: the worker that the pages of this device share: by which name it goes, and how it is started.
//
// Contract. Tabs share the worker that goes by `currentName()`: the first one, or the one that was started last, whose
// name `nextName` gave and this device remembers. `sharedWorker` starts it or connects to it. Where early.js has done so
// before there was anybody to talk to it, the first `sharedWorker` of that name gets that connection, with all it was told.

import { BUILD } from "../paths.js";
import { ownScript } from "../shared/trusted.js";
import { keep, kept } from "../storage/settings.js";

export const NAME = `py-${BUILD}`;

export function currentName() {
  const name = kept("worker");
  return name?.startsWith(NAME) ? name : NAME;
}

/** The worker of this name is of no more use: another tab's, if there is one, else a new one. @param {string} last @param {boolean} common */
export function nextName(last, common) {
  const name = common ? currentName() : last;
  if (name !== last) return name;
  const fresh = `${NAME}-again-${Date.now()}`;
  if (common) keep("worker", fresh);
  return fresh;
}

/**
 * Null where the browser has none, or refuses it to this page (as in a sandboxed frame).
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
  // Chromium keeps the worker over a page change only when asked; every page must ask alike.
  const options = { type: "module", name, extendedLifetime: true };
  try {
    return new SharedWorker(ownScript(script), /** @type {WorkerOptions} */ (options));
  } catch {
    return null;
  }
}
