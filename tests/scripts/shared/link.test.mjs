// link.js: a page's state goes through its address and back, and no address breaks the reading.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { openPage } from "../support/browser.mjs";
import { holds } from "../support/extent.mjs";
import { texts } from "../support/generated.mjs";

const open = async () => (await openPage(["shared/link"]))[0];

test("pairs_come_back_from_an_address_as_they_were", async () => {
  const { format, parse } = await open();
  const some = fc.array(fc.tuple(texts, texts), { minLength: 1, maxLength: 12 });

  await holds(some, (pairs) => {
    const { hash } = new URL(format(pairs), "https://tableside.test/raiders/strike/");

    assert.deepEqual(parse(hash), pairs);
  });
});

test("no_pairs_are_no_fragment", async () => {
  const { format, parse } = await open();

  assert.equal(format([]), "");
  assert.equal(parse(""), null);
});

test("an_address_stays_readable", async () => {
  const { format } = await open();

  assert.equal(
    format([
      ["weapon.damage", "1d8+2"],
      ["when", "3:1/2, later"],
    ]),
    "#weapon.damage=1d8+2&when=3:1/2,%20later",
  );
});

for (const [hash, pairs] of [
  ["#RR-DMG-02", null],
  ["#", null],
  [`#x=${"y".repeat(64 * 1024)}`, null],
  ["#=", [["", ""]]],
  ["#&&a=1&&&", [["a", "1"]]],
  [
    "#a=1=2&b",
    [
      ["a", "1=2"],
      ["b", ""],
    ],
  ],
  [
    "#a=%&b=%zz&c=%ff%fe",
    [
      ["a", "%"],
      ["b", "%zz"],
      ["c", "%ff%fe"],
    ],
  ],
  [
    "#a=%00&b=%E2%80%AE5",
    [
      ["a", "\0"],
      ["b", "\u202e5"],
    ],
  ],
  [
    "#a=1&a=2",
    [
      ["a", "1"],
      ["a", "2"],
    ],
  ],
  ["#__proto__=1", [["__proto__", "1"]]],
  ["#a=%253C", [["a", "%3C"]]],
]) {
  test(`an_address_is_read_without_an_error: ${hash.slice(0, 30)}`, async () => {
    const { parse } = await open();

    assert.deepEqual(parse(hash), pairs);
  });
}

test("any_address_is_read_without_an_error", async () => {
  const { parse } = await open();

  await holds(fc.string({ unit: "binary" }), (text) => {
    const pairs = parse(`#${text}`);
    assert.ok(pairs === null || pairs.every((pair) => pair.length === 2));
  });
});

test("a_former_name_is_read_as_the_present_one_unless_that_is_given_too", async () => {
  const { withPresentNames } = await open();
  const former = { score: "skill", "attacks.*.dmg": "damage", "weapon.dmg": "damage" };

  assert.deepEqual(
    withPresentNames(
      [
        ["score", "3"],
        ["attacks.12.dmg", "1d6"],
        ["attacks.dmg", "1d8"],
        ["weapon.dmg", "1d4"],
        ["weapon.damage", "1d10"],
      ],
      former,
    ),
    [
      ["skill", "3"],
      ["attacks.12.damage", "1d6"],
      ["attacks.dmg", "1d8"],
      ["weapon.dmg", "1d4"],
      ["weapon.damage", "1d10"],
    ],
  );
});
