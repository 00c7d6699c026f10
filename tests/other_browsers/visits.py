"""A visitor in a browser that Playwright drives."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page


class PlaywrightVisitor:
    """A page of Playwright's as a check sees it."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def open(self, address: str) -> None:
        self._page.goto(address)

    def reload(self) -> None:
        self._page.reload()

    def click(self, selector: str) -> None:
        self._page.click(selector)

    def run(self, function: str, *given: object) -> Any:
        return self._page.evaluate(f"(given) => ({function})(...given)", given)


class PlaywrightMortal(PlaywrightVisitor):
    """A visitor whose tab a function kills."""

    def __init__(self, page: Page, end: Callable[[Page], None]) -> None:
        super().__init__(page)
        self._end = end

    def kill(self) -> None:
        """Ends the process of the tab, and opens another tab."""
        self._end(self._page)
        killed, self._page = self._page, self._page.context.new_page()
        killed.close()
