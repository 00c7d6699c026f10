"""Rolling on a page: what the tests of rolls and of their log do alike."""

from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect


class Game(NamedTuple):
    """A calculator of a game, a number to change, the faces typed and what they come to."""

    system: str
    slug: str
    field: str
    faces: list[str]
    outcome: str


# What is the same script in every game is tested in one alone.
GAMES = [
    Game("obss", "damage", "Damage bonus", ["5", "3"], "Hurts"),
    Game("openquest", "damage", "Armor", ["8", "2"], "Hurts"),
    Game("raiders", "strike", "Offense", ["6", "4"], "Target down"),
    Game("wwn", "attack", "Target AC", ["19", "5"], "Hit"),
    Game("stepdie", "attack", "Skill", ["8", "1"], "Hit"),
]
per_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.system)


def roll(page: Page, times: int = 1) -> None:
    for _ in range(times):
        count = logged(page)
        page.click("[data-roll]")
        expect(page.locator("[data-log-count]")).to_have_text(str(count + 1), timeout=60_000)


def logged(page: Page) -> int:
    return int(page.inner_text("[data-log-count]") or 0)


def open_log(page: Page) -> None:
    page.locator("[data-log] > summary").click()
    expect(page.locator("[data-log]")).to_have_attribute("open", "")


def key(base: str, system: str) -> str:
    return f"tableside.{base}.log.{system}"


def type_face(page: Page, face: str) -> None:
    page.fill("[data-face]", face)
    page.keyboard.press("Enter")


def rows(page: Page) -> Any:
    return page.locator("[data-log-list] > li")
