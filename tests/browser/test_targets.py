"""Targets side by side: in one tap foes of the game, kept on this device, apart from what a link brings."""

import re

import pytest
from playwright.sync_api import Page, expect

import pyrules
from tests.rotation import one_unless_long
from web.builder.dev.serve import Server

from .conftest import until
from .storing import ANNA, BERT
from .test_calculators import address, answered
from .test_from_sheet import HESSA, ILO, both, choose
from .visits import axe, too_wide

SOON = 60_000
STRIKES = [
    pytest.param("obss/strike/", id="obss"),
    pytest.param("openquest/close_attack/", id="openquest"),
    pytest.param("raiders/strike/", id="raiders"),
    pytest.param("wwn/attack/", id="wwn"),
    pytest.param("stepdie/attack/", id="stepdie"),
]
STORED = "Object.entries(localStorage).filter(([key]) => key.includes('.targets.')).map(([, text]) => text)"
LOADED = "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/calculator/targets.js'))"
WIDE = "document.documentElement.scrollWidth - innerWidth"


def open_tool(page: Page) -> None:
    page.click("[data-tool=targets]")
    expect(page.locator("[data-targets-table] tbody tr").first).to_be_visible(timeout=SOON)


def rows(page: Page) -> list[str]:
    return page.locator("[data-targets-table] tbody th a").all_inner_texts()


def figures(page: Page, name: str) -> list[str]:
    row = page.locator("[data-targets-table] tbody tr").filter(has=page.get_by_role("link", name=name, exact=True))
    return row.locator("td b data").all_inner_texts()


def add(page: Page, words: str) -> None:
    """Add the first that a search finds."""
    fold = page.locator("[data-targets-add]")
    if fold.get_attribute("open") is None:
        fold.locator("summary").first.click()
    page.fill("#foe-filter", words)
    page.locator("[data-targets-choices] .joiner:visible").first.click()


@pytest.mark.parametrize("where", one_unless_long(STRIKES))
def test_one_tap_shows_three_foes_and_what_is_added_is_there_after_a_reload(
    page: Page, served: Server, where: str
) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(served.url + where)
    answered(page)
    assert not page.evaluate(LOADED), "the tool loads when it is opened"

    open_tool(page)
    until(page, "document.querySelectorAll('[data-targets-table] tbody tr').length === 4")
    assert page.evaluate(STORED) == [], "examples are not kept"
    assert page.evaluate(WIDE) <= 0

    foes = pyrules.fight_rules(where.split("/")[0]).foes.rows
    for foe in (foes[0], foes[-1]):
        add(page, foe.label)
        expect(page.locator("[data-targets-list]")).to_contain_text(foe.label)
    until(page, "location.hash.includes('targets=1.')")
    expect(page.locator("[data-targets-table] tbody tr")).to_have_count(3)
    before = page.inner_text("[data-targets-table]")
    assert axe(page) == []
    assert too_wide(page) == []

    page.reload()
    expect(page.locator("[data-targets-table] tbody tr")).to_have_count(3, timeout=SOON)
    expect(page.locator("[data-tool=targets]")).to_have_attribute("aria-expanded", "true")
    expect(page.locator("[data-targets-linked]")).to_be_hidden()
    assert page.inner_text("[data-targets-table]") == before


def test_a_row_opens_the_page_with_its_numbers(page: Page, served: Server) -> None:
    page.goto(served.url + "wwn/attack/")
    open_tool(page)
    add(page, "knight")
    expect(page.get_by_role("link", name="Knight or Minor Hero")).to_be_visible()
    hit = figures(page, "Knight or Minor Hero")[0]

    page.get_by_role("link", name="Knight or Minor Hero").click()

    until(page, "location.hash.includes('target_ac=18')")
    expect(page.locator(".headline")).to_contain_text(hit.removesuffix(" %"))
    expect(page.locator("[data-tool=targets]")).to_have_attribute("aria-expanded", "true")


def test_a_link_shows_its_rows_and_leaves_what_is_kept(page: Page, served: Server) -> None:
    page.goto(served.url + "wwn/attack/")
    open_tool(page)
    add(page, "knight")
    until(page, "location.hash.includes('targets=1.')")
    link = page.url
    wanted = figures(page, "Knight or Minor Hero")
    page.get_by_role("button", name="Remove Knight or Minor Hero").click()
    add(page, "warbot")
    until(page, "document.querySelector('[data-targets-table]').textContent.includes('Warbot')")
    kept = page.evaluate(STORED)

    other = page.context.new_page()
    other.goto(link)
    expect(other.get_by_role("link", name="Knight or Minor Hero")).to_be_visible(timeout=SOON)
    assert figures(other, "Knight or Minor Hero") == wanted
    expect(other.get_by_text("From a link. Yours stay as they are.")).to_be_visible()
    assert other.evaluate(STORED) == kept

    other.get_by_role("button", name="Keep these").click()
    expect(other.locator("[data-targets-linked]")).to_be_hidden()
    [text] = other.evaluate(STORED)
    assert "knight_or_minor_hero" in text
    assert "automaton_warbot" in text
    assert rows(other) == ["This page", "Knight or Minor Hero"]
    other.close()


def test_what_finds_no_room_stays_as_the_link_shows_it(page: Page, served: Server) -> None:
    page.goto(served.url + "wwn/attack/")
    open_tool(page)
    add(page, "knight")
    until(page, "location.hash.includes('targets=1.')")
    link = page.url
    page.evaluate("localStorage.clear()")
    page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }")
    page.goto("about:blank")
    page.goto(link)
    expect(page.get_by_role("link", name="Knight or Minor Hero")).to_be_visible(timeout=SOON)

    page.get_by_role("button", name="Keep these").click()

    expect(page.locator("[data-targets-problem]")).to_contain_text("cannot store targets")
    expect(page.locator("[data-targets-linked]")).to_be_visible()
    assert rows(page) == ["This page", "Knight or Minor Hero"]
    assert "targets=1." in page.url


