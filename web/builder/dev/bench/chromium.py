"""Chromium as the measurements drive it: visitors with caches of their own, who wait for what a page says of itself."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any, Literal, Self

from playwright.sync_api import Browser, BrowserContext, CDPSession, Playwright, sync_playwright

from web.builder import BuildError
from web.builder.dev.chromium import whole_browser

# Chromium's own errands would compete with what is measured.
QUIET = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"]
PATIENCE_SECONDS = 120
POLL_MS = 20


class NothingCame(BuildError):
    """A page did not do what was waited for."""


class Chromium:
    """A browser as people have it, though without its window; a context manager that starts and ends it."""

    _playwright: Playwright
    _browser: Browser
    _tools: CDPSession

    def __init__(self) -> None:
        self._how: Any = {"executable_path": whole_browser(), "args": [*QUIET, *_as_root()]}

    def __enter__(self) -> Self:
        self._playwright = sync_playwright().start()
        self._browser = self._playwright.chromium.launch(**self._how)
        self._tools = self._browser.new_browser_cdp_session()
        return self

    def __exit__(self, *_: object) -> None:
        self._browser.close()
        self._playwright.stop()

    @contextmanager
    def visitor(self, init_script: str = "", service_workers: Literal["allow", "block"] = "allow") -> Iterator[Visitor]:
        """Somebody who was never here: no caches, no storage. The script runs before each page's own."""
        context = self._browser.new_context(service_workers=service_workers)
        if init_script:
            context.add_init_script(init_script)
        yield Visitor(context, self._tools)
        context.close()

    @contextmanager
    def resident(
        self, init_script: str = "", service_workers: Literal["allow", "block"] = "allow"
    ) -> Iterator[Visitor]:
        """Somebody with a browser of his own, which keeps what browsers keep from day to day.

        That is more than a visitor's does: machine code, too, which a private window never reads.
        """
        with TemporaryDirectory(prefix="profile-", ignore_cleanup_errors=True) as profile:
            context = self._playwright.chromium.launch_persistent_context(
                profile, service_workers=service_workers, **self._how
            )
            if init_script:
                context.add_init_script(init_script)
            yield Visitor(context, context.new_cdp_session(context.pages[0]))
            context.close()


def _as_root() -> list[str]:
    return ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []


class Visitor:
    """One tab with its own caches."""

    def __init__(self, context: BrowserContext, tools: CDPSession) -> None:
        self._page = context.new_page()
        self._tools = tools

    def open(self, address: str) -> None:
        """Go there; returns when the page begins to arrive."""
        self._page.goto(address, wait_until="commit")

    def ask(self, expression: str, argument: Any = None) -> Any:
        """What an expression, or a function of the argument, is worth in the page."""
        return self._page.evaluate(expression, argument)

    def until(self, expression: str, what: str) -> Any:
        """Ask again and again until the answer is something.

        Polled from here: what Playwright runs inside a page for this is refused by a page's policy.
        """
        limit = time.monotonic() + PATIENCE_SECONDS
        while not (answer := self.ask(expression)):
            if time.monotonic() > limit:
                raise NothingCame(f"{self._page.url}: {what} did not come in {PATIENCE_SECONDS} seconds.")
            self._page.wait_for_timeout(POLL_MS)
        return answer

    def stay(self, seconds: float) -> None:
        """Look at the page, and do nothing."""
        self._page.wait_for_timeout(1000 * seconds)

    def leave(self) -> None:
        """Close the page and the Python that would outlive it, as after a restart of the browser."""
        self._page.goto("about:blank")
        limit = time.monotonic() + PATIENCE_SECONDS
        while workers := self._shared_workers():
            for worker in workers:
                self._tools.send("Target.closeTarget", {"targetId": worker})
            if time.monotonic() > limit:
                raise NothingCame("A shared worker did not end.")
            self._page.wait_for_timeout(POLL_MS)

    def _shared_workers(self) -> list[str]:
        targets = self._tools.send("Target.getTargets")["targetInfos"]
        return [target["targetId"] for target in targets if target["type"] == "shared_worker"]
