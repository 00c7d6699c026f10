// sheet/file.js: what is written is read back, and what strangers may have made is refused in a sentence.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { openPage } from "../support/browser.mjs";
import { holds } from "../support/extent.mjs";
import { drafts, texts } from "../support/generated.mjs";
import { HOSTILE_FILES } from "../support/hostile-files.mjs";
import { ANNA, BERT, fileOf, record } from "../support/records.mjs";

const open = async () => (await openPage(["sheet/file"]))[0];
const numbered = (count) => Array.from({ length: count }, (_, n) => record("Anna", String(n).padStart(8, "0")));

describe("a file of ours", () => {
  test("records_come_back_from_a_file_as_they_were", async () => {
    const sheetfile = await open();
    const some = fc.array(drafts, { minLength: 1, maxLength: 4 });

    await holds(some, fc.option(texts), (characters, party) => {
      const records = characters.map((each, n) => record("", String(n).padStart(8, "0"), each));

      const text = sheetfile.write(records, party);

      assert.equal(sheetfile.check(text, records, party), "");
      const named = records.map((each) => {
        const [, name = ""] = each.data.find(([key]) => key === "name") ?? [];
        return { ...each, name };
      });
      assert.deepEqual(sheetfile.read(text), { ok: true, party, records: named, own: [], targets: [] });
      assert.equal(JSON.parse(text).app, "Tableside");
    });
  });

  test("own_rows_come_back_from_a_file_with_characters_or_alone", async () => {
    const sheetfile = await open();
    const own = [{ system: "wwn", schema: 1, data: [["weapons.0.name", "Longknife"]] }];

    for (const records of [[record()], []]) {
      const text = sheetfile.write(records, null, own);

      assert.equal(JSON.parse(text).format, 2);
      assert.equal(sheetfile.check(text, records, null, own), "");
      assert.match(sheetfile.check(text, records), /does not hold what it should/);
      assert.deepEqual(sheetfile.read(text), { ok: true, party: null, records, own, targets: [] });
    }
  });

  test("targets_come_back_from_a_file_with_characters_and_own_rows_or_alone", async () => {
    const sheetfile = await open();
    const rows = [{ system: "wwn", schema: 1, data: [["weapons.0.name", "Longknife"]] }];
    const targets = [{ system: "obss", schema: 1, data: [["to.0", "Ogre"]] }];

    for (const [records, own] of [
      [[record()], rows],
      [[], []],
    ]) {
      const text = sheetfile.write(records, null, own, targets);

      assert.equal(JSON.parse(text).format, 3);
      assert.equal(sheetfile.check(text, records, null, own, targets), "");
      assert.match(sheetfile.check(text, records, null, own), /does not hold what it should/);
      assert.deepEqual(sheetfile.read(text), { ok: true, party: null, records, own, targets });
    }
  });

  test("a_file_can_be_read_by_people", async () => {
    const sheetfile = await open();

    const text = sheetfile.write([record()], "The Five");

    assert.ok(text.includes('\n        ["name","Anna"]\n'), text);
    assert.deepEqual(
      { ...JSON.parse(text), made: "" },
      { app: "Tableside", format: 1, made: "", party: "The Five", characters: [record()] },
    );
  });

  test("records_that_do_not_fit_one_file_come_in_several", async () => {
    const sheetfile = await open();
    const records = numbered(4_001);

    const { files, damaged } = sheetfile.parts(records);

    assert.deepEqual(
      files.map((some) => some.length),
      [2_000, 2_000, 1],
    );
    assert.deepEqual(damaged, []);
    for (const some of files) assert.equal(sheetfile.check(sheetfile.write(some), some), "");
  });

  test("large_records_share_a_file_up_to_what_is_read", async () => {
    const sheetfile = await open();
    const records = numbered(30).map((each) => ({ ...each, data: [...each.data, ["notes", "ä".repeat(200_000)]] }));

    const { files } = sheetfile.parts(records);

    assert.ok(files.length > 1);
    assert.deepEqual(files.flat(), records);
    for (const some of files) assert.equal(sheetfile.check(sheetfile.write(some), some), "");
  });

  test("a_damaged_record_is_named_and_the_others_are_written", async () => {
    const sheetfile = await open();
    const sound = record("Bert", BERT);
    const broken = [{ ...record(), data: undefined }, record("Anna", ANNA, { data: [["level", 3]] }), record(7)];

    const { files, damaged } = sheetfile.parts([...broken, sound]);

    assert.deepEqual(files, [[sound]]);
    assert.deepEqual(
      damaged.map(({ why }) => why),
      ["has no list of keys and texts", "has an entry (1) whose key or text is no text", "has a name that is no text"],
    );
  });

  for (const [names, party, file] of [
    [["Anna Böse"], null, "anna-böse.json"],
    [["Anna", "Bert"], null, "tableside-characters.json"],
    [["Anna", "Bert"], "The Five / 2", "the-five-2.json"],
    [["../.."], null, "tableside-characters.json"],
    [["x".repeat(90)], null, `${"x".repeat(60)}.json`],
  ]) {
    test(`a_file_with_${names.join("_and_").slice(0, 20)}_of_the_party_${party}_is_named_${file.slice(0, 30)}`, async () => {
      const sheetfile = await open();
      const records = names.map((name, n) => record(name, String(n).padStart(8, "0")));

      assert.equal(sheetfile.fileName(records, party), file);
    });
  }

  test("a_file_that_lacks_something_is_not_reported_as_done", async () => {
    const { check } = await open();
    const text = fileOf([record()]);
    const lost = "The file was made, but does not hold what it should.";

    assert.equal(check(text, [record()]), "");
    assert.equal(check(text, [record(), record("Bert", BERT)]), lost);
    assert.equal(check(text, [record("Anne")]), lost);
    assert.equal(check(text, [record()], "A party"), lost);
    assert.equal(
      check(text.slice(0, -9), [record()]),
      "The file was made, but cannot be read back. This file is cut off: its end is missing.",
    );
  });
});

