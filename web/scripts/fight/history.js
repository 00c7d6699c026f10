// fight/history.js: undo takes back what was done last, be that an event, a jump to an older entry, or a change of one.
//
// Contract. `createHistory(handlers)`: `leap(of, change, done)` waits for such a jump or change and says `done`; until `forget()`
// the next undo takes it back. `undo(of)` and `redo(of)` move the cursor otherwise, and say which event that was. `move(of,
// cursor)` moves it to that many events.

/** @typedef {import("../storage/fights.js").History} History */
/** @typedef {import("./session.js").Opened} Opened */

/**
 * @param {object} handlers
 * @param {(of: Opened, data: History) => Promise<boolean>} handlers.replace
 * @param {(of: Opened) => boolean} handlers.isOpen
 * @param {() => string} handlers.last  the last entry in words
 * @param {(text: string) => void} handlers.done
 */
export function createHistory({ replace, isOpen, last, done: say }) {
  /** @type {{data: History, done: string} | null} */
  let before = null;

  /** @param {Opened} of @param {number} to */
  async function move(of, to) {
    const { events } = of.data;
    const cursor = Math.min(Math.max(to, 0), events.length);
    return cursor !== of.data.cursor && replace(of, { events, cursor });
  }

  return {
    move,
    forget() {
      before = null;
    },
    /** @param {Opened} of @param {Promise<boolean>} change @param {string} done  a sentence */
    async leap(of, change, done) {
      const isDone = (await change) && isOpen(of);
      if (!isDone) return false;
      before = { data: of.data, done };
      say(done);
      return true;
    },
    /** @param {Opened} of */
    async undo(of) {
      const text = before?.done ?? last();
      const isDone = await (before ? replace(of, before.data) : move(of, of.data.cursor - 1));
      if (isDone && isOpen(of)) say(`Undone: ${text}`);
      return isDone;
    },
    /** @param {Opened} of */
    async redo(of) {
      const isDone = await move(of, of.data.cursor + 1);
      if (isDone && isOpen(of)) say(`Done again: ${last()}`);
      return isDone;
    },
  };
}
