// settings.js: small settings stay on the device; where there is no room, on the page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { define, openPage } from "../support/browser.mjs";

const open = async () => (await openPage(["storage/settings"]))[0];

function refuseWriting() {
  const { setItem } = localStorage;
  define(
    {
      setItem() {
        throw new DOMException("no room", "QuotaExceededError");
      },
    },
    localStorage,
  );
  return () => define({ setItem }, localStorage);
}

test("a_setting_is_there_after_a_reload_and_in_another_tab", async () => {
  const tab = await open();
  tab.writeSetting("search key", "off");

  assert.equal((await open()).readSetting("search key"), "off");
  (await open()).writeSetting("search key", "on");
  assert.equal(tab.readSetting("search key"), "on");
  assert.equal(tab.readSetting("nothing"), null);
});

test("a_full_storage_does_not_bring_back_an_older_value", async () => {
  const tab = await open();
  tab.writeSetting("proposals wwn", "older");
  const makeRoom = refuseWriting();

  tab.writeSetting("proposals wwn", "newer");

  assert.equal(tab.readSetting("proposals wwn"), "newer");
  assert.equal((await open()).readSetting("proposals wwn"), "older");
  makeRoom();
  tab.writeSetting("proposals wwn", "newest");
  assert.equal((await open()).readSetting("proposals wwn"), "newest");
});
