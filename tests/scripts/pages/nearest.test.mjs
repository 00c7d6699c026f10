// nearest.js: an address that leads nowhere finds the game, calculator or rule that was meant.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "../support/browser.mjs";

const target = (url, title) => ({ url, title, where: "" });
const TARGETS = [
  target("wwn/", "Worlds Without Number"),
  target("openquest/", "OpenQuest 3"),
  target("wwn/attack/", "Attack"),
  target("openquest/close_attack/", "Close attack"),
  target("obss/stabilise/", "Stabilize"),
  target("wwn/rules/#WWN-SHOCK-01", "Shock"),
  target("wwn/rules/#WWN-HIT-01", "To hit"),
];

const open = async () => (await openPage(["pages/nearest"]))[0];

for (const [asked, meant] of [
  ["wwn/atack/", "wwn/attack/"],
  ["wwn/attacks", "wwn/attack/"],
  ["openqest/", "openquest/"],
  ["openquest/closeattack", "openquest/close_attack/"],
  ["obss/stabilize", "obss/stabilise/"],
  ["wwn/rule/#WWN-SHOK-01", "wwn/rules/#WWN-SHOCK-01"],
]) {
  test(`${asked} finds ${meant}`, async () => {
    const { nearest } = await open();

    assert.equal(nearest(TARGETS, asked)[0]?.url, meant);
  });
}

test("what_is_like_nothing_finds_nothing", async () => {
  const { nearest } = await open();

  assert.deepEqual(nearest(TARGETS, "zzz/qqq/"), []);
  assert.deepEqual(nearest(TARGETS, ""), []);
});
