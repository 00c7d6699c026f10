// storage-keys.js: stored names never change, and the classic scripts, which cannot import it, read the same names.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { beforeEach, test } from "node:test";
import { runInThisContext } from "node:vm";
import { define, openPage } from "../support/browser.mjs";

const BASE = "/tabletop/";
const SCRIPTS = `https://tableside.test${BASE}assets/app-test/scripts/`;

beforeEach(() => define({ location: new URL(`https://tableside.test${BASE}wwn/attack/`) }));

const keys = async () => (await openPage(["shared/storage-keys"], BASE))[0];

/** Runs a classic script as a page's head does; returns the data of `<html>`. */
async function runInHead(path, dataset, src = `${SCRIPTS}${path}`) {
  const documentElement = { dataset: { system: "wwn" } };
  define({ document: { documentElement, currentScript: { src, dataset } } });
  runInThisContext(await readFile(new URL(`../../../web/scripts/${path}`, import.meta.url), "utf8"));
  return documentElement.dataset;
}

test("published_names_stay_as_they_are", async () => {
  const { trackerKey, rollLogKey, tableRulesKey, ownRowsKey, targetsKey, unreadableKey, ...others } = await keys();
  const { ANY_CHARACTERS_DATABASE, ...names } = others;

  assert.deepEqual(names, {
    CHARACTERS_DATABASE: "tableside./tabletop/.characters",
    FIGHTS_DATABASE: "tableside./tabletop/.fights",
    DRAFTS_KEY: "tableside./tabletop/.unsaved",
    STORAGE_STATUS_KEY: "tableside./tabletop/.keeping",
    ACTIVE_CHARACTER_KEY: "tableside./tabletop/.chosen",
    UPDATE_PUT_OFF_KEY: "tableside /tabletop/ later",
    FAVORITES_KEY: "tableside./tabletop/.favorites",
    RECENT_KEY: "tableside./tabletop/.recent",
    CONSOLE_DRAFT_KEY: "tableside./tabletop/.console",
    SETTINGS_PREFIX: "tableside /tabletop/ ",
    CACHE_PREFIX: "tableside /tabletop/ ",
  });
  assert.equal(trackerKey("obss.fight"), "tableside./tabletop/.tracker.obss.fight");
  assert.equal(rollLogKey("wwn"), "tableside./tabletop/.log.wwn");
  assert.equal(tableRulesKey("wwn"), "tableside./tabletop/.house.wwn");
  assert.equal(ownRowsKey("wwn"), "tableside./tabletop/.own.wwn");
  assert.equal(targetsKey("wwn"), "tableside./tabletop/.targets.wwn");
  assert.equal(unreadableKey("key"), "key.unreadable");
  assert.equal(ANY_CHARACTERS_DATABASE.exec(names.CHARACTERS_DATABASE)[1], BASE);
});

test("first_js_reads_the_table_rules_that_the_store_writes", async () => {
  const { tableRulesKey } = await keys();
  localStorage.setItem(tableRulesKey("wwn"), JSON.stringify({ pairs: [["shock", "no"]] }));

  assert.equal((await runInHead("pages/first.js", { rules: "shock" })).waits, "");
});

test("first_js_reads_the_tracker_state_that_the_store_writes", async () => {
  const { trackerKey } = await keys();
  localStorage.setItem(trackerKey("obss.fight"), JSON.stringify({ pairs: [["round", "2"]] }));

  assert.equal((await runInHead("pages/first.js", { tracker: "obss.fight" })).waits, "");
});

test("first_js_reads_the_character_that_the_store_writes", async () => {
  const { ACTIVE_CHARACTER_KEY } = await keys();
  sessionStorage.setItem(ACTIVE_CHARACTER_KEY, JSON.stringify({ wwn: { id: "a", shows: "weapon" } }));

  assert.equal((await runInHead("pages/first.js", { fills: "" })).chosen, "weapon");
});

test("first_js_waits_for_nothing_when_nothing_is_stored", async () => {
  assert.deepEqual(await runInHead("pages/first.js", { rules: "shock", tracker: "obss.fight", fills: "" }), {
    system: "wwn",
  });
});

test("returning_js_reads_the_pages_that_the_store_writes", async () => {
  const { FAVORITES_KEY, RECENT_KEY } = await keys();
  const stored = (address) => JSON.stringify({ schema: 1, pairs: [[address, "Attack"]] });
  const template = await readFile(new URL("../../../web/templates/pages/returning.html", import.meta.url), "utf8");
  const [, shown] = /data-shown="([^"]+)"/.exec(template);
  const rows = async () => (await runInHead("pages/returning.js", { shown })).yours;
  assert.equal(await rows(), "");

  localStorage.setItem(RECENT_KEY, stored("wwn/sheet/"));
  assert.equal(await rows(), "last");
  localStorage.setItem(RECENT_KEY, stored("wwn/attack/"));
  localStorage.setItem(FAVORITES_KEY, stored("obss/strike/"));
  assert.equal(await rows(), "last recent", "another game's places are not of this game");
  localStorage.setItem(FAVORITES_KEY, stored("wwn/attack/"));
  assert.equal(await rows(), "last favorites", "what is favorites stands in one row only");
});

for (const text of ["{", "null", "[]", '{"pairs":7}', '{"pairs":[null]}']) {
  test(`returning_js_survives_what_cannot_be_read: ${text}`, async () => {
    const { FAVORITES_KEY } = await keys();
    localStorage.setItem(FAVORITES_KEY, text);

    assert.equal((await runInHead("pages/returning.js", {})).yours, "");
  });
}

test("early_js_starts_the_worker_whose_name_the_client_has_stored", async () => {
  const { SETTINGS_PREFIX } = await keys();
  localStorage.setItem(`${SETTINGS_PREFIX}worker`, "py-test-again-1");
  const started = [];
  define({
    performance: { getEntriesByName: () => [{ transferSize: 0 }] },
    SharedWorker: class {
      constructor(address, { name }) {
        started.push([address, name]);
      }
    },
  });
  delete globalThis.startedEarly;

  await runInHead("client/early.js", {});

  assert.deepEqual(started, [[`${SCRIPTS}worker/worker.js`, "py-test-again-1"]]);
  delete globalThis.startedEarly;
});