describe("a file of a stranger", () => {
  for (const [name, [content, sentence]] of Object.entries(HOSTILE_FILES)) {
    test(`a_hostile_file_is_refused_in_a_sentence: ${name}`, async () => {
      const { readFile } = await open();

      const found = await readFile(new Blob([content]));

      assert.equal(found.ok, false);
      assert.ok(found.why.startsWith(sentence), found.why);
      assert.ok(found.why.endsWith("."), found.why);
      assert.equal({}.polluted, undefined);
    });
  }

  test("a_lone_surrogate_that_no_bytes_can_hold_is_refused_as_text_too", async () => {
    const { read } = await open();

    const found = read('{"app": "Tableside", "format": 1, "half": "\ud83d"}');

    assert.equal(found.ok, false);
  });

  test("a_file_that_cannot_be_read_from_the_device_is_reported", async () => {
    const { readFile } = await open();
    const gone = { size: 5, arrayBuffer: () => Promise.reject(new DOMException("gone", "NotFoundError")) };

    assert.deepEqual(await readFile(gone), { ok: false, why: "This file could not be read from the device." });
  });

  test("any_text_is_read_or_refused_in_a_sentence", async () => {
    const { read } = await open();

    await holds(fc.oneof(fc.string({ unit: "binary" }), fc.json()), (text) => {
      const found = read(text);

      assert.equal(found.ok, false);
      assert.match(found.why, /^This file .+\.$|^This is not a file of Tableside characters\.$/s);
    });
  });

  test("any_value_in_any_part_of_a_record_is_read_or_refused_in_a_sentence", async () => {
    const { read } = await open();
    const part = fc.constantFrom(...Object.keys(record()), "toString", "more");
    const depth = (value) => (Object(value) === value ? 1 + Math.max(0, ...Object.values(value).map(depth)) : 0);
    const levelsAround = fc.constantFrom(0, 0, 0, 5, 6);

    await holds(part, fc.jsonValue(), levelsAround, (name, inner, levels) => {
      const value = Array.from({ length: levels }).reduce((held) => [held], inner);
      const found = read(fileOf([record("Anna", ANNA, { [name]: value })]));

      // The file, its list of characters and the record are three of the eight levels.
      if (3 + depth(value) > 8) assert.equal(found.why, "This file is nested too deep: at most 8 levels are allowed.");
      else if (found.ok) assert.equal(found.records.length, 1);
      else assert.match(found.why, /^Character 1.*\.$/s);
    });
  });

  test("a_file_with_a_byte_order_mark_is_read", async () => {
    const { read } = await open();

    assert.deepEqual(read(`\ufeff${fileOf([record()])}`).records, [record()]);
  });

  test("the_most_entries_of_one_character_are_read", async () => {
    const { read } = await open();
    const long = Array.from({ length: 2_999 }, (_, n) => [
      String(n).padStart(3, "0").padStart(200, "k"),
      "x".repeat(2_000),
    ]);

    assert.equal(read(fileOf([record("Anna", ANNA, { data: [["name", "Anna"], ...long] })])).ok, true);
  });

  test("the_most_characters_of_one_file_are_read", async () => {
    const { read } = await open();

    assert.equal(read(fileOf(numbered(2_000))).records.length, 2_000);
  });
});
