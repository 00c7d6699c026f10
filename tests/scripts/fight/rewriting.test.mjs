// fight/rewriting.js: entries that Python has decided again take the place of the old ones, and of nothing else.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "../support/browser.mjs";

const module = async () => (await openPage(["fight/rewriting"]))[0];
const BEGIN = { do: "begin" };
const NOTE = { do: "note", text: "A pause" };
const NEXT = { do: "next" };
const before = { events: [BEGIN, NOTE, NEXT, NOTE], cursor: 3 };

test("entries_up_to_the_cursor_are_replaced_and_what_is_undone_stays", async () => {
  const { withEntries } = await module();

  assert.deepEqual(withEntries(before, before, 1, [NEXT, NEXT]), { events: [BEGIN, NEXT, NEXT, NOTE], cursor: 3 });
  assert.deepEqual(withEntries(before, before, 1, [NEXT]), { events: [BEGIN, NEXT, NOTE], cursor: 2 });
  assert.equal(before.events.length, 4);
});

test("a_fight_that_has_changed_meanwhile_stays_as_it_is", async () => {
  const { withEntries } = await module();
  const moved = { ...before, cursor: 2 };
  const other = { events: [BEGIN, NEXT, NEXT, NOTE], cursor: 3 };

  assert.equal(withEntries(moved, before, 1, [NEXT]), moved);
  assert.equal(withEntries(other, before, 1, [NEXT]), other);
});
