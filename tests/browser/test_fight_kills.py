"""Chromium: the tab of a fight is killed after random taps, and what was shown is there."""

import pytest
from playwright.sync_api import Error, Page

from pyrules.games import FIGHTS
from web.builder.dev.serve import Server

from ..other_browsers import kills
from ..other_browsers.visits import PlaywrightMortal


@pytest.mark.parametrize("game", FIGHTS)
def test_what_was_shown_is_there_after_a_kill(page: Page, served: Server, game: str) -> None:
    kills.what_was_shown_is_there_after_a_kill(PlaywrightMortal(page, crash), served, game)


def crash(page: Page) -> None:
    """Chromium's own address for this: the process ends, and no script of the page runs any more."""
    with pytest.raises(Error, match="ERR_ABORTED"):
        page.goto("chrome://crash")
