// packs.js: a request gets the packs that its calculator needs, and one that does not come is asked for again.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { gzipSync } from "node:zlib";
import { define, openPage, settle, until } from "../support/browser.mjs";
import { CALCULATOR_KINDS, FIGHT_KINDS, PACKS, SHEET_KINDS, TOOL_KINDS } from "../support/paths.mjs";

const LATE_MS = 15_000;

beforeEach((t) => t.mock.timers.enable({ apis: ["setTimeout"] }));

/** A pack as the build compresses it. */
const packed = (text) => new Response(gzipSync(text));

/** The packs of a worker whose fetches get these answers, in order; the last one goes for all others. */
async function open(...answers) {
  const asked = [];
  const fetch = async (url, options) => {
    asked.push({ name: url.slice(url.lastIndexOf("/") + 1), cache: options?.cache });
    const answer = answers[asked.length - 1] ?? answers.at(-1);
    return answer();
  };
  define({ fetch });
  const [packs] = await openPage(["worker/packs"]);
  return { packs, asked };
}

const good = () => packed("a pack");
const hanging = () => new Promise(() => {});
const request = (more) => JSON.stringify(more);
const namesOf = (packs) => packs.map(({ url }) => url.slice(url.lastIndexOf("/") + 1, -".pack".length));
const OPENQUEST_OWN = ["openquest", "openquest-close", "openquest-talk"];
const OPENQUEST = ["all-events", ...OPENQUEST_OWN];

for (const [calculator, names] of [
  ["raiders.strike", ["raiders"]],
  ["raiders.grapple_round", ["all-events", "raiders"]],
  ["openquest.reference", ["openquest"]],
  ["openquest.charge", ["openquest", "openquest-close"]],
  ["openquest.fast_talk", OPENQUEST_OWN],
]) {
  for (const kind of CALCULATOR_KINDS) {
    test(`a_request_of_the_kind_${kind}_needs_the_packs_of_its_calculator: ${calculator}`, async () => {
      const { packs } = await open(good);

      const tools = TOOL_KINDS.includes(kind) ? ["all-tools"] : [];
      assert.deepEqual(namesOf(packs.needed(request({ kind, calculator }))).sort(), [...names, ...tools].sort());
    });
  }
}

for (const more of [
  { kind: "answer", calculator: "openquest.no_such" },
  { kind: "answer", calculator: "openquest" },
  { kind: "house", system: "openquest" },
  { kind: "no such kind", calculator: "openquest.charge" },
]) {
  test(`a_request_without_a_known_calculator_of_its_own_needs_its_whole_game: ${JSON.stringify(more)}`, async () => {
    const { packs } = await open(good);

    assert.deepEqual(namesOf(packs.needed(request(more))), OPENQUEST);
  });
}

test("a_request_to_share_an_answer_needs_the_tools_and_the_whole_game", async () => {
  const { packs } = await open(good);

  const names = namesOf(packs.needed(request({ kind: "share", calculator: "openquest.charge" })));
  assert.deepEqual(names.sort(), [...OPENQUEST, "all-tools"].sort());
});

test("a_tools_request_that_names_no_game_needs_the_packs_of_no_game", async () => {
  const { packs } = await open(good);

  assert.deepEqual(namesOf(packs.needed(request({ kind: "show" }))).sort(), ["all-events", "all-tools"]);
});

for (const kind of SHEET_KINDS) {
  test(`a_request_of_the_kind_${kind}_needs_the_characters_and_the_whole_game`, async () => {
    const { packs } = await open(good);

    const whole = ["all-sheet", "all-events", "raiders", "raiders-sheet"];
    assert.deepEqual(namesOf(packs.needed(request({ kind, system: "raiders" }))), whole);
    assert.deepEqual(namesOf(packs.needed(request({ kind, calculator: "raiders.strike" }))), whole);
  });
}

for (const kind of FIGHT_KINDS) {
  test(`a_request_of_the_kind_${kind}_needs_the_fights_the_characters_and_the_whole_game`, async () => {
    const { packs } = await open(good);

    const tools = TOOL_KINDS.includes(kind) ? ["all-tools"] : [];
    const whole = ["all-sheet", "all-events", "all-fight", "raiders", "raiders-fight", "raiders-sheet", ...tools];
    assert.deepEqual(namesOf(packs.needed(request({ kind, system: "raiders" }))).sort(), whole.sort());
  });
}

