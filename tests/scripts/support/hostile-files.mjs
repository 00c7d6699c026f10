// Files that strangers may have made, each with the beginning of the sentence that refuses it.

import { fileOf, record } from "./records.mjs";

export const MARK = "<img src=x onerror=alert(1)>";
const FIRST = "Character 1 (“Anna”)";
const NO_NUMBER = "that is no whole number from 1 on";
const DAMAGED = "This file is damaged, or was not made by Tableside.";
const FOREIGN = "This is not a file of Tableside characters.";
const TOO_LARGE = "This file is larger than 8 MB, which is the most that is read.";
const RIGHT_TO_LEFT = "\u202e";

const one = (more) => fileOf([record(undefined, undefined, more)]);
const whole = (more) => fileOf([record()], more);
const numbered = (count) => Array.from({ length: count }, (_, n) => record("Anna", String(n).padStart(8, "0")));

/** By what is wrong: the text, or the bytes, and the sentence. */
export const HOSTILE_FILES = {
  nothing: ["", "This file is empty."],
  "cut off": [whole().slice(0, -40), "This file is cut off: its end is missing."],
  "no JSON": ["Anna, level 3", DAMAGED],
  damaged: [whole().replace('"name"', "name"), DAMAGED],
  "a picture": [
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0xff, 0xfe),
    "This file is no text, so it holds no characters.",
  ],
  foreign: ['{"name": "Anna", "class": "wizard"}', FOREIGN],
  "a list": ["[1, 2]", FOREIGN],
  null: ["null", FOREIGN],
  newer: [whole({ format: 4 }), "This file is from a newer Tableside: its format is 4, and up to 3 is read here."],
  "format as text": [whole({ format: "1" }), "This file does not say its format as a number; 3 is read here."],
  "own rows in an old format": [whole({ own: [] }), "This file has the part “own”, which such a file does not have."],
  "targets in an old format": [
    whole({ format: 2, targets: [] }),
    "This file has the part “targets”, which such a file does not have.",
  ],
  "targets that are no list": [whole({ format: 3, targets: {} }), "This file has no list of targets."],
  "own rows that are no list": [whole({ format: 2, own: {} }), "This file has no list of own rows."],
  "own rows without a game": [
    whole({ format: 2, own: [{ schema: 1, data: [] }] }),
    "Part 1 of the own rows in this file must have the parts data, schema, system.",
  ],
  "own rows of an unknown game": [
    whole({ format: 2, own: [{ system: "chess", schema: 1, data: [] }] }),
    "Part 1 of the own rows in this file is of a game that is not known here, “chess”; known are wwn, raiders, " +
      "openquest, obss, stepdie.",
  ],
  "own rows that are no pairs": [
    whole({ format: 2, own: [{ system: "wwn", schema: 1, data: [["weapons.0.name"]] }] }),
    "Part 1 of the own rows in this file has an entry (1) that is no pair of key and text.",
  ],
  "own rows of a game twice": [
    whole({ format: 2, own: Array(2).fill({ system: "wwn", schema: 1, data: [] }) }),
    "This file has own rows of wwn twice; each game may be there once.",
  ],
  nested: ["[".repeat(5_000_000), "This file is nested too deep: at most 8 levels are allowed."],
  "too large": [`"${"x".repeat(8 * 1024 * 1024)}"`, TOO_LARGE],
  "too large in bytes": ["ä".repeat(5 * 1024 * 1024), TOO_LARGE],
  "too many": [fileOf(numbered(2_001)), "This file holds 2001 characters; at most 2000 are allowed."],
  none: [fileOf([]), "This file holds no characters."],
  "no list": [whole({ characters: { 0: record() } }), "This file has no list of characters."],
  "no time": [whole({ made: "yesterday" }), "This file does not say when it was made."],
  "a long party": [
    whole({ party: "x".repeat(201) }),
    "The party's name in this file is 201 characters long; at most 200 are allowed.",
  ],
  "a part too many": [whole({ run: "alert(1)" }), "This file has the part “run”, which such a file does not have."],
  prototype: [
    whole().replace('"schema"', '"__proto__": {"polluted": 1}, "schema"'),
    `${FIRST} has the part “__proto__”, which no character has.`,
  ],
  "no record": [fileOf(["Anna"]), "Character 1 is no record of a character."],
  "a part too few": [fileOf([{ name: "Anna" }]), `${FIRST} lacks its schema.`],
  "same id": [
    fileOf([record(), record("Bert")]),
    "Character 2 (“Bert”) has the id of character 1; each must have its own.",
  ],
  "no id": [one({ id: "../../etc" }), `${FIRST} has no proper id: 8 to 64 letters, digits and hyphens.`],
  "unknown game": [one({ system: MARK }), `${FIRST} is of a game that is not known here, “${MARK}”; known are `],
  "inherited game": [one({ system: "toString" }), `${FIRST} is of a game that is not known here, “toString”`],
  schema: [one({ schema: 0 }), `${FIRST} has a schema ${NO_NUMBER}.`],
  revision: [one({ revision: 1.5 }), `${FIRST} has a revision ${NO_NUMBER}.`],
  "huge revision": [
    whole().replace('"revision":1', `"revision":1${"0".repeat(30)}`),
    `${FIRST} has a revision ${NO_NUMBER}.`,
  ],
  time: [one({ updated: "2026-99-01T10:00:00Z" }), `${FIRST} does not say when it was changed last.`],
  name: [one({ name: ["Anna"], data: [] }), "Character 1 has a name that is no text."],
  "no pairs": [one({ data: { name: "Anna" } }), `${FIRST} has no list of keys and texts.`],
  pairs: [one({ data: [["name"]] }), `${FIRST} has an entry (1) that is no pair of key and text.`],
  number: [one({ data: [["level", 3]] }), `${FIRST} has an entry (1) whose key or text is no text.`],
  "many pairs": [one({ data: Array(3_001).fill(["a", ""]) }), `${FIRST} has 3001 entries; at most 3000 are allowed.`],
  "long key": [
    one({ data: [["k".repeat(201), ""]] }),
    `${FIRST} has a key of 201 characters (entry 1); 1 to 200 are allowed.`,
  ],
  "no key": [one({ data: [["", ""]] }), `${FIRST} has a key of 0 characters (entry 1); 1 to 200 are allowed.`],
  "long text": [
    one({ data: [["notes", "x".repeat(200_001)]] }),
    `${FIRST} has a text of 200001 characters, “notes”; at most 200000 are allowed.`,
  ],
  "prototype key": [
    one({ data: [["weapons.__proto__.damage", "1"]] }),
    `${FIRST} has the key “weapons.__proto__.damage”, which no character may have.`,
  ],
  "constructor key": [
    one({ data: [["constructor.prototype", "1"]] }),
    `${FIRST} has the key “constructor.prototype”, which no character may have.`,
  ],
  NUL: [one({ data: [["notes", "a\0b"]] }), `${FIRST} holds, in entry 1, a NUL character, which no text may hold.`],
  "lone surrogate": [
    one({ data: [["notes", "\ud83d"]] }),
    `${FIRST} holds, in entry 1, half a character (a lone surrogate), which no text may hold.`,
  ],
  "NUL in the name": [
    one({ name: "A\0" }),
    "Character 1 (“A ”) has a name that holds a NUL character, which no text may hold.",
  ],
  "name that breaks the sentence": [
    one({ name: `A${RIGHT_TO_LEFT}\n${"x".repeat(300)}` }),
    `Character 1 (“A ${"x".repeat(38)}…”) has a name that is 303 characters long; at most 200 are allowed.`,
  ],
};
