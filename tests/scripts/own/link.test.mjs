// own/link.js: own rows travel in a link of their own, which no link to a character is taken for.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "../support/browser.mjs";

const ROWS = { system: "raiders", schema: 1, data: [["weapons.0.name", "Longknife"]] };

test("rows_come_back_from_a_link", async () => {
  const [{ encode, decode }] = await openPage(["own/link"]);
  const made = await encode(ROWS);

  assert.match(made.fragment, /^#own=1\.[\w-]+$/);
  assert.deepEqual(await decode(made.fragment), { ok: true, ...ROWS });
});

test("a_link_to_a_character_holds_no_rows_and_the_reverse", async () => {
  const [own, sheet] = await openPage(["own/link", "sheet/link"]);
  const [rows, character] = [await own.encode(ROWS), await sheet.encode(ROWS)];

  assert.equal((await own.decode(character.fragment)).why, "This link holds no own rows.");
  assert.equal((await sheet.decode(rows.fragment)).why, "This link holds no character.");
});

for (const [fragment, why] of [
  ["#own=1.", /after own=1\. only letters/],
  ["#own=2.abc", /made by a newer Tableside/],
  ["#own=1.abc", /damaged or was cut off/],
  [`#own=1.${"a".repeat(70_000)}`, /longer than 64 KB/],
]) {
  test(`a_damaged_link_says_so: ${fragment.slice(0, 20)}`, async () => {
    const [{ decode }] = await openPage(["own/link"]);
    const { ok, why: said } = await decode(fragment);

    assert.equal(ok, false);
    assert.match(said, why);
  });
}