test("the_games_of_packs_leave_out_what_every_game_shares", async () => {
  const { packs } = await open(good);

  assert.deepEqual(packs.games(packs.needed(request({ kind: "sheet", system: "raiders" }))), ["raiders"]);
});

for (const text of ["{", "null", "7", '{"kind":"systems"}', '{"kind":"answer","calculator":"toString.x"}']) {
  test(`a_request_that_names_no_game_needs_all: ${text}`, async () => {
    const { packs } = await open(good);

    assert.deepEqual(namesOf(packs.needed(text)), ["all-events", "raiders", ...OPENQUEST_OWN]);
  });
}

test("a_pack_is_fetched_once_and_added_once", async () => {
  const { packs, asked } = await open(good);
  const [pack] = packs.needed(request({ kind: "answer", calculator: "raiders.strike" }));
  const added = [];
  const python = { add: (bytes) => added.push(Buffer.from(bytes).toString()) };

  await packs.add(python, pack);
  await packs.add(python, pack);

  assert.deepEqual(added, ["a pack"]);
  assert.equal(asked.length, 1);
});

test("a_pack_whose_request_hangs_is_asked_for_again_after_15_seconds", async (t) => {
  const { packs, asked } = await open(hanging, good);
  const [pack] = packs.needed(request({ kind: "answer", calculator: "raiders.strike" }));
  const fetched = packs.fetchPack(pack);
  t.mock.timers.tick(LATE_MS - 1);
  await settle();
  assert.deepEqual([asked.length, packs.loading()], [1, true]);

  t.mock.timers.tick(1);

  assert.equal(Buffer.from(await fetched).toString(), "a pack");
  assert.deepEqual(
    asked.map(({ cache }) => cache),
    [undefined, "reload"],
  );
  assert.equal(packs.loading(), false);
});

test("a_pack_that_came_is_not_asked_for_again", async (t) => {
  const { packs, asked } = await open(good);
  await packs.fetchPack(packs.needed(request({ kind: "answer", calculator: "raiders.strike" }))[0]);

  t.mock.timers.tick(LATE_MS);
  await settle();

  assert.equal(asked.length, 1);
});

for (const [name, answer, why] of [
  ["a_missing_pack", () => new Response("", { status: 404 }), "the server said 404."],
  ["a_pack_without_a_network", () => Promise.reject(new TypeError("no")), "there is no connection."],
]) {
  test(`${name}_is_reported_in_a_sentence_and_fetched_again_for_the_next_question`, async () => {
    const { packs } = await open(answer, good);
    const [pack] = packs.needed(request({ kind: "answer", calculator: "raiders.strike" }));

    await assert.rejects(packs.fetchPack(pack), { message: `raiders.pack could not be fetched: ${why}` });

    assert.equal(Buffer.from(await packs.fetchPack(pack)).toString(), "a pack");
  });
}

test("the_packs_of_all_games_come_one_by_one_in_the_end_whatever_fails", async () => {
  const { packs, asked } = await open(good, () => new Response("", { status: 404 }), good);

  await packs.fetchOthers();

  await until(() => !packs.loading());
  assert.equal(asked.length, Object.keys(PACKS).length);
});

test("the_other_packs_of_a_game_in_use_come_first", async () => {
  const { packs, asked } = await open(good);
  const python = { add: () => {} };
  for (const pack of packs.needed(request({ kind: "answer", calculator: "openquest.charge" }))) {
    await packs.add(python, pack);
  }

  await packs.fetchOthers();

  assert.deepEqual(asked.map(({ name }) => name).slice(0, 3), [
    "openquest.pack",
    "openquest-close.pack",
    "openquest-talk.pack",
  ]);
});

test("adding_a_game_adds_what_its_calculators_need_and_no_characters_or_fights", async () => {
  const { packs, asked } = await open(good);
  let added = 0;

  assert.equal(await packs.addGame({ add: () => (added += 1) }, "openquest"), true);

  assert.equal(added, 4);
  assert.deepEqual(asked.map(({ name }) => name).sort(), OPENQUEST.map((name) => `${name}.pack`).sort());
});

test("adding_a_game_says_when_a_pack_does_not_come", async () => {
  const { packs } = await open(() => new Response("", { status: 404 }));

  assert.equal(await packs.addGame({ add: () => {} }, "raiders"), false);
});
