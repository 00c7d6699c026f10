"""Fixtures for browser tests: the served site, and a page that tolerates no error and no stranger.

Unless a test says otherwise, its page is a new one in the context that this process shares (shared.py): Python runs
already, nothing is stored, and no service worker is allowed. The mark `own_context` gives a test a server and a context
of its own, without Python running. So does `saves_the_site`, which allows service workers, and `served_sub`.
"""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    BrowserType,
    ConsoleMessage,
    Error,
    Page,
    Request,
    WebError,
    expect,
)

from tests import recording
from web.builder.dev import chromium
from web.builder.dev.serve import Server

from . import hosts
from .shared import SharedSite

# An expectation waits as long as a slow machine may need; one that holds at once costs no more.
expect.set_options(timeout=30_000)

FAILED = Path(__file__).parent.parent / recording.FOLDER
# Chromium's own errands would only be noise in a test, and fail without a network.
QUIET = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], browser_type: BrowserType) -> dict[str, Any]:
    """Playwright's own browser, else the Chromium that build.py found or installed."""
    options: dict[str, Any] = {**browser_type_launch_args, "args": list(QUIET)}
    found = chromium.browser() if browser_type.name == "chromium" else None
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


own_context = pytest.mark.own_context
"""For tests of start, cache, storage, a worker's end or a bad server, and for those that change the whole context."""
saves_the_site = pytest.mark.browser_context_args(service_workers="allow")
"""For tests in which pages save themselves for offline use; each has a context of its own."""
saves_one_game = [saves_the_site, pytest.mark.one_game]
"""For those of them that need one game: their servers have `one_game` instead of the whole site."""


def has_own_context(item: pytest.Item) -> bool:
    """Whether a test is kept apart from the shared context."""
    marked = any(item.get_closest_marker(name) for name in ("own_context", "browser_context_args"))
    return marked or "served_sub" in item.fixturenames  # type: ignore[attr-defined]


@pytest.fixture(scope="session")
def shared(browser: Browser, site: Path, browser_context_args: dict[str, Any]) -> Iterator[SharedSite]:
    """The served site and the context that the tests of this process share."""
    sharing = SharedSite(browser, site, browser_context_args)
    sharing.open()
    yield sharing
    sharing.close()


@pytest.fixture(scope="session")
def one_game(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site with one of its games, not to be changed: the tests of a process share it."""
    return hosts.with_one_game(site, tmp_path_factory.mktemp("one") / "site")


@pytest.fixture(scope="session")
def second(one_game: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The next version of the site with one game, not to be changed either."""
    return hosts.newer(one_game, tmp_path_factory.mktemp("second") / "site")


@pytest.fixture
def its_site(request: pytest.FixtureRequest, site: Path) -> Path:
    """The site of this test."""
    one_game = request.node.get_closest_marker("one_game")
    return request.getfixturevalue("one_game") if one_game else site


@pytest.fixture
def served(request: pytest.FixtureRequest, its_site: Path) -> Iterator[Server]:
    """The site at the root of its host."""
    if not has_own_context(request.node):
        yield request.getfixturevalue("shared").server
        return
    with Server(its_site) as server:
        yield server


@pytest.fixture
def served_sub(its_site: Path) -> Iterator[Server]:
    """The same site as a project page, under /tableside/."""
    with Server(its_site, base="/tableside/") as server:
        yield server


@pytest.fixture
def recorded(request: pytest.FixtureRequest) -> Iterator[recording.Recording]:
    """What this test does and sees, for the folder of failed tests (tests/conftest.py)."""
    recording.record_steps()
    recorded = request.node.stash[recording.KEY] = recording.Recording()
    yield recorded
    recorded.stop()


@pytest.fixture
def context(request: pytest.FixtureRequest, recorded: recording.Recording) -> Iterator[BrowserContext]:
    """The shared context, or the test's own."""
    if has_own_context(request.node):
        own: BrowserContext = request.getfixturevalue("new_context")()
        own.add_init_script(recording.RECORD_WORKER)
        recorded.watch(own)
        yield own
        return
    shared: SharedSite = request.getfixturevalue("shared")
    recorded.watch(shared.context, left_out=shared.keeper)
    yield shared.context
    recorded.stop()
    shared.reset()


class Watch:
    """What a context's pages did that they should not have done."""

    def __init__(self, context: BrowserContext) -> None:
        self.troubles: list[str] = []
        self.allowed: list[str] = []
        self._context = context
        context.on("console", self._console)
        context.on("weberror", self._error)
        context.on("request", self._request)

    def stop(self) -> None:
        """What the context does from now on is another test's."""
        self._context.remove_listener("console", self._console)
        self._context.remove_listener("weberror", self._error)
        self._context.remove_listener("request", self._request)

    def allow(self, part: str) -> None:
        """Troubles that contain this text are part of the test."""
        self.allowed.append(part)

    def left(self) -> list[str]:
        """The troubles that are not part of the test."""
        return [trouble for trouble in self.troubles if not any(part in trouble for part in self.allowed)]

    def check(self) -> None:
        left = self.left()
        assert not left, "\n".join(left)

    def _error(self, error: WebError) -> None:
        self.troubles.append(f"page error: {error.error}")

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.troubles.append(f"console: {message.text} ({message.location.get('url')})")

    def _request(self, request: Request) -> None:
        place = urlsplit(request.url)
        if place.scheme in ("http", "https", "ws", "wss") and place.hostname != "127.0.0.1":
            self.troubles.append(f"foreign request: {request.url}")


@pytest.fixture
def watch(request: pytest.FixtureRequest, context: BrowserContext, recorded: recording.Recording) -> Iterator[Watch]:
    """Fails the test at its end if a page of this context erred or asked a stranger."""
    watching = Watch(context)
    yield watching
    watching.stop()
    if watching.left():
        # The pages are still open; when pytest reports this failure they are not.
        recorded.save(recording.folder_of(request.node, FAILED))
    watching.check()


@pytest.fixture
def page(watch: Watch, context: BrowserContext) -> Page:
    """A new page under watch, on a device that has nothing stored."""
    return context.new_page()


def frames(page: Page) -> None:
    """Wait until everything that has happened so far is drawn, and its observers have run."""
    page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn))))")


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
