// sheet/link.js: one character in the fragment of a link. The receiver sees the character and may keep it.
//
// Contract. `encode({system, schema, data})` gives `{ok, fragment}`: `#sheet=1.` and the JSON of the three, deflated and in
// base64url. `decode(fragment)` gives `{ok, system, schema, data}`. Both always resolve; a failure has a sentence in `why`.
// Untrusted text is read up to 64 KB in and 256 KB out, in small pieces. A link with a newer schema is valid. Nothing is
// stored.

import { draftTrouble, parsed } from "../storage/character-data.js";

/** @typedef {{system: string, schema: number, data: import("../shared/link.js").Pairs}} Shared */
/** @typedef {{ok: false, why: string}} Refusal */

const LONGEST = 64 * 1024;
const LARGEST = 256 * 1024;
/** Deflate expands a byte to about a thousand at most, so a piece expands to a quarter of a megabyte at most. */
const PIECE = 256;
const VERSION = "1";
const PARTS = "data,schema,system";

const NO_STREAMS =
  "This browser cannot pack or unpack links to characters; a file can be exported and imported instead.";
const TOO_LARGE = "This character is too large for a link: give it away as a file.";
const TOO_LONG = "This link is longer than 64 KB and was not read.";
const NO_LINK = "This link holds no character.";
const NEWER = "This link was made by a newer Tableside; load the page again to get the newest version.";
const LETTERS = "This link is damaged: after sheet=1. only letters, digits, - and _ may stand.";
const DAMAGED = "This link is damaged or was cut off: what it holds cannot be unpacked.";
const BOMB = "This link unpacks to more than 256 KB and was not read.";
const NO_TEXT = "This link is damaged: what it holds is no text.";

/** @param {Shared} shared @returns {Promise<{ok: true, fragment: string} | Refusal>} */
export async function encode({ system, schema, data }) {
  const bytes = new TextEncoder().encode(JSON.stringify({ system, schema, data }));
  if (bytes.length > LARGEST) return refused(TOO_LARGE);
  const stream = made(() => new CompressionStream("deflate-raw"));
  if (!stream) return refused(NO_STREAMS);
  const packed = await through(bytes, stream, LARGEST);
  const fragment = `#sheet=${VERSION}.${base64(/** @type {Uint8Array} */ (packed))}`;
  return fragment.length > LONGEST ? refused(TOO_LARGE) : { ok: true, fragment };
}

/** @param {string} fragment  with or without its `#` @returns {Promise<({ok: true} & Shared) | Refusal>} */
export async function decode(fragment) {
  if (fragment.length > LONGEST) return refused(TOO_LONG);
  const [, version, packed] = /^#?sheet=(\d+)\.(.*)$/s.exec(fragment) ?? [];
  if (!version) return refused(NO_LINK);
  if (version !== VERSION) return refused(NEWER);
  if (!/^[\w-]+$/.test(packed)) return refused(LETTERS);
  const stream = made(() => new DecompressionStream("deflate-raw"));
  if (!stream) return refused(NO_STREAMS);
  try {
    const bytes = await through(unbase64(packed), stream, LARGEST);
    return bytes ? opened(bytes) : refused(BOMB);
  } catch {
    return refused(DAMAGED);
  }
}

/** @param {Uint8Array} bytes @returns {({ok: true} & Shared) | Refusal} */
function opened(bytes) {
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return refused(NO_TEXT);
  }
  const read = parsed(text);
  if (!read.ok) return refused(`What this link holds ${read.why}.`);
  const { value } = read;
  if (Object.keys(Object(value)).sort().join() !== PARTS) return refused(NO_LINK);
  const trouble = draftTrouble(value);
  if (trouble) return refused(`The character in this link ${trouble}.`);
  return { ok: true, system: value.system, schema: value.schema, data: value.data };
}

/**
 * Null when more than `most` bytes would come out; the rest is then not unpacked.
 *
 * @param {Uint8Array} bytes @param {CompressionStream | DecompressionStream} stream @param {number} most
 */
async function through(bytes, stream, most) {
  let at = 0;
  const source = new ReadableStream({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(bytes.slice(at, (at += PIECE)));
      else controller.close();
    },
  });
  const reader = source.pipeThrough(stream).getReader();
  /** @type {Uint8Array[]} */
  const pieces = [];
  let size = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    pieces.push(piece.value);
    size += piece.value.length;
    if (size <= most) continue;
    reader.cancel().catch(() => {});
    return null;
  }
  return new Uint8Array(await new Blob(/** @type {BlobPart[]} */ (pieces)).arrayBuffer());
}

/** @template T @param {() => T} make @returns {T | null}  null where the browser lacks it */
function made(make) {
  try {
    return make();
  } catch {
    return null;
  }
}

/** @param {Uint8Array} bytes */
function base64(bytes) {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @param {string} text */
function unbase64(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

/** @param {string} why @returns {Refusal} */
function refused(why) {
  return { ok: false, why };
}
