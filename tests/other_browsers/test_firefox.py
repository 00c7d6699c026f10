"""Firefox, driven by Playwright: every check, no console error, and no request to another site."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright

from web.builder.dev import browsers
from web.builder.dev.serve import Server

from ..browser.conftest import Watch
from . import checks
from .conftest import needs
from .visits import PlaywrightVisitor

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def firefox(playwright: Playwright) -> Iterator[Browser]:
    """The system's Firefox: Playwright reaches an unpatched one through this channel alone."""
    path = needs("Firefox", browsers.firefox(), browsers.FIREFOX_PACKAGES)
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
