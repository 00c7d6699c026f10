// sheet/link.js: a character goes through a link and back, and what strangers may have made is refused in a sentence.
//
// How a browser itself unpacks what is cut off, appended to or very large, tests/browser/test_store_files.py tests.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { inflateRawSync } from "node:zlib";
import fc from "fast-check";
import { openPage } from "../support/browser.mjs";
import { holds } from "../support/extent.mjs";
import { drafts } from "../support/generated.mjs";
import { GOOD, HOSTILE_LINKS, linkOf, shared } from "../support/hostile-links.mjs";

const open = async () => (await openPage(["sheet/link"]))[0];
const TOO_LARGE = { ok: false, why: "This character is too large for a link: give it away as a file." };

/** Takes part in the fragments of a link. */
const fragmentLetters = fc.constantFrom(..."ABCxyz019-_");

describe("a link of ours", () => {
  test("a_character_comes_back_from_a_link_as_it_was", async () => {
    const { encode, decode } = await open();

    await holds(drafts, async (character) => {
      const { ok, fragment } = await encode(character);

      assert.equal(ok, true);
      assert.match(fragment, /^#sheet=1\.[\w-]+$/);
      assert.deepEqual(await decode(fragment), { ok: true, ...character });
      const unpacked = inflateRawSync(Buffer.from(fragment.replace("#sheet=1.", ""), "base64url"));
      assert.deepEqual(JSON.parse(unpacked.toString()), character);
    });
  });

  test("a_link_of_a_newer_schema_by_another_program_is_read", async () => {
    const { decode } = await open();

    assert.deepEqual(await decode(linkOf(shared({ schema: 99 }))), { ok: true, ...shared({ schema: 99 }) });
  });

  for (const [name, data] of Object.entries({
    dense: Array.from({ length: 8 }, (_, at) => ["notes", noise(3_000, at)]),
    long: Array(70).fill(["notes", "x".repeat(4_000)]),
  })) {
    test(`a_${name}_character_that_is_too_large_for_a_link_is_refused`, async () => {
      const { encode } = await open();

      assert.deepEqual(await encode(shared({ data })), TOO_LARGE);
    });
  }
});

/** Text that hardly packs: Chinese characters in no order. */
function noise(length, start) {
  let state = start + 1;
  const codes = Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return 0x4e00 + ((state >>> 8) % 0x51ff);
  });
  return String.fromCodePoint(...codes);
}

describe("a link of a stranger", () => {
  for (const [name, [fragment, sentence]] of Object.entries(HOSTILE_LINKS)) {
    test(`a_hostile_link_is_refused_in_a_sentence: ${name}`, async () => {
      const { decode } = await open();

      const found = await decode(fragment);

      assert.equal(found.ok, false);
      assert.ok(found.why.startsWith(sentence), found.why);
      assert.equal({}.polluted, undefined);
    });
  }

  test("any_fragment_is_read_or_refused_in_a_sentence", async () => {
    const { decode } = await open();
    const any = fc.oneof(
      fc.string(),
      fc.string({ unit: fragmentLetters }).map((text) => `#sheet=1.${text}`),
    );

    await holds(any, async (fragment) => {
      const found = await decode(fragment);

      assert.equal(found.ok, false);
      assert.match(found.why, /\.$|newest version\.$/);
    });
  });

  test("any_json_in_a_link_is_read_or_refused_in_a_sentence", async () => {
    const { decode } = await open();

    await holds(fc.jsonValue(), fc.jsonValue(), async (value, data) => {
      for (const held of [value, shared({ data })]) {
        const found = await decode(linkOf(held));
        assert.ok(found.ok ? Array.isArray(found.data) : found.why.endsWith("."), found.why);
      }
    });
  });

  for (const missing of ["CompressionStream", "DecompressionStream"]) {
    test(`a_browser_without_${missing}_is_reported`, async () => {
      delete globalThis[missing];
      const { encode, decode } = await open();

      const replies = await Promise.all([encode(shared()), decode(GOOD)]);

      const [why, ...others] = replies.flatMap((reply) => (reply.ok ? [] : [reply.why]));
      assert.match(why, /^This browser cannot pack or unpack links to characters/);
      assert.deepEqual(others, []);
    });
  }
});
