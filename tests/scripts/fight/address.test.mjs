// fight/address.js: what is shown is kept with the address of the fight that is open, and of no other.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { openPage } from "../support/browser.mjs";

const SETUP = { panel: "setup" };
let replaced;

beforeEach(() => {
  replaced = [];
  globalThis.history = {
    replaceState(state, _, hash) {
      replaced.push([state.view, hash]);
      location.hash = hash;
    },
  };
});

/** The address of a fight that was opened at this one. */
async function opened(hash) {
  const [{ createAddress }] = await openPage(["fight/address"]);
  location.hash = hash;
  const address = createAddress();
  address.open();
  return address;
}

test("a_fight_has_its_own_address_once_it_is_stored", async () => {
  const address = await opened("#new=1");
  address.shown(SETUP);
  address.saved("one", { panel: "" });
  address.shown(SETUP);

  assert.deepEqual(replaced, [
    [SETUP, "#new=1"],
    [{ panel: "" }, "#open=one"],
    [SETUP, "#open=one"],
  ]);
});

test("a_fight_that_was_closed_meanwhile_stays_closed", async () => {
  const address = await opened("#new=1");
  location.hash = "#open=two";
  address.saved("one", SETUP);
  address.shown(SETUP);

  assert.deepEqual([replaced, address.hash], [[], "#new=1"]);
});
