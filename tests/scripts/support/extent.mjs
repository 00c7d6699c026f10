// How much a run covers, as tests/extent.py declares it, and the seed of what is generated.
//
// The seed rotates from run to run. A property that fails names it: TABLESIDE_TEST_SEED repeats that run.

import fc from "fast-check";

const EXTENTS = ["quick", "usual", "long"];
const EXTENT = process.env.TABLESIDE_TEST_EXTENT ?? "usual";
if (!EXTENTS.includes(EXTENT)) throw new Error(`TABLESIDE_TEST_EXTENT must be quick, usual or long; got ${EXTENT}.`);
const SEED = Number(process.env.TABLESIDE_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
if (!Number.isInteger(SEED)) throw new Error("TABLESIDE_TEST_SEED must be a whole number.");

/** The value for this run. */
export function byExtent(quick, usual, long) {
  return { quick, usual, long }[EXTENT];
}

/** Checks that a property holds: for a tenth of the cases in the usual run, for all in the long run. */
export function holds(...property) {
  const numRuns = byExtent(50, 100, 1_000);
  const check = property.pop();
  const asserted = fc.assert(fc.asyncProperty(...property, check), { seed: SEED, numRuns });
  return asserted.catch((error) => {
    throw new Error(`${error.message}\n\nRepeat with TABLESIDE_TEST_SEED=${SEED}.`, { cause: error.cause });
  });
}
