// The policy for scripts: only those of the page's own origin.

import assert from "node:assert/strict";
import { test } from "node:test";

const own = "https://own.example/assets/worker.js";

test("a_worker_runs_only_a_script_of_the_pages_own_origin", async (t) => {
  Object.assign(globalThis, {
    location: { origin: "https://own.example" },
    trustedTypes: { createPolicy: (/** @type {string} */ _, /** @type {object} */ rules) => rules },
  });
  t.after(() => Object.assign(globalThis, { location: undefined, trustedTypes: undefined }));
  const { ownScript } = await import("../../../web/scripts/shared/trusted.js");

  assert.equal(ownScript(own), own);
  for (const other of ["https://elsewhere.example/worker.js", "data:text/javascript,1"]) {
    assert.throws(() => ownScript(other), { name: "TypeError", message: `${other} is no script of this site.` });
  }
});
