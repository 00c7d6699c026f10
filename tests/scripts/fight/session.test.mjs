// fight/session.js: an event is stored before it is shown, and is not shown when it could not be stored.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openPage, until } from "../support/browser.mjs";

const ID = "33333333-cccc-4ccc-8ccc-333333333333";
const EMPTY = { id: ID, name: "At the bridge", revision: 0, updated: "", data: { events: [], cursor: 0 } };

/** Python's replies: any event changes the fight, except those that it refuses. */
function reply({ kind, events, cursor, event, view }) {
  if (kind === "fight_odds") return { ok: true, odds: { b: `${cursor} events` } };
  if (event?.do === "broken") return { ok: false, problems: [{ text: "This is no event." }] };
  const known = events.slice(0, cursor);
  const after = event && event.do !== "refused" ? [...known, event] : known;
  const common = {
    ok: true,
    begun: true,
    parts: { top: `${after.length} ${view.panel}` },
    refused: [],
    line: "",
    last: after.at(-1)?.do ?? "",
    names: { b: "Bran" },
  };
  if (!event) return { ...common, changed: false };
  if (event.do === "refused") return { ...common, changed: false, why: "Nobody can do this." };
  return { ...common, changed: true, events: after, cursor: after.length };
}

/** A session in a page that was just loaded; `log` has what happened, in order. */
async function open({ answer = reply, fight = EMPTY } = {}) {
  const [{ createFightSession }, { openFights }] = await openPage(["fight/session", "storage/fights"]);
  const fights = await openFights();
  const log = [];
  const save = fights.save;
  fights.save = async (...given) => {
    const saved = await save(...given);
    log.push(`stored ${saved.data.events.length}/${saved.data.cursor}`);
    return saved;
  };
  const session = createFightSession("wwn", fights, {
    request: async (request) => answer(request),
    show: ({ parts, broken }, _view, isNews) => {
      if (broken) throw new Error("This cannot be drawn.");
      log.push(`shown ${parts.top}${isNews ? "" : " (view)"}`);
    },
    odds: (odds) => log.push(`odds ${odds.b}`),
    problem: (text) => text && log.push(text),
    done: (text) => log.push(text),
    saved: ({ revision }) => log.push(`revision ${revision}`),
    conflict: (stored) => log.push(stored ? "changed elsewhere" : "deleted elsewhere"),
  });
  await session.open(fight);
  const isShown = (text) => until(() => log.includes(text));
  await isShown("odds 0 events");
  log.length = 0;
  return { session, fights, log, isShown };
}

describe("a preview", () => {
  test("changes_and_stores_nothing_until_it_is_kept", async () => {
    const { session, fights, log } = await open({ fight: { ...EMPTY, isPreview: true } });

    assert.equal(await session.send({ do: "begin" }), false);
    assert.match(log[0], /Keep this fight first/);
    assert.equal(await fights.get(ID), null);
    assert.equal(await session.keep(), true);
    assert.equal((await fights.get(ID)).revision, 1);
    assert.equal(await session.send({ do: "begin" }), true);
  });
});

