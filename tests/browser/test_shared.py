"""What one test leaves in the shared context must not reach the next."""

import pytest
from playwright.sync_api import Browser

from . import shared as sharing
from .shared import SharedSite
from .test_failures import Workers

STORE = """() => new Promise((done) => {
  localStorage.left = "behind";
  indexedDB.open("left behind").onsuccess = done;
})"""
STORED = "indexedDB.databases().then((all) => [localStorage.length, all.length])"


def test_pages_are_closed_and_nothing_stays_stored(shared: SharedSite) -> None:
    before = shared.context
    page = shared.context.new_page()
    page.goto(shared.server.url + "about/")
    page.evaluate(STORE)

    shared.reset()

    assert page.is_closed()
    assert shared.context is before
    assert shared.keeper.evaluate(STORED) == [0, 0]


def test_a_worker_that_has_ended_is_replaced_with_its_context(
    shared: SharedSite, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharing, "ANSWER_MS", 1_000)
    before = shared.context
    Workers(browser, shared.server.url).kill()

    shared.reset()

    assert shared.context is not before
    assert shared.keeper.evaluate(f"answers({sharing.START_MS})")


@pytest.mark.parametrize("change", sharing.REFUSED)
def test_what_would_outlast_a_test_is_refused(shared: SharedSite, change: str) -> None:
    with pytest.raises(AssertionError, match="own_context"):
        getattr(shared.context, change)()
