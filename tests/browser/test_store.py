"""Characters in IndexedDB: saved is what is committed, nobody writes over another, nothing newer is touched."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page

import pyrules
from web.builder.serve import Server

from .conftest import own_context, until
from .storing import ANNA, BERT, DATABASE, RAW, do, draft, modules, opened, put_raw, record, refused, save, stored

ONLY_HERE = "Characters stay only while this page is open"
NAMES = "kept.list('wwn').then((entries) => entries.map((entry) => entry.name))"


@pytest.fixture
def tab(page: Page, served: Server) -> Page:
    """A page with open characters."""
    return opened(page, served)


@pytest.fixture
def other(page: Page, served: Server) -> Page:
    """Another tab of the same browser."""
    return opened(page.context.new_page(), served)


# Saving


def test_saved_is_said_after_the_commit(page: Page, served: Server) -> None:
    page.add_init_script("""
      window.order = [];
      const begin = IDBDatabase.prototype.transaction;
      IDBDatabase.prototype.transaction = function (...given) {
        const tx = begin.apply(this, given);
        if (given[1] === "readwrite") tx.addEventListener("complete", () => order.push("committed"));
        return tx;
      };
    """)
    opened(page, served)

    do(page, "kept.save(arg, { from: 0 }).then(() => order.push('saved'))", draft())

    assert page.evaluate("order") == ["committed", "saved"]


def test_what_was_saved_is_there_after_a_reload(tab: Page, served: Server) -> None:
    saved = save(tab, draft("Anna", ANNA, 2, "wwn", ["level", "three"], ["conditions", "a"], ["conditions", "b"]), 0)

    opened(tab, served)

    assert stored(tab) == saved
    assert (saved["revision"], saved["name"]) == (1, "Anna")
    assert saved["data"] == [["name", "Anna"], ["level", "three"], ["conditions", "a"], ["conditions", "b"]]
    assert save(tab, draft("Anne"), 1)["revision"] == 2
    assert do(tab, NAMES) == ["Anne"]


def test_what_is_already_there_is_not_written_again(tab: Page) -> None:
    saved = save(tab, draft(), 0)

    assert save(tab, draft(), 1) == saved
    assert save(tab, draft(), 0) == saved, "it may be ours, committed without our having heard of it"


def test_a_change_of_the_form_while_it_is_being_saved_is_not_in_it(tab: Page) -> None:
    do(
        tab,
        "(() => { const saving = kept.save(arg, { from: 0 }); arg.data[0][1] = 'Late'; return saving })()",
        draft(),
    )

    assert stored(tab)["data"] == [["name", "Anna"]]


def test_the_database_is_named_after_the_path_too(page: Page, served: Server, served_sub: Server) -> None:
    opened(page, served_sub)

    assert do(page, "indexedDB.databases().then((all) => all.map((each) => each.name))") == [
        "tableside./tableside/.characters"
    ]


# Two tabs


def test_a_save_over_a_newer_revision_is_a_conflict_that_holds_it(tab: Page, other: Page) -> None:
    save(tab, draft(), 0)
    theirs = save(other, draft("Theirs"), 1)

    error = refused(tab, "kept.save(arg, { from: 1 })", draft("Ours"))

    assert error["kind"] == "Conflict"
    assert error["text"] == "This character was changed in another tab, so this was not saved over it."
    assert error["stored"] == theirs == stored(tab)
    assert save(tab, draft("Ours"), error["stored"]["revision"])["revision"] == 3


def test_of_two_saves_at_once_one_is_a_conflict(tab: Page) -> None:
    save(tab, draft(), 0)

    ended = do(
        tab,
        "Promise.allSettled(arg.map((each) => kept.save(each, { from: 1 })))"
        ".then((all) => all.map((one) => one.status))",
        [draft("One"), draft("Two")],
    )

    assert ended == ["fulfilled", "rejected"]
    assert stored(tab)["name"] == "One"


def test_a_save_of_what_was_deleted_elsewhere_is_a_conflict_with_nothing(tab: Page, other: Page) -> None:
    save(tab, draft(), 0)
    do(other, "kept.remove(arg)", ANNA)

    error = refused(tab, "kept.save(arg, { from: 1 })", draft("Ours"))

    assert (error["kind"], error["stored"]) == ("Conflict", None)
    assert error["text"] == "This character was deleted in another tab."
    assert stored(tab) is None


def test_other_tabs_hear_of_each_change(tab: Page, other: Page) -> None:
    tab.evaluate("() => { window.heard = []; kept.watch((change) => heard.push(change)) }")
    save(other, draft(), 0)
    do(other, "kept.rename(arg, 'Anne')", ANNA)
    removed = do(other, "kept.remove(arg)", ANNA)
    do(other, "kept.restore(arg)", removed)

    until(tab, "heard.length === 4")

    assert tab.evaluate("heard") == [{"id": ANNA, "revision": revision} for revision in (1, 2, None, 2)]


def test_where_tabs_cannot_talk_there_is_still_a_conflict(page: Page, served: Server) -> None:
    page.context.add_init_script("delete window.BroadcastChannel")
    opened(page, served)
    second = opened(page.context.new_page(), served)
    save(page, draft(), 0)
    save(second, draft("Theirs"), 1)

    assert refused(page, "kept.save(arg, { from: 1 })", draft("Ours"))["kind"] == "Conflict"


# The list


def test_removed_and_put_back_it_is_as_it_was(tab: Page) -> None:
    save(tab, draft(), 0)
    before = save(tab, draft("Anne"), 1)

    removed = do(tab, "kept.remove(arg)", ANNA)

    assert (removed, stored(tab), do(tab, NAMES)) == (before, None, [])
    do(tab, "kept.restore(arg)", removed)
    assert stored(tab) == before
    assert refused(tab, "kept.restore(arg)", removed)["kind"] == "Conflict", "nothing is put back over another"


def test_a_duplicate_has_its_own_id_and_name(tab: Page) -> None:
    original = save(tab, draft("Anna", ANNA, 2, "wwn", ["level", "3"]), 0)

    copy = do(tab, "kept.duplicate(arg)", ANNA)

    assert copy["id"] != ANNA and copy["revision"] == 1
    assert copy["data"] == [["name", "Anna (copy)"], ["level", "3"]]
    assert stored(tab) == original and stored(tab, copy["id"]) == copy
    do(tab, "kept.rename(arg, '🜚'.repeat(60))", ANNA)
    assert do(tab, "kept.duplicate(arg)", ANNA)["name"] == f"{'🜚' * 50} (copy)", "a name may have 60"


def test_a_new_name_takes_the_place_of_the_old_one(tab: Page) -> None:
    save(tab, {**draft(), "data": [["level", "3"], ["name", "Anna"]]}, 0)

    renamed = do(tab, "kept.rename(arg, 'Anne')", ANNA)

    assert (renamed["name"], renamed["revision"]) == ("Anne", 2)
    assert stored(tab)["data"] == [["level", "3"], ["name", "Anne"]]


def test_two_hundred_are_listed_by_name_without_what_they_hold(tab: Page) -> None:
    put_raw(
        tab,
        *(record(f"No. {n}", f"{n:08}") for n in range(200, 0, -1)),
        record("Else", BERT, system="raiders", schema=1),
    )

    entries = do(tab, "kept.list('wwn')")

    assert [entry["name"] for entry in entries] == [f"No. {n}" for n in range(1, 201)]
    assert set(entries[0]) == {"id", "system", "name", "schema", "revision", "updated", "newer"}
    assert len(do(tab, "kept.list()")) == 201


# What a newer Tableside made


@pytest.mark.parametrize("newer", [record(schema=3), record(system="sixth")], ids=["schema", "game"])
def test_a_newer_character_is_read_and_never_changed(tab: Page, newer: dict[str, Any]) -> None:
    put_raw(tab, newer)

    for code in (
        "kept.save({ ...arg, schema: 1, system: 'wwn' }, { from: 1 })",
        "kept.save(arg, { from: 1 })",
        "kept.rename(arg.id, 'Anne')",
        "kept.duplicate(arg.id)",
        "kept.bring([{ record: { ...arg, schema: 1, system: 'wwn' }, seen: 1 }])",
    ):
        error = refused(tab, code, newer)
        assert (error["kind"], "made by a newer Tableside" in error["text"]) == ("Newer", True), code

    assert stored(tab) == newer
    assert [entry["newer"] for entry in do(tab, "kept.list(arg)", newer["system"])] == [True]
    do(tab, "kept.remove(arg).then(kept.restore)", ANNA)
    assert stored(tab) == newer


def test_a_draft_newer_than_this_page_knows_is_not_saved(tab: Page) -> None:
    assert refused(tab, "kept.save(arg, { from: 0 })", draft(schema=3))["kind"] == "Newer"
    assert stored(tab) is None


def test_what_is_newer_goes_by_what_this_version_knows(tab: Page) -> None:
    known = pyrules.sheet("raiders").schema

    newer = "characters.openCharacters().then((own) => own.newer({ system: 'raiders', schema: arg }))"

    assert [do(tab, newer, schema) for schema in (known, known + 1)] == [False, True]


# Databases of other versions

KEPT_VERSION_1 = {
    "name": DATABASE,
    "version": 1,
    "stores": {"characters": {"keyPath": "id", "indexes": {"system": "system"}}},
}
"""The database as version 1 makes it, kept here so that every later version has one to start from."""
MAKE = """
  raw(arg.name, arg.version, (db) => {
    for (const [name, { keyPath, indexes }] of Object.entries(arg.stores)) {
      const store = db.createObjectStore(name, { keyPath });
      for (const [index, path] of Object.entries(indexes)) store.createIndex(index, path);
    }
  }).then((db) => db.close())
