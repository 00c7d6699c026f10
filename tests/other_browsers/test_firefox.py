"""Firefox, driven by Playwright: every check, no console error, and no request to another site.

Playwright tells Firefox to end when the process of a tab does. The tests of kills start Firefox without that.
"""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright

from pyrules.games import FIGHTS
from web.builder.dev import browsers
from web.builder.dev.serve import Server

from ..browser.conftest import Watch
from . import checks, kills
from .conftest import needs
from .processes import descendants
from .visits import PlaywrightMortal, PlaywrightVisitor

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def firefox(playwright: Playwright) -> Iterator[Browser]:
    """The system's Firefox: Playwright reaches an unpatched one through this channel alone."""
    path = needs("Firefox", browsers.firefox(), browsers.FIREFOX_PACKAGES)
    yield from _launched(playwright, path)


@pytest.fixture(scope="module")
def surviving_firefox(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Firefox that outlives the process of a tab."""
    path = needs("Firefox", browsers.firefox(), browsers.FIREFOX_PACKAGES)
    program = tmp_path_factory.mktemp("firefox") / "firefox"
    program.write_text(f'#!/bin/sh\nunset MOZ_CRASHREPORTER_SHUTDOWN\nexec "{path}" "$@"\n')
    program.chmod(0o755)
    yield from _launched(playwright, str(program))


def _launched(playwright: Playwright, path: str) -> Iterator[Browser]:
    browser = playwright.firefox.launch(channel="moz-firefox", executable_path=path, headless=True)
    yield browser
    browser.close()


@pytest.fixture
def visitor(firefox: Browser) -> Iterator[checks.Visitor]:
    context = firefox.new_context()
    context.add_init_script(checks.DIARY)
    watch = Watch(context)
    yield PlaywrightVisitor(context.new_page())
    context.close()
    watch.check()


@pytest.mark.parametrize("check", checks.ALL, ids=lambda check: check.__name__)
def test_firefox(check: checks.Check, visitor: checks.Visitor, served: Server) -> None:
    check(visitor, served)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="finds the processes of the tabs in /proc")
@pytest.mark.parametrize("game", FIGHTS)
def test_what_was_shown_is_there_after_a_kill(surviving_firefox: Browser, served: Server, game: str) -> None:
    context = surviving_firefox.new_context()
    watch = Watch(context)
    kills.what_was_shown_is_there_after_a_kill(PlaywrightMortal(context.new_page(), kill), served, game, kills.ONE_IN)
    context.close()
    watch.check()


def kill(page: Page) -> None:
    """The processes of all tabs end at once."""
    for pid, command in descendants():
        if "-contentproc" in command and command[-1] == "tab":
            os.kill(pid, signal.SIGKILL)
