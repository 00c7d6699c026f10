// set-up.js: who may join a fight, once the script of joining is there.
//
// Contract. `createSetUp(root, session, load)`: `load()` gives what join.js makes, and rejects when it does not come; the
// fight's page then says so. `draw()` draws the open set-up panel. `add(ids)` adds characters of this device, `find(words)`
// searches for a foe.

import { say } from "../shared/parts.js";

const NOT_LOADED = "The set-up could not be loaded: there may be no network.";

/**
 * @param {HTMLElement} root
 * @param {ReturnType<typeof import("./session.js").createFightSession>} session
 * @param {() => Promise<ReturnType<typeof import("./join.js").createJoin>>} load
 */
export function createSetUp(root, session, load) {
  async function loaded() {
    try {
      return await load();
    } catch {
      say(root, "problem-words", NOT_LOADED);
      return null;
    }
  }

  return {
    async draw() {
      const join = await loaded();
      const { events, cursor } = session.fight?.data ?? { events: [], cursor: 0 };
      if (session.view.panel === "setup") join?.draw(events.slice(0, cursor));
    },
    /** @param {Iterable<string>} ids */
    async add(ids) {
      for (const id of ids) await (await loaded())?.add(id);
    },
    /** @param {string} words */
    async find(words) {
      (await loaded())?.find(words);
    },
  };
}
