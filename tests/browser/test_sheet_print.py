"""Printed characters: a front and a back, one page each, whatever the amount of text."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import pyrules
from tests.extent import by_extent
from web.builder.dev.serve import Server

from .conftest import own_context, until
from .fonts import use_fonts
from .paper import A4_AND_LETTER, pages_of
from .storing import BERT, modules, put_raw, record
from .test_sheet import HESSA, LIST, SOON, odds
from .test_sheet_files import CLEO, FUTURE, SCHEMA, listed, person, raider

each_game = pytest.mark.parametrize("game_id", pyrules.GAME_IDS)
READY = "[data-on-paper] .leaf.back"
NO_DIALOG = "window.print = () => { window.printed = (window.printed ?? 0) + 1 }"
MORE = "… more on the device"
EITHER = {"what fits on either": A4_AND_LETTER}
SIZES: dict[str, dict[str, str]] = by_extent(
    EITHER, EITHER, {**EITHER, "A4": {"format": "A4"}, "Letter": {"format": "Letter"}}
)


def stored(page: Page, server: Server, game_id: str, characters: dict[str, list[Any]]) -> None:
    """Characters with these pairs, by id."""
    modules(page, server)
    schema = pyrules.sheet(game_id).schema
    put_raw(page, *(record("Any", id, system=game_id, schema=schema, data=data) for id, data in characters.items()))


def opened(page: Page, server: Server, game_id: str, id: str) -> None:
    """The editor of a stored character, its paper ready."""
    page.goto("about:blank")  # from one character to another would only change the fragment
    page.goto(f"{server.url}{game_id}/sheet/#open={id}")
    expect(page.locator(READY)).to_be_attached(timeout=SOON)


def ready_made(game_id: str) -> list[list[str]]:
    sheet = pyrules.sheet(game_id)
    return [[key, text] for key, text in sheet.to_pairs(sheet.parse(dict(sheet.examples[0].data)))]


def full(game_id: str) -> list[list[str]]:
    """30 weapons, all conditions, 2,000 characters of notes."""
    held = ready_made(game_id)
    pairs = [pair for pair in held if not pair[0].startswith(("weapons.", "conditions", "notes"))]
    for at in range(30):
        weapon = [
            [key.replace("weapons.0.", f"weapons.{at}."), text] for key, text in held if key.startswith("weapons.0.")
        ]
        pairs += [[key, f"Blade of the winter no. {at}" if key.endswith(".name") else text] for key, text in weapon]
    pairs += [["conditions", option.id] for option in pyrules.sheet(game_id).conditions.options]
    words = "".join(f"Line {line} of a long story about a winter.\n" for line in range(100))
    return [*pairs, ["notes", words[:2000]]]


@each_game
def test_a_character_is_two_pages_whatever_is_on_it(page: Page, served: Server, game_id: str) -> None:
    use_fonts(page, paper=True)
    page.emulate_media(color_scheme="dark")
    many = {}
    # A blank one is printed once: it has the least on it in every game.
    blank = {"blank-one": []} if game_id == pyrules.GAME_IDS[0] else {}
    characters = {**blank, "ready-made": ready_made(game_id), "full-one": full(game_id)}
    stored(page, served, game_id, characters)
    for what in characters:
        opened(page, served, game_id, what)
        for name, size in SIZES.items():
            printed = pages_of(page, **size)
            if len(printed) != 2:
                many[what, name] = len(printed)
            assert "Rules at hand" in printed[-1]
            assert ("Notes" in printed[0] and "Weapons" in printed[0]) or what == "blank-one", what
            assert "All characters" not in "".join(printed)
            if what != "full-one":
                assert MORE not in "".join(printed)
    nothing_runs_over_unseen(page)
    assert not many


def nothing_runs_over_unseen(page: Page) -> None:
    """What does not fit on a full one is cut, and says so: nothing is lost behind an edge."""
    sides = page.evaluate(
        "[...document.querySelectorAll('.leaf')].map((side) => [side.scrollHeight - side.clientHeight,"
        " side.scrollWidth - side.clientWidth, side.textContent])"
    )
    for down, across, text in sides:
        assert down <= 0 and across <= 0
        assert text.strip()
    front = sides[0][2]
    weapons = front.count("Blade of the winter no.")
    assert weapons >= 10
    assert f"{MORE}: {30 - weapons} weapon" in front if weapons < 30 else f"{MORE}:" not in front
    assert "Line 49 of" in front or MORE in front


def test_the_front_says_what_stands_on_the_sheet(page: Page, served: Server) -> None:
    use_fonts(page, paper=True)
    page.goto(served.url + HESSA)
    odds(page)
    page.fill("[id='f-target.armor_class_now']", "17")
    page.check("#f-conditions-prone") if page.locator("#f-conditions-prone").is_visible() else page.evaluate(
        "document.getElementById('f-conditions-prone').click()"
    )
    until(page, "document.querySelector('.leaf.front')?.textContent.includes('against Target AC 17')")
    until(page, "document.querySelector('.leaf .holds')?.textContent.includes('Prone')")
    hit = page.locator(".armed:has-text('Heirloom sword') .n >> nth=0").inner_text()
    [front, back] = pages_of(page, format="A4")
    for part in (
        "Hessa of the Ford",
        "Warrior 3",
        "Heirloom sword",
        hit.replace("\xa0", " "),
        "of 22, now 19",
        "ferryman",
    ):
        assert part in front.replace("\xa0", " "), part
    assert "WWN-HIT-01" in back
    assert "WWN-PRONE" in back, "the rule of a condition that holds"


def test_the_button_and_the_keys_print_what_stands_there_now(page: Page, served: Server) -> None:
    page.add_init_script(NO_DIALOG)
    page.goto(served.url + HESSA)
    odds(page)
    page.fill("#f-name", "Hessa in Ink")
    page.click("[data-print]")
    until(page, "window.printed === 1")
    assert "Hessa in Ink" in pages_of(page, format="A4")[0]
    page.fill("#f-name", "Hessa in Lead")
    page.keyboard.press("Control+p")
    until(page, "window.printed === 2")
    assert "Hessa in Lead" in pages_of(page, format="A4")[0]


def test_wrong_input_is_reported_and_not_printed(page: Page, served: Server) -> None:
    page.add_init_script(NO_DIALOG)
    page.goto(served.url + HESSA)
    expect(page.locator(READY)).to_be_attached(timeout=SOON)
    page.fill("#f-name", "")
    page.click("[data-print]")
    expect(page.locator("form [data-outcome]")).to_contain_text("Not printed. ")
    assert page.evaluate("window.printed ?? 0") == 0
    assert "was changed after" in pages_of(page, format="A4")[0], "whoever prints all the same is told"


@own_context
def test_without_python_one_page_says_so(page: Page, served: Server) -> None:
    page.add_init_script(NO_DIALOG)
    page.route("**/pyodide.asm.wasm", lambda route: None)
    page.goto(served.url + HESSA)
    expect(page.locator("#f-name")).to_have_value("Hessa of the Ford")
    until(page, "!document.querySelector('[data-print][data-needs]')")
    [printed] = pages_of(page, format="A4")
    assert "Python" in printed and "All characters" not in printed


@pytest.mark.parametrize("size", ["A4", "Letter"])
def test_a_party_is_printed_front_and_back_each(page: Page, served: Server, size: str) -> None:
    use_fonts(page, paper=True)
    page.add_init_script(NO_DIALOG)
    listed(page, served, person(), person("Bert", BERT), raider(), person("Future", FUTURE, schema=SCHEMA + 9))
    page.click("[data-choose]")
    page.check("[data-every-game]")
    expect(page.locator("[data-choose-rows] li")).to_have_count(4)
    page.check("[data-choose-all]")
    page.click("[data-print-party]")
    until(page, "window.printed === 1")
    expect(page.locator("[data-view=list] [data-outcome]")).to_have_text(
        "Future is not printed. It was made by a newer Tableside."
    )
    printed = pages_of(page, format=size)
    assert len(printed) == 6
    fronts = [next(name for name in ("Anna", "Bert", "Cleo") if name in one) for one in printed[::2]]
    assert sorted(fronts) == ["Anna", "Bert", "Cleo"]
    assert all("Rules at hand" in one for one in printed[1::2])
    page.get_by_role("checkbox", name="Bert").uncheck()
    assert len(pages_of(page, format=size)) == 1, "what is printed is what is chosen, or the list"
    assert CLEO and LIST
