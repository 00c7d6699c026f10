"""A player's own rows in a real browser: added once, offered where the book's are, in links and files, never lost."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import pyrules
from web.builder.dev.serve import Server

from .conftest import until
from .storing import ANNA, modules, put_raw, record
from .test_sheet import SOON
from .visits import OPEN_ALL, axe

HOUSE = "wwn/house/"
SAVED = "[data-own-saved]"
KEY = "tableside./.own.{}"
OWN = "JSON.parse(localStorage['tableside./.own.{}'] ?? '{{\"pairs\": []}}').pairs"
BROUGHT = [
    ["weapons.0.name", "Longknife"],
    ["weapons.0.damage", "1d6+1"],
    ["weapons.0.shock", "2"],
    ["weapons.0.shock_ac", "15"],
    ["armor.0.name", "Bark coat"],
    ["armor.0.ac", "15"],
    ["armor.0.weight", "medium"],
    ["armor.0.encumbrance", "1"],
    ["conditions.0.name", "Blessed"],
    ["conditions.0.attack", "2"],
]


def keep(page: Page, server: Server, pairs: list[list[str]], game: str = "wwn", schema: int = 1) -> None:
    """Leave rows on this device as a page keeps them."""
    page.goto(f"{server.url}help/")
    held = json.dumps({"schema": schema, "pairs": pairs})
    page.evaluate("([key, text]) => { localStorage[key] = text }", [KEY.format(game), held])


def kept(page: Page, game: str = "wwn") -> Any:
    return page.evaluate(OWN.format(game))


def link(page: Page, server: Server, pairs: list[list[str]], game: str = "wwn") -> str:
    """The fragment of a link to these rows."""
    modules(page, server)
    return str(
        page.evaluate(
            """async ([system, data]) => {
              const src = document.querySelector('script[type=module]').src;
              const { encode } = await import(src.replace(/scripts\\/.*/, 'scripts/own/link.js'));
              return (await encode({ system, schema: 1, data })).fragment;
            }""",
            [game, pairs],
        )
    )


def test_a_weapon_is_added_once_and_offered_on_sheets_and_calculators(page: Page, served: Server) -> None:
    page.goto(served.url + HOUSE)
    page.locator("[data-name=weapons] > [data-add]").click()
    page.fill("[id='f-weapons.0.name']", "Longknife")
    page.fill("[id='f-weapons.0.damage']", "sharp")
    expect(page.locator("[id='p-weapons.0.damage']")).to_contain_text("Weapon 1, Damage must be dice", timeout=SOON)
    expect(page.locator(SAVED)).to_have_text("Not saved: an input needs attention.")
    assert kept(page) == []
    page.fill("[id='f-weapons.0.damage']", "1d6+1")
    expect(page.locator(SAVED)).to_have_text("Saved on this device", timeout=SOON)
    assert ["weapons.0.damage", "1d6+1"] in kept(page)
    expect(page.locator("[data-card-name]")).to_have_text("Longknife")

    page.goto(f"{served.url}wwn/sheet/#new=1")
    page.locator("[data-name=weapons] > [data-add]").click()
    chooser = page.locator("[data-presets='weapons.0.']")
    expect(chooser.locator("optgroup[label=Yours] > option")).to_have_text(["Longknife"])
    chooser.select_option(label="Longknife")
    assert page.input_value("[id='f-weapons.0.damage']") == "1d6+1"
    expect(page.locator(".armed h3").first).to_have_text("Longknife", timeout=SOON)

    page.goto(f"{served.url}wwn/attack/")
    page.evaluate(OPEN_ALL)
    page.locator("[data-presets='weapon.']").select_option(label="Longknife")
    until(page, "location.hash.includes('weapon.damage=1d6+1')")


def test_own_armor_and_conditions_are_chosen_like_those_of_the_book(page: Page, served: Server) -> None:
    keep(page, served, BROUGHT)
    page.goto(f"{served.url}wwn/sheet/#new=1")
    page.evaluate(OPEN_ALL)
    page.select_option("#f-armor", label="Bark coat")
    assert page.input_value("#f-armor") == "own"
    assert [page.input_value(f"#f-worn_{name}") for name in ("name", "ac", "weight")] == ["Bark coat", "15", "medium"]
    expect(page.locator("[data-derived=armor_class] [data-number]")).to_have_text("15", timeout=SOON)

    page.locator("[data-name=own_conditions] > [data-add]").click()
    page.locator("[data-presets='own_conditions.0.']").select_option(label="Blessed")
    page.locator("[data-name=weapons] > [data-add]").click()
    page.fill("[id='f-weapons.0.damage']", "1d6")
    expect(page.locator(".holding .chip")).to_contain_text("Blessed", timeout=SOON)
    expect(page.locator(".holding .chip")).to_contain_text("Other bonus to hit +2")

    page.goto(f"{served.url}wwn/derive/")
    page.select_option("#f-armor", label="Bark coat")
    until(page, "location.hash.includes('worn_ac=15')")


def test_a_chooser_for_own_rows_alone_is_there_once_there_is_one(page: Page, served: Server) -> None:
    page.goto(f"{served.url}raiders/sheet/#new=1")
    page.evaluate(OPEN_ALL)
    expect(page.locator("#f-worn_name")).to_be_visible()
    expect(page.locator("#preset-worn_name")).to_be_hidden()
    keep(page, served, [["armor.0.name", "Bark coat"], ["armor.0.armor", "3"]], "raiders")
    page.goto(f"{served.url}raiders/sheet/#new=1")
    page.evaluate(OPEN_ALL)
    page.select_option("#preset-worn_name", label="Bark coat")
    assert [page.input_value(f"#f-{name}") for name in ("worn_name", "armor")] == ["Bark coat", "3"]


def test_removing_a_row_says_who_uses_it_and_leaves_them_whole(page: Page, served: Server) -> None:
    modules(page, served)
    data = [["name", "Anna"], ["weapons.0.name", "Longknife"], ["weapons.0.damage", "1d6+1"]]
    put_raw(page, record("Anna", ANNA, schema=pyrules.sheet("wwn").schema, data=data))
    keep(page, served, BROUGHT)
    page.goto(served.url + HOUSE)
    page.locator("[data-name=weapons] summary").click()
    page.get_by_role("button", name="Remove this weapon").click()
    expect(page.locator("[data-row-words]")).to_have_text(
        "Longknife is removed. Anna uses it, with values of its own that stay."
    )
    expect(page.locator(SAVED)).to_have_text("Saved on this device", timeout=SOON)
    assert not any(key.startswith("weapons") for key, _ in kept(page))
    page.locator("[data-undo-row]").click()
    until(page, f"{OWN.format('wwn')}.some(([, text]) => text === 'Longknife')")

    page.goto(f"{served.url}wwn/sheet/#open={ANNA}")
    expect(page.locator(".armed h3").first).to_have_text("Longknife", timeout=SOON)


def test_a_stored_row_that_does_not_fit_is_named_and_stays(page: Page, served: Server) -> None:
    keep(page, served, [*BROUGHT, ["armor.1.name", "Hide"], ["armor.1.ac", "99"]])
    page.goto(served.url + HOUSE)
    expect(page.locator("[id='p-armor.1.ac']")).to_have_text(
        "Armor 2, AC must be a whole number from 10 to 30; got 99.", timeout=SOON
    )
    assert ["armor.1.ac", "99"] in kept(page)


def test_rows_of_a_newer_tableside_stay_untouched(page: Page, served: Server) -> None:
    keep(page, served, BROUGHT, schema=99)
    page.goto(served.url + HOUSE)
    expect(page.locator("[data-own-trouble]")).to_contain_text("newer Tableside")
    expect(page.locator("[data-name=weapons] > [data-add]")).to_be_disabled()
    assert kept(page) == BROUGHT


# Links and files


def test_a_link_shows_what_it_brings_and_stores_nothing_before_it_is_kept(page: Page, served: Server) -> None:
    fragment = link(page, served, [*BROUGHT, ["weapons.1.name", "Bent"], ["weapons.1.damage", "lots"]])
    page.goto(served.url + HOUSE + fragment)
    lines = page.locator("[data-own-lines] > li")
    expect(lines).to_have_text(
        [
            "Longknife (weapon) will be added.",
            "Bark coat (armor) will be added.",
            "Blessed (condition) will be added.",
        ],
        timeout=SOON,
    )
    expect(page.locator("[data-own-wrong]")).to_contain_text("Left out: Weapon 2, Damage must be dice")
    assert kept(page) == []
    assert axe(page) == []
    page.locator("[data-own-keep]").click()
    until(page, f"{OWN.format('wwn')}.length > 10")
    assert "#own" not in page.url
    expect(page.locator("[data-card-name]")).to_have_text(["Longknife", "Bark coat", "Blessed"])

    page.goto(f"{served.url}help/")
    page.goto(served.url + HOUSE + fragment)
    expect(page.locator("[data-own-about]")).to_have_text("There is nothing to keep.", timeout=SOON)
    expect(page.locator("[data-own-keep]")).to_be_hidden()


def test_what_was_kept_from_a_link_can_be_undone(page: Page, served: Server) -> None:
    fragment = link(page, served, BROUGHT[:4])
    page.goto(served.url + HOUSE + fragment)
    page.locator("[data-own-keep]").click(timeout=SOON)
    expect(page.locator("[data-own-back]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-own-outcome]")).to_have_text("Undone.")
    assert kept(page) == []


def test_a_link_leads_to_its_own_game(page: Page, served: Server) -> None:
    fragment = link(page, served, [["weapons.0.name", "Longknife"]], "raiders")
    page.goto(served.url + HOUSE + fragment)
    page.wait_for_url("**/raiders/house/*")
    expect(page.locator("[data-own-lines]")).to_have_text("Longknife (weapon) will be added.", timeout=SOON)


@pytest.mark.parametrize("fragment", ["#own=1.!!", "#own=9.abc", "#own=1.AAAA"])
def test_a_damaged_link_says_so_and_brings_nothing(page: Page, served: Server, fragment: str) -> None:
    page.goto(served.url + HOUSE + fragment)
    expect(page.locator("[data-own-outcome]")).to_contain_text("This link")
    expect(page.locator("[data-controller~='own/bring']")).to_be_hidden()


def test_everything_exported_holds_own_rows_which_another_device_brings_in(
    page: Page, served: Server, tmp_path: Path
) -> None:
    keep(page, served, BROUGHT[:4])
    page.goto(f"{served.url}wwn/sheet/")
    with page.expect_download() as download:
        page.locator("[data-list-tools] [data-export-all]").click()
    file = tmp_path / "all.json"
    download.value.save_as(file)
    assert json.loads(file.read_text())["own"] == [{"system": "wwn", "schema": 1, "data": BROUGHT[:4]}]
    page.evaluate("localStorage.clear()")
    page.set_input_files("[data-import-file]", file)
    expect(page.locator("[data-import-own]")).to_contain_text("Longknife (weapon) will be added.", timeout=SOON)
    page.locator("[data-bring]").click()
    expect(page.locator("[data-brought-words]")).to_contain_text("Own rows brought in")
    assert ["weapons.0.name", "Longknife"] in kept(page)
    page.locator("[data-take-back]").click()
    until(page, f"!{OWN.format('wwn')}.length")

    page.goto(served.url + HOUSE)
    page.set_input_files("[data-own-file]", file)
    expect(page.locator("[data-own-lines]")).to_have_text("Longknife (weapon) will be added.", timeout=SOON)
