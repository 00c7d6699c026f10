// errors.js: why a call of the storage was rejected.
//
// Contract. The message of each error is a sentence for the reader.

/** The device has no room left; the stored records are unchanged. */
export class Full extends Error {
  name = "Full";
}
/** A newer Tableside made the record, so this version does not change it. */
export class Newer extends Error {
  name = "Newer";
}
/** The storage does not answer, or no longer answers. */
export class Unreachable extends Error {
  name = "Unreachable";
}
