// Generated characters, for round trips.

import fc from "fast-check";
import { SCHEMAS } from "./paths.mjs";

const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz_"];

const scalar = fc
  .integer({ min: 1, max: 0x10ffff })
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));
const letter = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...'aZ09 "\\/+,:&=%#?<>{}[]\n\t\u2028\u00e9\ufeff🜚') },
  { weight: 2, arbitrary: scalar },
);
const word = fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 1, maxLength: 12 });

/** Any text that a character may hold: no NUL and no half of a character. */
export const texts = fc.string({ unit: letter, maxLength: 60 });
export const keys = fc
  .oneof(
    word,
    fc.tuple(word, fc.integer({ min: 0, max: 99 }), word).map((parts) => parts.join(".")),
    fc.constant("name"),
  )
  .filter((key) => !key.split(".").some((part) => FORBIDDEN.has(part)));
export const pairs = fc.array(fc.tuple(keys, texts), { maxLength: 12 });
export const drafts = fc.record(
  { system: fc.constantFrom(...Object.keys(SCHEMAS)), schema: fc.integer({ min: 1, max: 9 }), data: pairs },
  { noNullPrototype: true },
);