describe("an event", () => {
  test("is_stored_before_it_is_shown_and_before_its_odds_are_asked_for", async () => {
    const { session, log, isShown } = await open();

    assert.equal(await session.send({ do: "begin" }), true);
    await isShown("odds 1 events");

    assert.deepEqual(log, ["stored 1/1", "shown 1 ", "revision 1", "odds 1 events"]);
  });

  test("that_is_refused_is_neither_stored_nor_shown", async () => {
    const { session, fights, log } = await open();

    assert.equal(await session.send({ do: "refused" }), false);
    assert.equal(await session.send({ do: "broken" }), false);

    assert.deepEqual(log, ["Nobody can do this.", "This is no event."]);
    assert.equal(await fights.get(ID), null);
  });

  test("that_cannot_be_stored_is_not_shown", async () => {
    const { session, fights, log } = await open();
    fights.save = () => Promise.reject(new Error("This device has no room left."));

    assert.equal(await session.send({ do: "begin" }), false);

    assert.deepEqual(log, ["Not saved, so not done. This device has no room left."]);
    assert.deepEqual(session.fight.data, { events: [], cursor: 0 });
  });

  test("without_a_reply_changes_nothing", async () => {
    const { session, fights } = await open({ answer: (request) => (request.event ? null : reply(request)) });

    assert.equal(await session.send({ do: "begin" }), false);
    assert.equal(await fights.get(ID), null);
  });

  test("follows_the_one_before_it_when_both_come_at_once", async () => {
    const { session, fights } = await open();

    await Promise.all([session.send({ do: "begin" }), session.send({ do: "next" }), session.send({ do: "next" })]);

    const { data, revision } = await fights.get(ID);
    assert.deepEqual([data.events.map((event) => event.do), data.cursor, revision], [["begin", "next", "next"], 3, 3]);
  });

  test("of_a_fight_that_was_left_meanwhile_is_stored_there_and_never_comes_to_another_fight", async () => {
    const other = { ...EMPTY, id: ID.replace("3", "4"), name: "In the hall" };
    const waiting = [];
    const answer = (request) =>
      request.event?.do === "begin"
        ? new Promise((resolve) => waiting.push(() => resolve(reply(request))))
        : reply(request);
    const { session, fights, log } = await open({ answer });

    const [begun, next] = [session.send({ do: "begin" }), session.send({ do: "next" })];
    await until(() => waiting.length);
    const opened = session.open(other);
    waiting[0]();

    assert.deepEqual([await begun, await next, await opened], [true, null, true]);
    assert.deepEqual([session.fight.id, session.fight.data.events], [other.id, []]);
    assert.deepEqual(log.slice(0, 2), ["stored 1/1", "shown 0 "]);
    assert.deepEqual((await fights.get(ID)).data.events, [{ do: "begin" }]);
  });

  test("that_is_stored_but_cannot_be_drawn_is_not_called_unsaved", async () => {
    const { session, fights, log } = await open({
      answer: (request) => ({ ...reply(request), broken: request.event }),
    });

    await assert.rejects(session.send({ do: "begin" }), /cannot be drawn/);

    assert.deepEqual(log, ["stored 1/1"]);
    assert.equal((await fights.get(ID)).revision, session.fight.revision);
  });

  test("of_another_turn_closes_the_panel_of_a_fighter", async () => {
    const { session } = await open();
    await session.look({ panel: "target", who: "a", to: "b" });

    await session.send({ do: "track", who: "b", name: "hit_points", by: -1 });
    assert.equal(session.view.panel, "target");
    await session.send({ do: "next" });

    assert.deepEqual([session.view.panel, session.view.who], ["", ""]);
  });
});

describe("the cursor", () => {
  test("is_stored_and_moves_without_losing_events", async () => {
    const { session, fights } = await open();
    await session.send({ do: "begin" });
    await session.send({ do: "next" });

    await session.undo();
    await session.undo();
    await session.undo();
    assert.deepEqual((await fights.get(ID)).data, { events: [{ do: "begin" }, { do: "next" }], cursor: 0 });

    await session.redo();
    assert.equal((await fights.get(ID)).data.cursor, 1);
    await session.moveTo(2);
    assert.equal((await fights.get(ID)).data.cursor, 2);
  });

  test("before_a_new_event_drops_what_was_undone", async () => {
    const { session, fights } = await open();
    await session.send({ do: "begin" });
    await session.send({ do: "next" });
    await session.undo();

    await session.send({ do: "note", text: "Instead" });

    assert.deepEqual((await fights.get(ID)).data, {
      events: [{ do: "begin" }, { do: "note", text: "Instead" }],
      cursor: 2,
    });
  });

  test("stays_with_rewritten_events", async () => {
    const { session, fights } = await open();
    await session.send({ do: "begin" });

    await session.rewrite(() => ({ events: [{ do: "note" }], cursor: 1 }), "Struck out.");

    assert.deepEqual((await fights.get(ID)).data, { events: [{ do: "note" }], cursor: 1 });
  });
});