def test_a_damaged_link_says_so_and_keeps_nothing(page: Page, served: Server) -> None:
    page.goto(served.url + "wwn/attack/#target_ac=15&targets=1.!!")

    expect(page.locator("[data-targets-problem]")).to_contain_text("This link is damaged", timeout=SOON)
    assert page.evaluate(STORED) == []


def test_my_character_meets_another_and_the_row_follows_its_sheet(page: Page, served: Server) -> None:
    both(page, served)
    page.goto(served.url + "wwn/attack/")
    choose(page)
    open_tool(page)
    add(page, ILO)
    expect(page.get_by_role("link", name=ILO)).to_be_visible()
    until(page, "location.hash.includes('targets=1.')")
    page.select_option("#sheet-target", label=ILO)
    answered(page)
    until(
        page,
        """() => {
          const [mine, ilo] = [...document.querySelectorAll('[data-targets-table] tbody tr')]
            .map((row) => [...row.querySelectorAll('td b data')].map(({ value }) => value).join());
          return mine === ilo;
        }""",
    )
    assert not re.search(rf"{ANNA}|{BERT}", address(page)), "ids of characters stay on this device"
    assert HESSA in page.inner_text(".from-sheet")


def test_several_actions_stand_against_one_target(page: Page, served: Server) -> None:
    page.goto(served.url + "wwn/attack/")
    open_tool(page)
    page.get_by_role("button", name="Several actions").click()
    page.get_by_label("This action").fill("Spear")
    page.get_by_role("button", name="Keep it").click()
    expect(page.locator("[data-targets-list]")).to_contain_text("Spear")

    page.goto(served.url + "wwn/charge/")
    open_tool(page)
    add(page, "knight")
    expect(page.get_by_label("Against", exact=True).last).to_have_value("Knight or Minor Hero")
    until(page, "document.querySelectorAll('[data-targets-table] tbody tr').length === 2")
    assert rows(page) == ["Charge", "Spear"]
    spear = page.get_by_role("link", name="Spear")
    until(page, "document.querySelector('[data-row=\"1\"]').href.includes('target_ac=18')")
    assert "/wwn/attack/#" in str(spear.get_attribute("href")) or "../attack/#" in str(spear.get_attribute("href"))


def test_kept_actions_meet_the_target_of_the_page_and_a_link_says_the_same(page: Page, served: Server) -> None:
    page.goto(served.url + "wwn/attack/")
    answered(page)
    page.fill("[name=target_ac]", "11")
    open_tool(page)
    page.get_by_role("button", name="Several actions").click()
    page.get_by_label("This action").fill("Spear")
    page.get_by_role("button", name="Keep it").click()
    expect(page.locator("[data-targets-list]")).to_contain_text("Spear")

    page.goto(served.url + "wwn/charge/")
    answered(page)
    page.fill("[name='attack.target_ac']", "17")
    open_tool(page)
    until(page, "document.querySelector('[data-row=\"1\"]')?.href.includes('target_ac=17')")
    met = figures(page, "Spear")
    until(page, "location.hash.includes('targets=1.')")
    link = page.url
    page.get_by_label("Against", exact=True).last.select_option("as each was kept")
    until(page, "document.querySelector('[data-row=\"1\"]').href.includes('target_ac=11')")
    expect(page.locator("[data-targets-words]")).to_contain_text("their targets may differ")
    assert figures(page, "Spear") != met

    page.evaluate("localStorage.clear()")
    page.goto("about:blank")
    page.goto(link)
    until(page, "document.querySelector('[data-row=\"1\"]')?.href.includes('target_ac=17')")
    assert figures(page, "Spear") == met


def test_a_removed_target_comes_back_and_the_keyboard_keeps_its_place(page: Page, served: Server) -> None:
    page.goto(served.url + "wwn/attack/")
    open_tool(page)
    add(page, "knight")
    expect(page.locator("[data-targets-list] li")).to_have_count(1)
    page.get_by_role("button", name="Remove Knight or Minor Hero").press("Enter")
    expect(page.locator("[data-targets-list] li")).to_have_count(0)
    expect(page.locator("[data-targets-undo]")).to_be_focused()

    page.keyboard.press("Enter")

    expect(page.locator("[data-targets-list] li")).to_have_count(1)
    page.locator("[data-targets-list] input").press("Space")
    expect(page.locator("[data-targets-list] input")).to_be_focused()
    expect(page.locator("[data-targets-list] input")).not_to_be_checked()


def test_the_table_is_copied_as_csv_and_as_text(page: Page, served: Server) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(served.url + "wwn/attack/")
    open_tool(page)
    add(page, "knight")
    expect(page.get_by_role("link", name="Knight or Minor Hero")).to_be_visible()

    page.get_by_role("button", name="Copy as CSV").click()
    expect(page.locator("[data-targets-copied]")).to_have_text("Copied as CSV")
    head, mine, knight = str(page.evaluate("navigator.clipboard.readText()")).split("\r\n")[:3]
    assert head == "Row,hit,damage on average,Shock on a miss"
    assert mine.startswith("This page,0.6")
    assert knight.startswith("Knight or Minor Hero,0.35")

    page.get_by_role("button", name="Copy as text").click()
    expect(page.locator("[data-targets-copied]")).to_have_text("Copied as text")
    assert "Knight or Minor Hero: 35 % hit, " in str(page.evaluate("navigator.clipboard.readText()"))
