"""WebKitGTK, driven by its own WebDriver: every check, and no error on any page.

WebKit's driver tells nothing of its console, and runs nothing before a page's own scripts. So the pages come from a
copy of the site in which the first script of each page begins with the diary.

When a process of WebKit's ends, its driver ends the session and all that it keeps. So a kill closes the tab and keeps
its page from noticing.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import WebKitGTK
from selenium.webdriver.common.by import By
from selenium.webdriver.webkitgtk.service import Service

from pyrules.games import FIGHTS
from web.builder.dev import browsers
from web.builder.dev.serve import Server
from web.builder.site import assets

from . import checks, kills
from .conftest import needs

# The warning is Selenium's own; nothing of ours.
pytestmark = [pytest.mark.long, pytest.mark.filterwarnings("ignore:setting remote_server_addr")]

# A calculator's classic scripts in the head, of which either may come first, and the module that every page imports.
FIRST_SCRIPTS = ("client/early.js", "pages/first.js", "pages/page.js")
DEAFEN = """() => {
  for (const name of ["beforeunload", "pagehide", "unload", "visibilitychange"]) {
    addEventListener(name, (event) => event.stopImmediatePropagation(), { capture: true });
  }
}"""
"""The page does not notice that it is left."""


class WebkitVisitor:
    """The driver's one tab as a check sees it."""

    def __init__(self, driver: WebKitGTK) -> None:
        self._driver = driver

    def open(self, address: str) -> None:
        self._driver.get(address)

    def reload(self) -> None:
        self._driver.refresh()

    def click(self, selector: str) -> None:
        self._driver.find_element(By.CSS_SELECTOR, selector).click()

    def run(self, function: str, *given: object) -> Any:
        return self._driver.execute_script(f"return ({function})(...arguments)", *given)


class MortalWebkitVisitor(WebkitVisitor):
    """A visitor who has another window ready, because opening one takes longer than storing an event."""

    def __init__(self, driver: WebKitGTK) -> None:
        super().__init__(driver)
        self._next = self._another()

    def kill(self) -> None:
        """Closes the window, whose page does not notice."""
        self.run(DEAFEN)
        self._driver.close()
        self._driver.switch_to.window(self._next)
        self._next = self._another()

    def end(self) -> None:
        """Leaves one window, with an empty page."""
        self._driver.close()
        self._driver.switch_to.window(self._next)

    def _another(self) -> str:
        mine = self._driver.current_window_handle
        self._driver.switch_to.new_window("window")
        other = self._driver.current_window_handle
        self._driver.switch_to.window(mine)
        return other


@pytest.fixture(scope="module")
def site(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy that keeps a diary, and whose service worker knows it by its new hashes."""
    copy = tmp_path_factory.mktemp("webkit") / "site"
    shutil.copytree(site, copy)
    listed = (copy / "sw.js").read_text()
    for name in FIRST_SCRIPTS:
        (script,) = copy.glob(f"assets/app-*/scripts/{name}")
        before = assets.short_hash(script)
        script.write_text(checks.DIARY + script.read_text())
        assert before in listed
        listed = listed.replace(before, assets.short_hash(script))
    (copy / "sw.js").write_text(listed)
    return copy


@pytest.fixture(scope="module")
def webkit() -> Iterator[WebKitGTK]:
    """The system's WebKitGTK on a screen in memory; what it keeps goes with it."""
    found = needs("WebKitGTK", browsers.webkit(), browsers.WEBKIT_PACKAGES)
    screen, display = _screen(found.screen)
    driver = WebKitGTK(service=Service(found.driver, env={**os.environ, "DISPLAY": display}))
    yield driver
    driver.quit()
    screen.terminate()
    screen.wait()


def _screen(program: str) -> tuple[subprocess.Popen[bytes], str]:
    """A screen that chooses its own number and, once it can be drawn on, tells it."""
    reader, telling = os.pipe()
    command = [program, "-displayfd", str(telling), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
    screen = subprocess.Popen(command, pass_fds=[telling], stderr=subprocess.DEVNULL)
    os.close(telling)
    with open(reader) as number:
        return screen, f":{number.readline().strip()}"


@pytest.fixture
def visitor(webkit: WebKitGTK) -> Iterator[checks.Visitor]:
    visitor = WebkitVisitor(webkit)
    yield visitor
    left = checks.troubles(visitor)
    # Whatever still runs for this address must not slow the next visit down.
    visitor.open("about:blank")
    assert not left, "\n".join(left)


@pytest.mark.parametrize("check", checks.ALL, ids=lambda check: check.__name__)
def test_webkit(check: checks.Check, visitor: checks.Visitor, served: Server) -> None:
    check(visitor, served)


@pytest.mark.parametrize("game", FIGHTS)
def test_what_was_shown_is_there_after_a_kill(webkit: WebKitGTK, served: Server, game: str) -> None:
    visitor = MortalWebkitVisitor(webkit)
    kills.what_was_shown_is_there_after_a_kill(visitor, served, game, kills.ONE_IN)
    left = checks.troubles(visitor)
    visitor.end()
    assert not left, "\n".join(left)