describe("a rewrite", () => {
  const rewritten = async () => {
    const opened = await open();
    await opened.session.send({ do: "begin" });
    await opened.session.send({ do: "next" });
    await opened.session.undo();
    await opened.session.rewrite(() => ({ events: [{ do: "next" }], cursor: 0 }), "Struck out.");
    opened.log.length = 0;
    return opened;
  };

  const said = (log) => log.filter((line) => line.startsWith("Undone"));

  test("is_taken_back_by_the_next_undo_with_its_cursor", async () => {
    const { session, fights, log } = await rewritten();

    await session.undo();
    assert.deepEqual((await fights.get(ID)).data, { events: [{ do: "begin" }, { do: "next" }], cursor: 1 });
    await session.undo();

    assert.equal((await fights.get(ID)).data.cursor, 0, "what came before it is undone next");
    assert.deepEqual(said(log), ["Undone: Struck out.", "Undone: begin"]);
  });

  test("is_not_taken_back_after_another_event", async () => {
    const { session, fights, log } = await rewritten();
    await session.send({ do: "note" });
    await session.undo();

    assert.equal((await fights.get(ID)).data.cursor, 0);
    assert.deepEqual(said(log), ["Undone: note"]);
  });

  test("is_not_taken_back_in_another_fight", async () => {
    const { session, fights, log } = await rewritten();
    await session.open({ ...EMPTY, id: ID.replace("3", "4") });
    await session.undo();

    assert.deepEqual((await fights.get(ID)).data.events, [{ do: "next" }]);
    assert.deepEqual(said(log), []);
  });
});

describe("a jump", () => {
  test("to_an_older_entry_is_taken_back_by_undo", async () => {
    const { session, fights, log } = await open();
    for (const kind of ["begin", "next", "note"]) await session.send({ do: kind });
    await session.moveTo(1);

    await session.undo();

    assert.equal((await fights.get(ID)).data.cursor, 3);
    assert.ok(log.includes("Undone: Back to an earlier entry."));
  });

  test("says_which_event_is_undone_and_done_again", async () => {
    const { session, log } = await open();
    await session.send({ do: "begin" });
    await session.undo();
    await session.redo();

    assert.deepEqual(
      log.filter((line) => /^(Undone|Done)/.test(line)),
      ["Undone: begin", "Done again: begin"],
    );
  });
});

describe("another tab", () => {
  test("that_has_changed_the_fight_is_not_overwritten", async () => {
    const { session, fights, log } = await open();
    await session.send({ do: "begin" });
    await fights.save({ system: "wwn", id: ID, name: "Theirs", data: { events: [], cursor: 0 } }, { from: 1 });
    log.length = 0;

    assert.equal(await session.send({ do: "next" }), false);

    assert.deepEqual(log.slice(0, 2), ["shown 0 ", "changed elsewhere"]);
    assert.equal((await fights.get(ID)).name, "Theirs");
    assert.equal(await session.send({ do: "next" }), true, "the fight goes on from there");
  });

  test("that_has_deleted_the_fight_is_named_and_the_fight_can_be_kept", async () => {
    const { session, fights, log } = await open();
    await session.send({ do: "begin" });
    await fights.remove(ID);
    log.length = 0;

    await session.refresh();
    assert.deepEqual(log, ["deleted elsewhere"]);
    await session.keep();

    assert.deepEqual((await fights.get(ID)).data.events, [{ do: "begin" }]);
  });
});

test("a_view_is_shown_and_not_stored", async () => {
  const { session, fights, log } = await open();

  await session.look({ panel: "log" });

  assert.equal(log[0], "shown 0 log (view)");
  assert.equal(await fights.get(ID), null);
});

test("a_request_holds_the_fight_the_view_and_the_table_rules", async () => {
  const requests = [];
  const [{ tableRulesKey }] = await openPage(["shared/storage-keys"]);
  localStorage.setItem(tableRulesKey("wwn"), JSON.stringify({ schema: 1, pairs: [["shock", "no"]] }));
  const { session } = await open({ answer: (request) => requests.push(request) && reply(request) });

  await session.ask("fight_back", { more: 1 });

  const { kind, system, events, cursor, view, house, more } = requests.at(-1);
  assert.deepEqual([kind, system, events, cursor, more], ["fight_back", "wwn", [], 0, 1]);
  assert.deepEqual([view, house], [{ panel: "" }, [["shock", "no"]]]);
});
