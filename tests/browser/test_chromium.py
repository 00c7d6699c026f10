"""Chromium passes the checks that every browser must pass."""

import pytest
from playwright.sync_api import Page

from web.builder.dev.serve import Server

from ..other_browsers import checks
from ..other_browsers.visits import PlaywrightVisitor
from .conftest import saves_one_game

pytestmark = saves_one_game


@pytest.mark.parametrize("check", checks.ALL, ids=lambda check: check.__name__)
def test_chromium(check: checks.Check, page: Page, served: Server) -> None:
    page.context.add_init_script(checks.DIARY)
    check(PlaywrightVisitor(page), served)
