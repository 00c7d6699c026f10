"""What all pages have in common: every page answers as built, and a page of each shape is visited.

Every run asks of every calculator's page, without opening it, whether its form, answer, folds and rolls are those of
Python (built_pages.py). A usual run opens the pages that show a part which no page before them shows, beginning with
another page each time, and a tenth of the others. On the former it runs axe, in light or in dark. A long run opens
every page and runs axe on it, in both. A quick run opens one calculator of each game, without axe, and asks of a tenth.
"""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Error, Page, expect

import pyrules
from tests import rotation
from tests.extent import by_extent
from web.builder.dev.serve import Server
from web.builder.site import pages
from web.builder.site.pages import NOT_FOUND

from . import built_pages, hosts, visits
from .conftest import Watch
from .fonts import use_fonts
from .shared import SharedSite

CHUNK = 4
EVERY = list(pages.pages())
SHAPES = visits.first_of_each_shape(rotation.rotated(EVERY))
OTHERS = [page.address for page in EVERY if page.address not in SHAPES]
FIRST = [f"{game.id}/{game.calculators[0].slug}/" for game in pyrules.GAMES]


def chunks() -> list[object]:
    """The pages that this run visits, a few at a time, so that the processes of a run share them evenly."""
    found: list[object] = []
    alike = [*rotation.part(OTHERS), NOT_FOUND]
    for name, addresses in {"shapes": by_extent(FIRST, SHAPES, SHAPES), "others": by_extent([], alike, alike)}.items():
        parts = [addresses[start : start + CHUNK] for start in range(0, len(addresses), CHUNK)]
        found += [pytest.param(part, id=f"{name} {number} of {len(parts)}") for number, part in enumerate(parts, 1)]
    return found


def runs_axe(address: str) -> bool:
    """Whether this run asks axe, which takes four times as long as all else that a visit asks."""
    return by_extent(False, address in SHAPES, True)


@pytest.mark.quick
@pytest.mark.parametrize("game", pyrules.GAMES, ids=lambda game: game.id)
def test_every_calculators_page_answers_and_rolls_what_python_does(
    shared: SharedSite, watch: Watch, game: pyrules.Game
) -> None:
    asked = rotation.part_if_quick(game.calculators)
    found = {one.slug: built_pages.faults(shared, f"{shared.server.url}{game.id}/{one.slug}/") for one in asked}

    assert not {slug: faults for slug, faults in found.items() if faults}


@pytest.mark.parametrize(
    ("slug", "right", "wrong", "fault"),
    [
        ("strike", '<span class="n">97.2', '<span class="n">97.3', "Python's answer is not the one of the build"),
        ("strike", 'autocomplete="off" value="10"', 'value="11"', "the form does not read as the page's example"),
        ("strike", 'autocomplete="off" value="10"', 'value="x"', "The form is refused: "),
        ("strike", 'href="../rules/#', 'data-href="', "why-p_hit names no rule"),
        ("round_options", '<option value="haymaker">', '<option value="luck">', "luck rolls nothing"),
    ],
)
def test_a_page_that_is_not_what_python_answers_is_named(
    shared: SharedSite, watch: Watch, site: Path, tmp_path: Path, slug: str, right: str, wrong: str, fault: str
) -> None:
    altered = hosts.copied(site, tmp_path / "site")
    page = altered / "raiders" / slug / "index.html"
    assert right in page.read_text()
    hosts.replace(page, page.read_text().replace(right, wrong).encode())
    with Server(altered) as server:
        found = built_pages.faults(shared, f"{server.url}raiders/{slug}/")

    assert any(one.startswith(fault) for one in found), found


@pytest.mark.quick
@pytest.mark.parametrize("addresses", chunks())
def test_a_page_of_each_shape_answers_fits_and_is_for_everybody(
    page: Page, served: Server, addresses: list[str]
) -> None:
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
    calculator = visits.CALCULATORS.get(address)
    if calculator:
        found["height"] = visits.too_tall(page)
        found["why"] = visits.unexplained(page)
        found["answer"] = visits.other_answers(page)
        found["paper"] = visits.printed_badly(page, calculator.title)
    found["width"] = visits.too_wide(page)
    found["thumbs"] = visits.small_targets(page)
    if calculator and calculator.rolls:
        found["roll"] = visits.unrolled(page)
    if runs_axe(address):
        visits.leave_two_alike(page)
        for tags, scheme in zip((visits.TAGS, ("color-contrast",)), visits.SCHEMES, strict=False):
            page.emulate_media(color_scheme=scheme)
            found[f"axe, {scheme}"] = visits.axe(page, tags)
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
    page.goto(f"{served.url}{min(visits.CALCULATORS)}?embed")

    assert not visits.policy_faults(page)
