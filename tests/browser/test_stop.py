"""A calculation that takes long ends by Stop and with its page.

The worker of these tests never finishes a question that contains ENDLESS. What one worker answers after such a question
shows that the question has ended.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from web.builder.serve import Server

from .hosts import copied
from .test_failures import STRIKE, Workers
from .test_unanswered import alter, change, sees_the_change

ENDLESS = "endless"
HANDLE = 'pyodide.pyimport("web.endpoint").handle'
EXECUTE = 'const execute = (code) => pyodide.pyimport("builtins").exec(code, pyodide.toPy({}));'
TROUBLED_HANDLE = f"""(request) => {{
    {EXECUTE}
    if (request.includes("{ENDLESS}")) execute("while True: pass");
    return {HANDLE}(request);
}}"""


@pytest.fixture
def troubled(site: Path, tmp_path: Path) -> Iterator[Server]:
    altered = copied(site, tmp_path / "site")
    alter(altered, "python.js", f"handle: {HANDLE}", f"handle: {TROUBLED_HANDLE}")
    with Server(altered) as server:
        yield server


def ready(page: Page, server: Server) -> None:
    """A calculator with Python up and an answer."""
    page.goto(server.url + STRIKE)
    change(page)
    sees_the_change(page)


def ask(page: Page, trouble: str) -> None:
    page.evaluate("(key) => { location.hash = `${key}=1` }", trouble)
    expect(page.locator("#answer")).to_have_attribute("data-state", "updating")


def ask_easy(page: Page) -> None:
    page.get_by_role("button", name="Back to the example").click()
    change(page)


def workers(page: Page, server: Server) -> list[str]:
    return Workers(page.context.browser, server.url).ids()  # type: ignore[arg-type]


def test_stop_ends_the_calculation_and_the_same_worker_answers_the_next(page: Page, troubled: Server) -> None:
    ready(page, troubled)
    before = workers(page, troubled)
    ask(page, ENDLESS)
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("[data-status]")).to_contain_text("was stopped")

    ask_easy(page)
    sees_the_change(page)
    assert workers(page, troubled) == before


def test_a_page_that_is_closed_ends_its_calculation(page: Page, context: BrowserContext, troubled: Server) -> None:
    ready(page, troubled)
    before = workers(page, troubled)
    other = context.new_page()
    ready(other, troubled)
    ask(other, ENDLESS)
    other.close()

    ask_easy(page)
    sees_the_change(page)
    assert workers(page, troubled) == before