"""
LOOK = """
  raw(arg).then((db) => {
    const stores = Object.fromEntries([...db.objectStoreNames].map((name) => {
      const store = db.transaction(name).objectStore(name);
      const indexes = Object.fromEntries([...store.indexNames].map((index) => [index, store.index(index).keyPath]));
      return [name, { keyPath: store.keyPath, indexes }];
    }));
    const { name, version } = db;
    db.close();
    return { name, version, stores };
  })
"""


def made(page: Page, server: Server, database: dict[str, Any], *records: dict[str, Any]) -> None:
    """Leave a database in this browser, by raw calls."""
    page.goto(server.url + "help/")
    page.evaluate(RAW)
    do(page, MAKE, database)
    if records:
        put_raw(page, *records)


def test_a_kept_database_of_version_1_is_read_on(page: Page, served: Server) -> None:
    made(page, served, KEPT_VERSION_1, record(), record("Bert", BERT, schema=1))

    opened(page, served)

    assert do(page, NAMES) == ["Anna", "Bert"]
    assert stored(page) == record()
    assert save(page, draft("Anne"), 1)["revision"] == 2


def test_version_1_is_what_was_kept(tab: Page) -> None:
    tab.evaluate(RAW)

    assert do(tab, LOOK, DATABASE) == KEPT_VERSION_1


def test_a_database_of_a_newer_version_is_opened_read_only(page: Page, served: Server) -> None:
    newer = {**KEPT_VERSION_1, "version": 7}
    made(page, served, newer, record())

    opened(page, served)

    assert do(page, "[kept.kept, kept.readonly]") == [True, True]
    assert "from a newer Tableside: here they can be read and exported" in do(page, "kept.why")
    assert do(page, NAMES) == ["Anna"]
    assert refused(page, "kept.save(arg, { from: 1 })", draft("Anne"))["kind"] == "Newer"
    assert refused(page, "kept.remove(arg)", ANNA)["kind"] == "Newer"
    assert stored(page) == record()
    page.evaluate(RAW)
    assert do(page, LOOK, DATABASE) == newer


def test_one_that_cannot_be_read_is_left_alone(page: Page, served: Server) -> None:
    newer = {"name": DATABASE, "version": 7, "stores": {"people": {"keyPath": "key", "indexes": {}}}}
    made(page, served, newer)

    opened(page, served)

    assert do(page, "kept.kept") is False
    assert do(page, "kept.why").startswith(
        "The characters on this device are from a newer Tableside and stay untouched."
    )
    assert save(page, draft(), 0)["revision"] == 1
    page.evaluate(RAW)
    assert do(page, LOOK, DATABASE) == newer


def test_a_newer_version_in_another_tab_need_not_wait_and_is_respected(tab: Page, served: Server) -> None:
    save(tab, draft(), 0)
    newer = tab.context.new_page()

    made(newer, served, {**KEPT_VERSION_1, "version": 2, "stores": {}})

    assert refused(tab, "kept.save(arg, { from: 1 })", draft("Anne"))["kind"] == "Newer"
    assert do(tab, "[kept.kept, kept.readonly]") == [True, True]
    assert do(tab, NAMES) == ["Anna"]


# Storage that goes away, is full, or was never there


def test_a_connection_that_the_browser_has_ended_is_opened_again(page: Page, served: Server) -> None:
    page.add_init_script("""
      window.connections = [];
      const open = IDBFactory.prototype.open;
      IDBFactory.prototype.open = function (...given) {
        const request = open.apply(this, given);
        request.addEventListener("success", () => connections.push(request.result));
        return request;
      };
    """)
    opened(page, served)
    save(page, draft(), 0)

    page.evaluate("connections.at(-1).close()")

    assert save(page, draft("Anne"), 1)["revision"] == 2
    assert page.evaluate("connections.length") == 2


def test_storage_that_was_cleared_under_the_page_begins_anew(tab: Page, served: Server) -> None:
    save(tab, draft(), 0)
    tools = tab.context.new_cdp_session(tab)
    origin = served.url.rstrip("/")

    tools.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "indexeddb"})

    assert refused(tab, "kept.save(arg, { from: 1 })", draft("Anne"))["stored"] is None
    assert save(tab, draft("Anne"), 0)["revision"] == 1


def test_a_closed_one_says_so(tab: Page) -> None:
    tab.evaluate("kept.close()")

    assert refused(tab, "kept.save(arg, { from: 0 })", draft())["kind"] == "Unreachable"


def test_full_storage_is_told_and_harms_nothing(page: Page, served: Server) -> None:
    tools = page.context.new_cdp_session(page)
    tools.send("Storage.overrideQuotaForOrigin", {"origin": served.url.rstrip("/"), "quotaSize": 500_000})
    opened(page, served)
    before = save(page, draft(), 0)

    error = refused(
        page, "kept.save({ ...arg, data: [...arg.data, ['notes', 'x'.repeat(2_000_000)]] }, { from: 1 })", draft("Anne")
    )

    assert error["kind"] == "Full"
    assert error["text"].startswith("This device has no room left, so this was not saved.")
    assert stored(page) == before
    assert save(page, draft("Anne"), 1)["revision"] == 2, "what has room is saved again"


REFUSALS = {
    "absent": "Object.defineProperty(window, 'indexedDB', { value: undefined })",
    "forbidden": "Object.defineProperty(window, 'indexedDB',"
    " { get() { throw new DOMException('no', 'SecurityError') } })",
    "not opened": "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError') }",
    # a private window of some browsers: the event says no
    "failing": "const open = IDBFactory.prototype.open;"
    " IDBFactory.prototype.open = function () { const request = open.call(this, 'x', 1); request.onupgradeneeded ="
    " (event) => { event.stopImmediatePropagation(); request.transaction.abort() }; return request }",
}


@pytest.mark.parametrize("how", REFUSALS.values(), ids=REFUSALS)
def test_where_nothing_may_be_kept_it_works_in_memory_and_says_so(page: Page, served: Server, how: str) -> None:
    page.add_init_script(how)
    opened(page, served)

    assert do(page, "[kept.kept, kept.readonly]") == [False, False]
    assert do(page, "kept.why").startswith(f"This browser does not let anything be kept here. {ONLY_HERE}")
    works_in_memory(page)


def works_in_memory(page: Page) -> None:
    save(page, draft(), 0)
    assert save(page, draft("Anne"), 1)["revision"] == 2
    assert refused(page, "kept.save(arg, { from: 1 })", draft("Late"))["stored"]["name"] == "Anne"
    copy = do(page, "kept.duplicate(arg)", ANNA)
    do(page, "kept.rename(arg, 'Bert')", copy["id"])
    assert do(page, NAMES) == ["Anne", "Bert"]
    removed = do(page, "kept.remove(arg)", ANNA)
    assert do(page, NAMES) == ["Bert"]
    do(page, "kept.restore(arg)", removed)
    assert do(page, NAMES) == ["Anne", "Bert"]
    both = [{"record": record("New", "33333333"), "seen": 0}, {"record": record("Over", ANNA), "seen": 1}]
    assert refused(page, "kept.bring(arg)", both)["kind"] == "Conflict"
    assert do(page, NAMES) == ["Anne", "Bert"], "all of it or nothing"


@own_context
def test_a_storage_that_never_answers_is_given_up(page: Page, served: Server) -> None:
    page.clock.install()
    page.add_init_script("""
      const open = IDBFactory.prototype.open;
      IDBFactory.prototype.open = function (...given) {
        const request = open.apply(this, given);
        request.addEventListener("success", (event) => event.stopImmediatePropagation());
        return request;
      };
    """)
    modules(page, served)

    page.clock.run_for(8_000)
    page.evaluate("async () => { window.kept = await opening }")

    assert do(page, "kept.why").startswith(f"The storage of this browser does not answer. {ONLY_HERE}")
    works_in_memory(page)


@own_context
def test_an_older_tab_that_stands_in_the_way_is_named(page: Page, served: Server) -> None:
    """Version 1 has none before it: another database stands in for it, which a tab holds open."""
    page.goto(served.url + "help/")
    page.evaluate(RAW)
    do(page, "raw('older', 1, () => {}).then((db) => { window.held = db })")
    second = page.context.new_page()
    second.clock.install()
    second.add_init_script("""
      const open = IDBFactory.prototype.open;
      IDBFactory.prototype.open = function () {
        const request = open.call(this, "older", 2);
        request.addEventListener("blocked", () => (window.blocked = true));
        return request;
      };
    """)
    modules(second, served)
    until(second, "window.blocked")

    second.clock.run_for(8_000)
    second.evaluate("async () => { window.kept = await opening }")

    assert do(second, "kept.why").startswith("Another tab still has an older Tableside open. Close it")
    assert do(second, "kept.kept") is False


# How safe they are

KEEPING = "window.safe = keeping.createKeeping()"
KEPT_BY = {
    True: "The browser has agreed to keep your characters until you delete them.",
    False: "The browser may clear your characters when the device runs out of room: keep a backup.",
}


def persistence(page: Page, answer: bool) -> None:
    """A browser that answers so, and counts how often it was asked."""
    page.add_init_script(f"""
      StorageManager.prototype.persist = async () => {{
        localStorage.asked = Number(localStorage.asked ?? 0) + 1;
        return {json.dumps(answer)};
      }};
      StorageManager.prototype.persisted = async () => false;
    """)


@pytest.mark.parametrize("answer", [True, False])
def test_the_browser_is_asked_once_at_the_first_save_and_its_answer_told(
    page: Page, served: Server, answer: bool
) -> None:
    persistence(page, answer)
    opened(page, served)
    page.evaluate(KEEPING)
    assert do(page, "safe.told()")["storage"].startswith("The browser will be asked")
    assert page.evaluate("localStorage.asked ?? null") is None

    do(page, "Promise.all([safe.changed(), safe.changed()])")
    opened(page, served)
    page.evaluate(KEEPING)
    do(page, "safe.changed()")

    assert page.evaluate("localStorage.asked") == "1"
    assert do(page, "safe.told()")["storage"] == KEPT_BY[answer]


def test_a_browser_that_cannot_be_asked_is_told(page: Page, served: Server) -> None:
    page.add_init_script("delete StorageManager.prototype.persist")
    opened(page, served)
    page.evaluate(KEEPING)
    do(page, "safe.changed()")

    assert do(page, "safe.told()")["storage"].startswith("This browser cannot be asked")


def test_ten_sessions_with_changes_remind_of_a_backup(page: Page, served: Server) -> None:
    persistence(page, True)
    opened(page, served)
    for session in range(10):
        page.evaluate(KEEPING)  # as each page load does
        assert do(page, "safe.reminder()") is False, session
        do(page, "safe.changed().then(safe.changed)")
    assert do(page, "safe.reminder()") is True
    assert do(page, "safe.told()")["backup"] == "No backup has been made yet."

    page.evaluate("safe.backedUp()")

    assert do(page, "safe.reminder()") is False
    opened(page, served)
    page.evaluate(KEEPING)
    assert do(page, "safe.told()")["backup"].startswith("Last backup: ")
    assert do(page, "safe.reminder()") is False


@pytest.mark.parametrize("held", ["{", "null", '{"sessions": -1}', '{"sessions": 3, "asked": "toString", "backup": 5}'])
def test_what_cannot_be_read_counts_from_nothing(tab: Page, held: str) -> None:
    tab.evaluate("(text) => { localStorage['tableside./.keeping'] = text }", held)
    tab.evaluate(KEEPING)

    assert do(tab, "safe.reminder()") is False
    assert do(tab, "safe.told()")["backup"] == "No backup has been made yet."


def test_without_local_storage_nothing_fails(page: Page, served: Server) -> None:
    page.add_init_script("Storage.prototype.getItem = Storage.prototype.setItem = () => { throw new Error('no') }")
    persistence(page, True)
    page.add_init_script("StorageManager.prototype.persist = async () => true")
    opened(page, served)
    page.evaluate(KEEPING)

    do(page, "safe.changed()")
    page.evaluate("safe.backedUp()")

    assert do(page, "safe.told()")["storage"] == KEPT_BY[True]
    assert do(page, "safe.told()")["backup"].startswith("Last backup: ")
