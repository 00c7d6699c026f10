// shared/in-order.js: pieces of work run one after another, also after one that fails.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "../support/browser.mjs";

test("work_starts_when_the_work_before_it_has_ended_or_failed", async () => {
  const [{ createOrder }] = await openPage(["shared/in-order"]);
  const { add, idle } = createOrder();
  const done = [];
  const first = add(async () => {
    await Promise.resolve();
    done.push("first");
    throw new Error("no");
  });
  const second = add(() => {
    done.push("second");
    return 2;
  });

  assert.deepEqual(done, []);
  await assert.rejects(first, /no/);
  assert.equal(await second, 2);
  await idle();
  assert.deepEqual(done, ["first", "second"]);
});
