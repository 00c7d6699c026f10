"""A long calculation ends by Stop, with its page, or at a limit; other pages do not wait for it.

The worker of these tests never finishes a question that contains ENDLESS, and takes more and more memory over one that
contains HUNGRY. What one worker answers after such a question shows that the question has ended.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.rotation import one_unless_long
from web.builder.dev.serve import Server

from . import slow
from .conftest import own_context
from .slow import slow_site
from .test_failures import STRIKE, Workers
from .test_sheet import HESSA, odds

pytestmark = own_context

ENDLESS = "endless"
HUNGRY = "hungry"
CODES = {ENDLESS: slow.ENDLESS, HUNGRY: slow.HUNGRY}


@pytest.fixture
def troubled(site: Path, tmp_path: Path) -> Iterator[Server]:
    with Server(slow_site(site, tmp_path / "site", CODES)) as server:
        yield server


def answers_a_change(page: Page) -> None:
    """The page's own mark is overwritten: only an answer that comes now makes it empty."""
    answer = page.locator("#answer")
    answer.evaluate("(answer) => { answer.dataset.state = 'old' }")
    page.get_by_label("Weapon, more").click()
    expect(answer).to_have_attribute("data-state", "", timeout=60_000)


def ready(page: Page, server: Server) -> None:
    """A calculator with Python up and an answer."""
    page.goto(server.url + STRIKE)
    answers_a_change(page)


def ask(page: Page, trouble: str) -> None:
    page.evaluate("(key) => { location.hash = `${key}=1` }", trouble)
    expect(page.locator("#answer")).to_have_attribute("data-state", "updating")


def answers_the_example(page: Page) -> None:
    page.get_by_role("button", name="Back to the example").click()
    answers_a_change(page)


def workers(page: Page, server: Server) -> list[str]:
    return Workers(page.context.browser, server.url).ids()  # type: ignore[arg-type]


def test_a_sheet_shows_the_slow_notice_and_stop_ends_its_calculation(page: Page, troubled: Server) -> None:
    page.goto(troubled.url + HESSA)
    odds(page)
    before = workers(page, troubled)
    page.get_by_label("Name", exact=True).first.fill(ENDLESS)
    stop = page.get_by_role("button", name="Stop")
    expect(page.get_by_text("Still working")).to_be_visible()
    stop.click()
    expect(stop).to_be_hidden()
    expect(page.locator("[data-odds-state]")).to_have_text("The last odds: the ones for this sheet were stopped.")
    expect(page.locator(".runtime")).to_be_hidden()

    page.get_by_label("Name", exact=True).first.fill("Hessa")
    odds(page)
    assert workers(page, troubled) == before


def test_a_page_that_is_closed_ends_its_calculation(page: Page, context: BrowserContext, troubled: Server) -> None:
    ready(page, troubled)
    before = workers(page, troubled)
    other = context.new_page()
    ready(other, troubled)
    ask(other, ENDLESS)
    expect(other.get_by_role("button", name="Stop")).to_be_visible()
    other.close()

    answers_the_example(page)
    assert workers(page, troubled) == before


def test_a_page_whose_question_waits_for_another_pages_is_answered_elsewhere(
    page: Page, context: BrowserContext, troubled: Server
) -> None:
    ready(page, troubled)
    other = context.new_page()
    ready(other, troubled)
    ask(other, ENDLESS)
    answers_the_example(page)
    assert len(workers(page, troubled)) == 2
    other.get_by_role("button", name="Stop").click()
    answers_the_example(other)


@pytest.mark.parametrize(
    ("trouble", "seconds", "sentence"),
    one_unless_long([(ENDLESS, 8, "was ended after 8 seconds"), (HUNGRY, 600, "was ended at 512 MB of memory")]),
)
def test_a_calculation_at_a_limit_ends_with_a_sentence_and_the_next_is_answered(
    page: Page, site: Path, tmp_path: Path, trouble: str, seconds: int, sentence: str
) -> None:
    """Node tests when each limit is reached."""
    with Server(slow_site(site, tmp_path / "site", CODES, seconds)) as server:
        ready(page, server)
        ask(page, trouble)
        expect(page.locator("[data-general]")).to_contain_text(sentence, timeout=60_000)
        expect(page.locator("[data-runtime]")).to_be_hidden()

        answers_the_example(page)
