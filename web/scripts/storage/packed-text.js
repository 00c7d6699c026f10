// packed-text.js: a text, packed into the fragment of a link.
//
// Contract. `createPackedText(words)` gives `encode` and `decode`. `encode(text)` gives `{ok, fragment}`: `#<name>=1.` and the
// text, deflated and in base64url. `decode(fragment)` gives `{ok, text}`. Both always resolve; a failure has a sentence in
// `why`. Untrusted text is read up to 64 KB in and 256 KB out, in small pieces. Nothing is stored.

/** @typedef {{ok: false, why: string}} Refusal */
/** @typedef {{name: string, many: string, tooLarge: string, none: string}} Words  the key in the address, and how sentences name what the link holds */

const LONGEST = 64 * 1024;
const LARGEST = 256 * 1024;
/** Deflate expands a byte to about a thousand at most, so a piece expands to a quarter of a megabyte at most. */
const PIECE = 256;
const VERSION = "1";

const TOO_LONG = "This link is longer than 64 KB and was not read.";
const NEWER = "This link was made by a newer Tableside; load the page again to get the newest version.";
const DAMAGED = "This link is damaged or was cut off: what it holds cannot be unpacked.";
const BOMB = "This link unpacks to more than 256 KB and was not read.";
const NO_TEXT = "This link is damaged: what it holds is no text.";

/** @param {Words} words */
export function createPackedText({ name, many, tooLarge, none }) {
  const pattern = new RegExp(`^#?${name}=(\\d+)\\.(.*)$`, "s");
  const noStreams = `This browser cannot pack or unpack links to ${many}; a file can be exported and imported instead.`;
  const letters = `This link is damaged: after ${name}=${VERSION}. only letters, digits, - and _ may stand.`;

  /** @param {string} text @returns {Promise<{ok: true, fragment: string} | Refusal>} */
  async function encode(text) {
    const bytes = new TextEncoder().encode(text);
    if (bytes.length > LARGEST) return refused(tooLarge);
    const stream = made(() => new CompressionStream("deflate-raw"));
    if (!stream) return refused(noStreams);
    const packed = await through(bytes, stream, LARGEST);
    const fragment = `#${name}=${VERSION}.${base64(/** @type {Uint8Array} */ (packed))}`;
    return fragment.length > LONGEST ? refused(tooLarge) : { ok: true, fragment };
  }

  /** @param {string} fragment  with or without its `#` @returns {Promise<{ok: true, text: string} | Refusal>} */
  async function decode(fragment) {
    if (fragment.length > LONGEST) return refused(TOO_LONG);
    const [, version, packed] = pattern.exec(fragment) ?? [];
    if (!version) return refused(none);
    if (version !== VERSION) return refused(NEWER);
    if (!/^[\w-]+$/.test(packed)) return refused(letters);
    const stream = made(() => new DecompressionStream("deflate-raw"));
    if (!stream) return refused(noStreams);
    let bytes;
    try {
      bytes = await through(unbase64(packed), stream, LARGEST);
    } catch {
      return refused(DAMAGED);
    }
    return bytes ? opened(bytes) : refused(BOMB);
  }

  return { encode, decode };
}

/** @param {Uint8Array} bytes @returns {{ok: true, text: string} | Refusal} */
function opened(bytes) {
  try {
    return { ok: true, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return refused(NO_TEXT);
  }
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
export function refused(why) {
  return { ok: false, why };
}
