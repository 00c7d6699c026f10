// link.js: reads the state of a page from its address, and writes it.
//
// Contract. A fragment with a `=` is a list of key and text, `#offense=7&me.brawn=6`. Any other fragment is no state.
// `parse` never throws: text that cannot be decoded stays as it is, and a fragment that is too long is no state.
// A link of more than `LONGEST_LINK` characters is cut off by many chats; pages say so, or offer a file.

export const LONGEST_LINK = 1_900;
const LONGEST = 64 * 1024;

/** @typedef {[string, string][]} Pairs */

/** @param {string} hash  location.hash */
export function tooLong(hash) {
  return hash.length > LONGEST;
}

/** @param {string} hash  location.hash @returns {Pairs | null} */
export function parse(hash) {
  const text = hash.replace(/^#/, "");
  if (!text.includes("=") || tooLong(hash)) return null;
  return text
    .split("&")
    .filter(Boolean)
    .map((part) => {
      const at = part.indexOf("=");
      return at < 0 ? [decode(part), ""] : [decode(part.slice(0, at)), decode(part.slice(at + 1))];
    });
}

/** @param {Pairs} pairs @returns {string}  the fragment with its `#`; empty without pairs */
export function format(pairs) {
  return pairs.length ? `#${pairs.map(([key, text]) => `${encode(key)}=${encode(text)}`).join("&")}` : "";
}

/**
 * The pairs with the present names of renamed inputs, except where the pairs give the present name too.
 * @param {Pairs} pairs @param {Record<string, string>} former  by former path, `*` for an index: the present last part
 * @returns {Pairs}
 */
export function withPresentNames(pairs, former) {
  const given = new Set(pairs.map(([key]) => key));
  return pairs.map(([key, text]) => {
    const parts = key.split(".");
    for (const [path, name] of Object.entries(former)) {
      const old = path.split(".");
      const fits = old.every((part, at) => part === "*" || part === parts[at]);
      if (fits) parts[old.length - 1] = name;
    }
    const present = parts.join(".");
    return given.has(present) ? [key, text] : [present, text];
  });
}

/** Text that cannot be decoded stays as it is. @param {string} text */
export function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Leaves `+`, `/`, `,` and `:` readable: a fragment allows them. @param {string} text */
function encode(text) {
  return encodeURIComponent(text).replace(/%(2B|2F|2C|3A)/g, (code) => decodeURIComponent(code));
}
