"""Chromium passes the checks that every browser must pass."""

import pytest
from playwright.sync_api import Page

from web.builder.dev.serve import Server

from ..other_browsers import checks
from ..other_browsers.visits import PlaywrightVisitor
from .conftest import saves_one_game

pytestmark = saves_one_game


CONSOLE = checks.the_console_runs_a_script_apart_and_then_without_the_server
"""test_console.py has this in every run, with an update in between."""


@pytest.mark.parametrize(
    "check",
    [pytest.param(check, marks=[pytest.mark.long] if check is CONSOLE else []) for check in checks.ALL],
    ids=lambda check: check.__name__,
)
def test_chromium(check: checks.Check, page: Page, served: Server) -> None:
    page.context.add_init_script(checks.DIARY)
    check(PlaywrightVisitor(page), served)
