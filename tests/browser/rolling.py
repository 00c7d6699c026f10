"""Rolling on a page: what the tests of rolls and of their log do alike."""

from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.rotation import one_unless_long


class Example(NamedTuple):
    """A calculator of a game, a number to change, the faces typed and what they come to."""

    game: str
    slug: str
    field: str
    faces: list[str]
    outcome: str


# Every game has the same scripts: a usual run tests them in one game, another one each time.
EXAMPLES = [
    Example("obss", "damage", "Damage bonus", ["5", "3"], "Hurts"),
    Example("openquest", "damage", "Armor", ["8", "2"], "Hurts"),
    Example("raiders", "strike", "Offense", ["6", "4"], "Target down"),
    Example("wwn", "attack", "Target AC", ["19", "5"], "Hit"),
    Example("stepdie", "attack", "Skill", ["8", "1"], "Hit"),
]
in_a_game = pytest.mark.parametrize("example", one_unless_long(EXAMPLES), ids=lambda example: example.game)


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


def key(base: str, game: str) -> str:
    return f"tableside.{base}.log.{game}"


def type_face(page: Page, face: str) -> None:
    page.fill("[data-face]", face)
    page.keyboard.press("Enter")


def rows(page: Page) -> Any:
    return page.locator("[data-log-list] > li")
