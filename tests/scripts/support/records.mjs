// Characters for the tests of their storage, files and links.

export const ANNA = "11111111-aaaa-4aaa-8aaa-111111111111";
export const BERT = "22222222-bbbb-4bbb-8bbb-222222222222";

/** What a page saves. `more`: further parts, or other ones */
export function draft(name = "Anna", id = ANNA, more = {}) {
  return { schema: 2, system: "wwn", id, data: [["name", name]], ...more };
}

/** A character as it is stored. */
export function record(name = "Anna", id = ANNA, more = {}) {
  return { ...draft(name, id), name, revision: 1, updated: "2026-11-01T10:00:00.000Z", ...more };
}

/** The text of a file as anybody could write it. */
export function fileOf(records, more = {}) {
  const file = { app: "Tableside", format: 1, made: "2026-11-22T08:00:00.000Z", party: null };
  return JSON.stringify({ ...file, characters: records, ...more });
}
