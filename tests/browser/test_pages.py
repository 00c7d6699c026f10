"""Every page is visited once and answers everything that is asked of all pages.

A usual run visits every page. It runs axe, in light and dark, on the pages whose shape no earlier page of the game has.
A long run runs axe on every page. A quick run visits one calculator of each game, without axe.
"""

import re

import pytest
from playwright.sync_api import Error, Page, expect

import pyrules
from tests.extent import by_extent
from web.builder.dev.serve import Server
from web.builder.site import pages

from . import visits
from .fonts import use_fonts

CHUNK = 10
EVERY = list(pages.pages())
CALCULATORS = {f"{game.id}/{one.slug}/": one.title for game in pyrules.GAMES for one in game.calculators}
ROLLS = {f"{game.id}/{one.slug}/" for game in pyrules.GAMES for one in game.calculators if one.rolls}
ALIKE = {address for game in pyrules.GAMES for address in visits.of_known_shapes(game.id)}
FIRST = {f"{game.id}/{game.calculators[0].slug}/" for game in pyrules.GAMES}


def game_of(address: str) -> str:
    first = address.partition("/")[0]
    return first if first in pyrules.GAME_IDS else ""


def chunks() -> list[object]:
    """The pages of each game, ten at a time, so that the processes of a run share them evenly."""
    found: list[object] = []
    for game_id in ("", *pyrules.GAME_IDS):
        addresses = [page.address for page in EVERY if game_of(page.address) == game_id]
        addresses += ["404.html"] if not game_id else []
        addresses = by_extent([each for each in addresses if each in FIRST], addresses, addresses)
        parts = [addresses[start : start + CHUNK] for start in range(0, len(addresses), CHUNK)]
        for number, part in enumerate(parts, 1):
            name = f"{game_id or 'home'} {number} of {len(parts)}"
            found.append(pytest.param(part, id=name, marks=pytest.mark.quick))
    return found


def runs_axe(address: str) -> bool:
    """Whether this run asks axe, which takes four times as long as all else that a visit asks."""
    return by_extent(False, address not in ALIKE, True)


@pytest.mark.parametrize("addresses", chunks())
def test_every_page_answers_fits_and_is_for_everybody(page: Page, served: Server, addresses: list[str]) -> None:
    """`Watch` fails the test for a request to another origin, and for what the console says."""
    page.add_init_script(visits.WATCH_SHIFTS)
    page.add_init_script(visits.REPORTS)
    use_fonts(page)
    page.set_viewport_size({"width": visits.PHONE, "height": visits.PHONE_HIGH})
    faults = {}
    for address in addresses:
        try:
            found = visit(page, served.url + address, address)
        except (AssertionError, Error) as error:
            raise AssertionError(f"The visit of {address or '/'} could not be finished.") from error
        if found := {check: what for check, what in found.items() if what}:
            faults[address or "/"] = found

    assert not faults


def visit(page: Page, url: str, address: str) -> dict[str, list[str]]:
    """What each check finds. The order matters: what changes the page comes late, and a roll is random."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.goto(url)
    found = {"policy": visits.policy_faults(page)}
    if address in CALCULATORS:
        found["why"] = visits.unexplained(page)
        found["answer"] = visits.other_answers(page)
        found["paper"] = visits.printed_badly(page, CALCULATORS[address])
    found["width"] = visits.too_wide(page)
    found["thumbs"] = visits.small_targets(page)
    if runs_axe(address):
        found["axe"] = visits.axe(page)
        page.emulate_media(color_scheme="dark")
        found["axe in the dark"] = visits.axe(page, ("color-contrast",))
    if address in ROLLS:
        found["roll"] = visits.unrolled(page)
    return found


@pytest.mark.quick
@pytest.mark.parametrize("game_id", pyrules.GAME_IDS)
def test_a_ready_made_character_opens_and_is_stored(page: Page, served: Server, game_id: str) -> None:
    page.goto(f"{served.url}{game_id}/sheet/#example={pyrules.sheet(game_id).examples[0].id}")
    expect(page.locator(".odds")).to_have_attribute("data-state", "", timeout=60_000)
    name = page.input_value("#f-name")
    page.get_by_role("button", name="Keep this character").click()
    expect(page.locator("[data-kept]")).to_have_text(re.compile("^Saved"))
    page.reload()

    expect(page.locator("#f-name")).to_have_value(name)


def test_the_embedded_form_of_a_calculator_keeps_the_policy(page: Page, served: Server) -> None:
    """The same file with one script's word at its root."""
    page.add_init_script(visits.REPORTS)
    page.goto(f"{served.url}{min(CALCULATORS)}?embed")

    assert not visits.policy_faults(page)
