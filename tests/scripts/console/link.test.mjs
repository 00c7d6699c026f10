// console/link.js: a script goes through a link and back, and what strangers may have made is refused in a sentence.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import fc from "fast-check";
import { openPage } from "../support/browser.mjs";
import { holds } from "../support/extent.mjs";

const open = async () => (await openPage(["console/link"]))[0];
const linkOf = (/** @type {string | Uint8Array} */ text) =>
  `#script=1.${deflateRawSync(Buffer.from(text)).toString("base64url")}`;

test("a_script_comes_back_from_a_link_as_it_was", async () => {
  const { encode, decode } = await open();

  await holds(fc.string({ unit: "grapheme", minLength: 1 }), async (script) => {
    const { ok, fragment } = await encode(script);

    assert.equal(ok, true);
    assert.match(fragment, /^#script=1\.[\w-]+$/);
    assert.deepEqual(await decode(fragment), { ok: true, text: script });
    assert.equal(inflateRawSync(Buffer.from(fragment.replace("#script=1.", ""), "base64url")).toString(), script);
  });
});

test("a_script_that_is_too_large_for_a_link_is_refused", async () => {
  const { encode } = await open();

  const why = "This script is too large for a link: save it as a file.";
  assert.deepEqual(await encode("é".repeat(200_000)), { ok: false, why });
});

for (const [name, fragment, why] of [
  ["of_another_kind", "#sheet=1.AAAA", "it holds no script"],
  ["of_a_newer_tableside", "#script=2.AAAA", "newer Tableside"],
  ["with_markup", "#script=1.<script>", "only letters, digits, - and _"],
  ["that_was_cut_off", linkOf("print(1)".repeat(50)).slice(0, -6), "cannot be unpacked"],
  ["that_is_a_bomb", linkOf("x".repeat(300_000)), "more than 256 KB"],
  ["that_is_too_long", `#script=1.${"A".repeat(70_000)}`, "longer than 64 KB"],
  ["without_text", linkOf(new Uint8Array([0xff, 0xfe, 0xff])), "is no text"],
]) {
  test(`a_link_${name}_is_refused_in_a_sentence`, async () => {
    const { decode } = await open();

    const found = await decode(fragment);

    assert.equal(found.ok, false);
    assert.ok(found.why.includes(why), found.why);
  });
}
