// memory-store.js: where the browser keeps nothing, characters are in the memory of the page, under the same rules.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { define, openPage, refusal } from "../support/browser.mjs";
import { SCHEMAS } from "../support/paths.mjs";
import { ANNA, draft, record } from "../support/records.mjs";
import { refused, refusedAs } from "../support/refusals.mjs";

/** The characters of a page that was just loaded. */
async function open() {
  const [characters] = await openPage(["storage/characters"]);
  return characters.openCharacters({ schemas: SCHEMAS });
}

const names = async (kept, system = "wwn") => (await kept.list(system)).map(({ name }) => name);

describe("without storage", () => {
  const refuse = () => {
    throw new DOMException("no", "SecurityError");
  };
  const refusals = {
    absent: () => define({ indexedDB: undefined }),
    forbidden: () => define({ indexedDB: refusal() }),
    not_opened: () => (IDBFactory.prototype.open = refuse),
    // A private window of some browsers: the event reports the refusal.
    failing() {
      const { open } = IDBFactory.prototype;
      IDBFactory.prototype.open = function () {
        const request = open.call(this, "x", 1);
        request.addEventListener("upgradeneeded", (event) => {
          event.stopImmediatePropagation();
          request.transaction.abort();
        });
        return request;
      };
    },
  };

  for (const [name, set] of Object.entries(refusals)) {
    test(`${name}_the_characters_are_in_memory_and_the_page_can_say_so`, async (t) => {
      t.mock.timers.enable({ apis: ["setTimeout"] });
      set();

      const kept = await open();

      assert.deepEqual([kept.kept, kept.readonly], [false, false]);
      const why = "This browser does not let anything be kept here. Characters stay only while this page is open";
      assert.ok(kept.why.startsWith(why), kept.why);
      await worksInMemory(kept);
    });
  }

  test("what_is_given_in_or_out_is_a_copy", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    define({ indexedDB: undefined });
    const kept = await open();
    const saved = await kept.save(draft(), { from: 0 });

    saved.data[0][1] = "Changed";
    (await kept.get(ANNA)).data[0][1] = "Changed";
    (await kept.all())[0].data[0][1] = "Changed";

    assert.deepEqual((await kept.get(ANNA)).data, [["name", "Anna"]]);
  });
});

async function worksInMemory(kept) {
  await kept.save(draft(), { from: 0 });
  assert.equal((await kept.save(draft("Anne"), { from: 1 })).revision, 2);
  assert.equal((await refused(kept.save(draft("Late"), { from: 1 }))).stored.name, "Anne");
  const copy = await kept.duplicate(ANNA);
  await kept.rename(copy.id, "Bert");
  assert.deepEqual(await names(kept), ["Anne", "Bert"]);
  const removed = await kept.remove(ANNA);
  assert.deepEqual(await names(kept), ["Bert"]);
  await kept.restore(removed);
  assert.deepEqual(await names(kept), ["Anne", "Bert"]);
  const both = [
    { record: record("New", "33333333"), seen: 0 },
    { record: record("Over", ANNA), seen: 1 },
  ];
  await refusedAs("Conflict", kept.bring(both));
  assert.deepEqual(await names(kept), ["Anne", "Bert"], "all of it or nothing");
}
