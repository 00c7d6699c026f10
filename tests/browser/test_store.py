"""Characters in a real browser's IndexedDB: commits, tabs, quota, and storage that the browser ends or refuses.

tests/scripts/ tests the rest of characters.js, database.js and storage-status.js without a browser.
"""

import pytest
from playwright.sync_api import Page

import pyrules
from web.builder.dev.serve import Server

from .conftest import own_context, until
from .storing import ANNA, DATABASE, RAW, do, draft, modules, opened, refused, save, stored

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


def test_saved_is_shown_after_the_commit(page: Page, served: Server) -> None:
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


def test_other_tabs_hear_of_each_change(tab: Page, other: Page) -> None:
    tab.evaluate("() => { window.heard = []; kept.watch((change) => heard.push(change)) }")
    save(other, draft(), 0)
    do(other, "kept.rename(arg, 'Anne')", ANNA)
    removed = do(other, "kept.remove(arg)", ANNA)
    do(other, "kept.restore(arg)", removed)

    until(tab, "heard.length === 4")

    assert tab.evaluate("heard") == [{"id": ANNA, "revision": revision} for revision in (1, 2, None, 2)]


# Versions


def test_a_record_counts_as_newer_by_the_schemas_of_this_version(tab: Page) -> None:
    known = pyrules.sheet("raiders").schema

    newer = "characters.openCharacters().then((own) => own.newer({ system: 'raiders', schema: arg }))"

    assert [do(tab, newer, schema) for schema in (known, known + 1)] == [False, True]


def test_a_newer_version_in_another_tab_need_not_wait_and_is_respected(tab: Page, served: Server) -> None:
    save(tab, draft(), 0)
    newer = tab.context.new_page()
    newer.goto(served.url + "help/")
    newer.evaluate(RAW)

    do(newer, "raw(arg, 2, () => {}).then((db) => db.close())", DATABASE)

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


def test_storage_that_was_cleared_while_the_page_is_open_is_created_again(tab: Page, served: Server) -> None:
    save(tab, draft(), 0)
    tools = tab.context.new_cdp_session(tab)
    origin = served.url.rstrip("/")

    tools.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "indexeddb"})

    assert refused(tab, "kept.save(arg, { from: 1 })", draft("Anne"))["stored"] is None
    assert save(tab, draft("Anne"), 0)["revision"] == 1


@own_context
def test_full_storage_is_reported_and_changes_nothing(page: Page, served: Server) -> None:
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


PRIVATE_WINDOW = """
  const open = IDBFactory.prototype.open;
  IDBFactory.prototype.open = function () {
    const request = open.call(this, "x", 1);
    request.onupgradeneeded = (event) => {
      event.stopImmediatePropagation();
      request.transaction.abort();
    };
    return request;
  };
"""
"""Some browsers refuse storage in a private window by an event only."""


def test_where_the_browser_refuses_by_an_event_characters_stay_in_memory(page: Page, served: Server) -> None:
    page.add_init_script(PRIVATE_WINDOW)
    opened(page, served)

    assert do(page, "[kept.kept, kept.readonly]") == [False, False]
    assert do(page, "kept.why").startswith(f"This browser does not let anything be kept here. {ONLY_HERE}")
    assert save(page, draft(), 0)["revision"] == 1
    assert stored(page)["name"] == "Anna"


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
