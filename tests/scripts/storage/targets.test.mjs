// targets.js: targets and actions are written and read again; junk is dropped or set aside; there is room for so many.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "../support/browser.mjs";

const KEY = "tableside./.targets.wwn";
const OGRE = { kind: "to", name: "Ogre", foe: "ogre" };
const RIVAL = { kind: "to", name: "Rival", id: "abc", off: true };
const QUICK = { kind: "to", name: "Foe", quick: [] };
const FIXED = { kind: "to", name: "Wall", values: [["attack:target_ac", "20"]] };
const SPEAR = { kind: "do", name: "Spear", of: "attack", inputs: [["skill", "1"]] };

const open = async () => (await openPage(["storage/targets"]))[0];

test("every_kind_of_entry_is_read_as_it_was_written", async () => {
  const { entriesOf, pairsOf } = await open();
  const all = [OGRE, RIVAL, SPEAR, QUICK, FIXED];

  assert.deepEqual(entriesOf(pairsOf(all)), all);
});

test("what_is_kept_is_there_after_a_reload", async () => {
  const { createTargetsStore, pairsOf } = await open();
  createTargetsStore("wwn").write(pairsOf([OGRE, SPEAR]));

  const again = await open();

  assert.deepEqual(again.entriesOf(again.createTargetsStore("wwn").read().pairs), [OGRE, SPEAR]);
  assert.deepEqual(again.createTargetsStore("obss").read().pairs, []);
  assert.deepEqual(again.allTargets(), [{ system: "wwn", schema: 1, data: pairsOf([OGRE, SPEAR]) }]);
});

test("strange_pairs_are_dropped", async () => {
  const { entriesOf } = await open();
  const strange = [
    ["to.0", "Nameless of nothing"],
    ["to.1.foe", "ogre"],
    ["do.0", "Without inputs"],
    ["do.0.of", "attack"],
    ["to.999", "Too far"],
    ["to.2.__proto__", "x"],
    ["__proto__", "x"],
    ["to.3", "Ogre"],
    ["to.3.foe", "ogre"],
    ["to.3.evil.x", "x"],
  ];

  assert.deepEqual(entriesOf(strange), [OGRE]);
});

test("a_name_is_cut", async () => {
  const { entriesOf, LONGEST_NAME } = await open();

  const [entry] = entriesOf([
    ["to.0", "x".repeat(500)],
    ["to.0.foe", "ogre"],
  ]);

  assert.equal(entry.name.length, LONGEST_NAME);
});

test("junk_in_the_storage_is_set_aside_when_something_is_kept", async () => {
  localStorage.setItem(KEY, "{");
  const { createTargetsStore, pairsOf } = await open();
  const store = createTargetsStore("wwn");
  assert.match(store.read().trouble, /cannot be read/);

  assert.equal(store.write(pairsOf([OGRE])), "");

  assert.equal(localStorage.getItem(`${KEY}.unreadable`), "{");
});

test("what_is_brought_in_is_added_once_as_far_as_there_is_room", async () => {
  const { merged, MOST_KEPT } = await open();
  const many = Array.from({ length: 2 * MOST_KEPT }, (_, at) => ({ kind: "to", name: `Foe ${at}`, foe: `f${at}` }));

  assert.deepEqual(merged([RIVAL], [{ ...RIVAL, off: false }, OGRE]), [RIVAL, OGRE]);
  assert.equal(merged([OGRE, SPEAR], many).length, MOST_KEPT + 1);
});

test("a_sixth_target_takes_the_row_of_the_fifth_which_stays_kept", async () => {
  const { withShown, MOST_SHOWN } = await open();
  const five = Array.from({ length: MOST_SHOWN }, (_, at) => ({ kind: "to", name: `Foe ${at}`, foe: `f${at}` }));

  const all = withShown([...five, SPEAR], OGRE);

  assert.deepEqual(
    all.filter(({ off }) => off).map(({ name }) => name),
    [`Foe ${MOST_SHOWN - 1}`],
  );
  assert.equal(all.length, MOST_SHOWN + 2);
});

test("the_rows_of_a_link_take_the_place_of_those_that_are_shown_which_stay_kept", async () => {
  const { entriesOf, merged, onlyShown, pairsOf } = await open();

  const all = entriesOf(pairsOf(onlyShown(merged([OGRE, SPEAR], [QUICK]), [QUICK])));

  assert.deepEqual(all, [{ ...OGRE, off: true }, SPEAR, QUICK]);
});

test("there_is_no_room_for_more_than_so_many_targets_beside_the_actions", async () => {
  const { isFull, MOST_KEPT } = await open();
  const all = Array.from({ length: MOST_KEPT }, (_, at) => ({ kind: "to", name: `Foe ${at}`, foe: `f${at}` }));

  assert.ok(isFull(all, OGRE));
  assert.ok(!isFull(all, all[3]));
  assert.ok(!isFull(all, SPEAR));
  assert.ok(!isFull(all.slice(1), OGRE));
});
