"""The look in every theme: contrast, forced colors, no motion, and marks that need no color."""

from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import pyrules
from tests.rotation import one_unless_long
from web.builder.dev.serve import Server

from .fonts import use_fonts
from .visits import axe, leave_two_alike

SCHEMES: tuple[Any, ...] = ("light", "dark")
LOOKS = {"usual": {}, "more contrast": {"contrast": "more"}, "forced colors": {"forced_colors": "active"}}
THEMES: dict[str, dict[str, Any]] = {
    f"{look}, {scheme}": {"contrast": "no-preference", "forced_colors": "none", **asked, "color_scheme": scheme}
    for look, asked in LOOKS.items()
    for scheme in SCHEMES
}
"""Each theme says all that Playwright sets, so that a page can go from one to the next."""


def with_a_picture(game: pyrules.Game) -> str:
    """The first calculator of a game that draws a distribution."""
    found = (c for c in game.calculators if any(o.visible and o.kind.name == "distribution" for o in c.outputs))
    return f"{game.id}/{next(found).slug}/"


in_a_game = pytest.mark.parametrize("game", one_unless_long(pyrules.GAMES), ids=lambda game: game.id)


@in_a_game
def test_axe_finds_nothing_in_any_theme(page: Page, served: Server, game: pyrules.Game) -> None:
    """The colors of every game are compared in tests/builder/test_colors.py; here is how pages use them."""
    page.set_viewport_size({"width": 360, "height": 780})
    # Home, and the shapes that every reference has, are looked at with one game.
    shared = ("", "raiders/rules/") if game is one_unless_long(pyrules.GAMES)[0] else ()
    faults = {}
    for address in (*shared, f"{game.id}/", with_a_picture(game)):
        page.goto(served.url + address)
        leave_two_alike(page)
        faults |= faults_in_themes(page, address or "/")

    assert not faults


def faults_in_themes(page: Page, what: str, themes: Sequence[str] = tuple(THEMES)) -> dict[tuple[str, str], list[str]]:
    """What axe says of the colors of the open page, by page and theme."""
    faults = {}
    for name in themes:
        page.emulate_media(**THEMES[name])
        if found := axe(page, ("color-contrast",)):
            faults[what, name] = found
    return faults


def test_pictures_keep_their_contrast_in_forced_colors(page: Page, served: Server) -> None:
    """A browser forces no color on what is drawn: the bars must take the reader's."""
    page.goto(f"{served.url}raiders/strike/")
    for scheme in SCHEMES:
        page.emulate_media(forced_colors="active", color_scheme=scheme)
        bars, paper, link = page.evaluate(
            "() => { const probe = document.createElement('a'); probe.style.color = 'LinkText';"
            " document.body.append(probe); const of = (e) => getComputedStyle(e);"
            " return [of(document.querySelector('.bars')).fill, of(document.body).backgroundColor, of(probe).color]; }"
        )
        assert bars == link, scheme
        assert bars != paper, scheme


@in_a_game
def test_nothing_moves_by_itself(page: Page, served: Server, game: pyrules.Game) -> None:
    """With or without the wish for less motion there is none: an answer is simply there."""
    page.emulate_media(reduced_motion="reduce")
    page.goto(served.url + with_a_picture(game))
    page.locator(".ask .step button:visible").last.click()
    expect(page.locator("#answer")).not_to_have_attribute("data-state", "updating", timeout=60_000)
    page.locator(".headline a").first.click()

    assert page.evaluate("document.getAnimations().length") == 0
    assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"


CUT = """() => {
  const draw = document.createElement("canvas").getContext("2d");
  const boxes = [...document.querySelectorAll("main .step > [placeholder]")];
  return boxes.filter((box) => {
    draw.font = `16px ${getComputedStyle(box).fontFamily}`;
    return draw.measureText(box.placeholder).width > box.clientWidth;
  }).map((box) => box.placeholder);
}"""
BROKEN = """() => [...document.querySelectorAll(".pool > label")].flatMap((label) => {
  const text = label.firstChild;
  return [...text.data.matchAll(/\\w+/g)].filter(({ 0: word, index }) => {
    const place = document.createRange();
    place.setStart(text, index);
    place.setEnd(text, index + word.length);
    return place.getClientRects().length > 1;
  }).map(([word]) => word);
})"""


@pytest.mark.parametrize("address", ["openquest/surrender/", "obss/round_planner/", "stepdie/trip/"])
def test_the_word_for_an_empty_number_is_not_cut(page: Page, served: Server, address: str) -> None:
    use_fonts(page)
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(served.url + address)
    page.evaluate("document.querySelectorAll('main details').forEach((fold) => { fold.open = true })")
    page.evaluate("document.querySelectorAll('main [data-inner]').forEach((part) => { part.hidden = false })")
    assert page.evaluate(CUT) == []


@pytest.mark.parametrize("game_id", pyrules.GAME_IDS)
def test_no_word_of_a_pool_is_broken(page: Page, served: Server, game_id: str) -> None:
    use_fonts(page)
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(f"{served.url}{game_id}/sheet/#new=1")
    expect(page.locator(".pool").first).to_be_visible()
    assert page.evaluate(BROKEN) == []
