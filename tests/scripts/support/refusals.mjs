// What a promise that must reject rejects with.

import assert from "node:assert/strict";

/** The error that a promise rejects with. */
export function refused(promise) {
  return promise.then(
    () => assert.fail("This was not refused."),
    (error) => error,
  );
}

/** The error, which must be of this class. */
export async function refusedAs(kind, promise) {
  const error = await refused(promise);
  assert.equal(error.constructor.name, kind, error.message);
  return error;
}
