// Links to a character that strangers may have made, each with the beginning of the sentence that refuses it.

import { deflateRawSync } from "node:zlib";
import { MARK } from "./hostile-files.mjs";
import { ANNA } from "./records.mjs";

const HELD = "The character in this link";
const LETTERS = "This link is damaged: after sheet=1. only letters, digits, - and _ may stand.";
const NO_CHARACTER = "This link holds no character.";
const NOT_PACKED = "This link is damaged or was cut off: what it holds cannot be unpacked.";
const TOO_MUCH = "This link unpacks to more than 256 KB and was not read.";

/** A link that holds a value as JSON, or these bytes. */
export function linkOf(value) {
  const bytes = value instanceof Uint8Array ? value : Buffer.from(JSON.stringify(value));
  return `#sheet=1.${deflateRawSync(bytes, { level: 9 }).toString("base64url")}`;
}

/** What a link holds; `more`: further parts, or other ones */
export function shared(more = {}) {
  return { system: "wwn", schema: 1, data: [["name", "Anna"]], ...more };
}

const holding = (more) => linkOf(shared(more));
const bytes = (text) => linkOf(Buffer.from(text));
export const GOOD = holding({ data: Array.from({ length: 50 }, (_, n) => ["name", `Anna ${n * n * 7919}`]) });

/** By what is wrong: the fragment and the sentence. Node 20 unpacks a link with bytes appended; no browser does. */
export const HOSTILE_LINKS = {
  nothing: ["", NO_CHARACTER],
  another: ["#target_ac=15", NO_CHARACTER],
  "no version": [GOOD.replace("1.", ""), NO_CHARACTER],
  newer: [GOOD.replace("=1.", "=2."), "This link was made by a newer Tableside"],
  empty: ["#sheet=1.", LETTERS],
  markup: [`#sheet=1.${MARK}`, LETTERS],
  percent: [`${GOOD}%00`, LETTERS],
  punctuation: [`${GOOD}).`, LETTERS],
  "cut off": [GOOD.slice(0, -20), NOT_PACKED],
  "half a byte": ["#sheet=1.A", NOT_PACKED],
  "not packed": [`#sheet=1.${Buffer.from(JSON.stringify(shared())).toString("base64url")}`, NOT_PACKED],
  "too long": [`#sheet=1.${"A".repeat(65_536)}`, "This link is longer than 64 KB and was not read."],
  bomb: [linkOf(Buffer.alloc(40_000_000, " ")), TOO_MUCH],
  "small bomb": [linkOf(Buffer.alloc(256 * 1024 + 1, " ")), TOO_MUCH],
  "no text": [linkOf(Uint8Array.of(0xff, 0xfe, 0)), "This link is damaged: what it holds is no text."],
  "no words": [bytes("  "), "What this link holds is empty."],
  "no JSON": [bytes("Anna"), "What this link holds is damaged, or was not made by Tableside."],
  "half JSON": [bytes('{"system": "wwn"'), "What this link holds is cut off: its end is missing."],
  nested: [bytes("[".repeat(200_000)), "What this link holds is nested too deep: at most 8 levels are allowed."],
  null: [linkOf(null), NO_CHARACTER],
  "a list": [linkOf([shared()]), NO_CHARACTER],
  "a part too many": [holding({ id: ANNA }), NO_CHARACTER],
  prototype: [bytes('{"system": "wwn", "schema": 1, "__proto__": {"data": [], "polluted": 1}}'), NO_CHARACTER],
  "unknown game": [holding({ system: "dnd" }), `${HELD} is of a game that is not known here, “dnd”;`],
  "inherited game": [holding({ system: "__proto__" }), `${HELD} is of a game that is not known here, “__proto__”;`],
  schema: [holding({ schema: "1" }), `${HELD} has a schema that is no whole number from 1 on.`],
  "no pairs": [holding({ data: "name" }), `${HELD} has no list of keys and texts.`],
  number: [holding({ data: [["level", 3]] }), `${HELD} has an entry (1) whose key or text is no text.`],
  "prototype key": [
    holding({ data: [["__proto__.polluted", "1"]] }),
    `${HELD} has the key “__proto__.polluted”, which no character may have.`,
  ],
  "many pairs": [holding({ data: Array(3_001).fill(["a", ""]) }), `${HELD} has 3001 entries; at most 3000`],
  NUL: [holding({ data: [["notes", "\0"]] }), `${HELD} holds, in entry 1, a NUL character`],
  "lone surrogate": [holding({ data: [["notes", "\udc00"]] }), `${HELD} holds, in entry 1, half a character`],
};
