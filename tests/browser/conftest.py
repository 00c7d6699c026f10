"""Fixtures for browser tests: the served site, and a page that tolerates no error and no stranger."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, BrowserType, ConsoleMessage, Error, Page, Request

from web.builder import environment
from web.builder.serve import Server

# Chromium's own errands would only be noise in a test, and fail without a network.
QUIET = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], browser_type: BrowserType) -> dict[str, Any]:
    """Playwright's own browser, else the Chromium that build.py found or installed."""
    options: dict[str, Any] = {**browser_type_launch_args, "args": list(QUIET)}
    found = environment.browser() if browser_type.name == "chromium" else None
    if found:
        options["executable_path"] = found
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        # Chromium's sandbox refuses to run as root, as in a container.
        options["args"].append("--no-sandbox")
    return options


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """No service worker where it is not what is tested: it saves the whole site, beside every single test."""
    return {**browser_context_args, "service_workers": "block"}


saves_the_site = pytest.mark.browser_context_args(service_workers="allow")
"""For tests in which pages save themselves for offline use."""


@pytest.fixture
def served(site: Path) -> Iterator[Server]:
    """The site at the root of its host."""
    with Server(site) as server:
        yield server


@pytest.fixture
def served_sub(site: Path) -> Iterator[Server]:
    """The same site as a project page, under /tableside/."""
    with Server(site, base="/tableside/") as server:
        yield server


class Watch:
    """What a context's pages did that they should not have done."""

    def __init__(self, context: BrowserContext) -> None:
        self.troubles: list[str] = []
        self.allowed: list[str] = []
        context.on("console", self._console)
        context.on("weberror", lambda error: self.troubles.append(f"page error: {error.error}"))
        context.on("request", self._request)

    def allow(self, part: str) -> None:
        """Troubles that contain this text are part of the test."""
        self.allowed.append(part)

    def check(self) -> None:
        left = [trouble for trouble in self.troubles if not any(part in trouble for part in self.allowed)]
        assert not left, "\n".join(left)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.troubles.append(f"console: {message.text} ({message.location.get('url')})")

    def _request(self, request: Request) -> None:
        place = urlsplit(request.url)
        if place.scheme in ("http", "https", "ws", "wss") and place.hostname != "127.0.0.1":
            self.troubles.append(f"foreign request: {request.url}")


@pytest.fixture
def watch(context: BrowserContext) -> Iterator[Watch]:
    """Fails the test at its end if a page of this context erred or asked a stranger."""
    watching = Watch(context)
    yield watching
    watching.check()


@pytest.fixture
def page(watch: Watch, context: BrowserContext) -> Page:
    """A page under watch; each test has its own context, so its own storage and caches."""
    return context.new_page()


def until(page: Page, condition: str, arg: Any = None, seconds: float = 60) -> None:
    """Wait for a JavaScript condition; Playwright's own `wait_for_function` needs the eval that our pages forbid."""
    end = time.monotonic() + seconds
    while not _holds(page, condition, arg):
        assert time.monotonic() < end, f"This did not come true in {seconds} s: {condition}"
        page.wait_for_timeout(20)


def _holds(page: Page, condition: str, arg: Any) -> bool:
    try:
        return bool(page.evaluate(condition, arg))
    except Error as error:
        if "context was destroyed" not in str(error):
            raise
        return False  # the page is on its way to the next
