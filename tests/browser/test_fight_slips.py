"""Slips of a hand, second tabs and second copies in a fight, and where the page is scrolled to after a tap."""

import re

import pytest
from playwright.sync_api import Page, expect

from web.builder.dev.serve import Server

from .conftest import frames, until
from .kept_fights import keep
from .test_fight import GAME, REVISION, SOON, TURN, begun, events, not_begun, opened, rolled
from .visits import PHONE

COUNT_MESSAGES = """() => {
  window.messages = 0;
  window.channel = new BroadcastChannel(`tableside./.fights.view.${location.hash.slice("#live=".length)}`);
  channel.onmessage = () => (messages += 1);
}"""


def test_escape_in_a_box_with_a_text_closes_no_panel(page: Page, served: Server) -> None:
    begun(page, served)
    page.click("#to-order")
    page.locator(".places input").first.press("Escape")
    page.click("#undo")  # it comes after what Escape would do
    expect(page.locator("[data-done-words]")).to_contain_text("Undone")
    expect(page.locator("#order-title")).to_be_visible()
    page.locator("#undo").press("Escape")

    expect(page.locator("#order-title")).to_be_hidden()


def test_the_second_tap_of_a_quick_pair_rolls_nothing(page: Page, served: Server) -> None:
    begun(page, served)
    rolled(page)
    second = "(button) => button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }))"
    page.locator(".panel [data-roll]").first.evaluate(second)
    frames(page)

    expect(page.locator("[data-pending]")).to_be_hidden()
    expect(page.locator("#apply")).to_be_visible()


def test_the_second_tap_of_a_quick_pair_declares_nothing(page: Page, served: Server) -> None:
    not_begun(page, served, "openquest")
    page.click("#to-order")
    page.click("#declare-all-foes", click_count=2)
    expect(page.locator("#declare-all-foes")).to_have_count(0)
    page.click("#undo")
    expect(page.locator("[data-done-words]")).to_contain_text("Undone")

    expect(page.locator("#declare-all-foes")).to_be_visible()
    expect(page.locator("[data-problem-words]")).to_be_hidden()


def test_a_roll_that_another_tab_has_dropped_is_not_applied(page: Page, served: Server) -> None:
    begun(page, served)
    rolled(page)
    other = page.context.new_page()
    opened(other, served, state=page.evaluate("location.hash"))
    other.click("[data-pending-drop]")
    expect(other.locator("[data-pending]")).to_be_hidden()
    page.click("#apply")

    expect(page.locator("[data-refused]")).to_have_text("This roll was applied or dropped in another tab.")
    assert events(page) == 3


def test_players_are_sent_nothing_while_nothing_changes_for_them(page: Page, served: Server) -> None:
    begun(page, served)
    address = page.locator("[data-open-view]").get_attribute("href") or ""
    players = page.context.new_page()
    players.goto(f"{served.url}{GAME}/fight/{address}")
    expect(players.locator("[data-line]")).to_have_count(3, timeout=SOON)
    players.evaluate(COUNT_MESSAGES)
    page.click("#log")
    expect(page.locator(".log")).to_be_visible()
    page.click("#log")
    expect(page.locator(".log")).to_have_count(0)
    assert players.evaluate("messages") == 0
    page.click("#next")
    until(players, "messages")

    assert players.evaluate("messages") == 1


def test_the_numbers_of_the_party_are_not_for_players_when_their_box_is_not_ticked(page: Page, served: Server) -> None:
    begun(page, served)
    name = page.locator(".fighter", has_text="Party").locator(".name b").inner_text()
    page.click("#to-share")
    text = page.locator("[data-players-text]")
    expect(text).to_contain_text(re.compile(rf"{name}.*\d"), timeout=SOON)
    page.uncheck("[data-numbers]")

    expect(text).not_to_contain_text(re.compile(rf"{name}.*\d"))
    expect(text).to_contain_text(name)


def test_a_file_of_a_fight_that_has_gone_on_comes_in_as_a_copy(page: Page, served: Server) -> None:
    begun(page, served)
    with page.expect_download() as download:
        page.click("[data-export-fight]")
    page.click("#next")
    until(page, f"{REVISION} === 4")
    page.click("[data-to-list]")
    page.set_input_files("[data-import-file]", download.value.path())

    shown = page.locator("[data-people] [data-name]")
    expect(shown).to_have_count(2)
    assert sorted(shown.all_inner_texts()) == ["At the ford", "At the ford (copy)"]


@pytest.mark.parametrize("size", [(PHONE, 640), (1280, 800)], ids=["phone", "wide"])
def test_the_next_turn_shows_whose_it_is(page: Page, served: Server, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    many = ((2, "party", 1), (6, "foes", 2), (6, "foes", 4))
    opened(page, served, GAME, keep(page, served, GAME, *many, begins=True))
    before = page.inner_text(TURN)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.click("#next")
    expect(page.locator(TURN)).not_to_have_text(before, use_inner_text=True)
    frames(page)

    first = page.locator(".fighters").first.bounding_box()
    top = page.locator(".fight > .top").bounding_box()
    assert first and top and abs(top["y"]) <= 1, "the top part is at the upper edge"
    assert first["y"] >= top["y"] + top["height"] - 1, "and covers nobody"


def test_what_is_tapped_stays_where_it_is(page: Page, served: Server) -> None:
    """A condition adds a line above its own chip."""
    page.set_viewport_size({"width": PHONE, "height": 640})
    begun(page, served)
    page.click(".fighter:not(.now) .wounds >> nth=0")
    chip = page.locator("#chip-prone")
    chip.scroll_into_view_if_needed()
    before = chip.bounding_box()
    chip.click()
    expect(page.locator(".held >> nth=0")).to_contain_text("Prone")
    after = chip.bounding_box()

    assert before and after and abs(after["y"] - before["y"]) <= 1
