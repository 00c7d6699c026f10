"""The set-up of a fight and its panels in a real browser: who joins, the order, declarations, pins, typed dice."""

import re

import pytest
from playwright.sync_api import Page, expect

from pyrules.games import FIGHTS
from web.builder.dev.serve import Server

from .conftest import until
from .test_fight import (
    GAME,
    REVISION,
    SO_FAR,
    SOON,
    TURN,
    begun,
    events,
    fighters,
    join,
    names,
    not_begun,
    opened,
    panel_is_closed,
    stored,
)
from .visits import PHONE, PHONE_HIGH, axe, small_targets, too_wide

READY = "[data-join-ready] .joiner"
TALLEST_TOP = 120
"""In px on a phone, while the rules ask for nothing."""
PENDING = "[data-pending-words]"
OQ = "openquest"


def test_on_a_low_screen_the_next_turn_stays_in_view(page: Page, served: Server) -> None:
    page.set_viewport_size({"width": 740, "height": 360})
    begun(page, served)
    page.evaluate("scrollTo(0, 0)")
    expect(page.locator("#next")).to_be_in_viewport(ratio=1)
    assert page.locator(".fight > .bottom").evaluate("(bar) => bar.offsetHeight") <= 72


@pytest.mark.parametrize("size", [(PHONE, 640), (740, 360), (1280, 800)], ids=["upright", "on its side", "wide"])
def test_the_bar_keeps_its_place_whatever_the_list_holds(page: Page, served: Server, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    begun(page, served)
    bar = page.locator(".fight > .bottom")
    place = "(bar) => [bar.getBoundingClientRect().top, innerHeight - bar.getBoundingClientRect().bottom]"
    places = []
    for foes in (0, 6):
        if foes:
            page.click("#to-setup")
            join(page, foes, "foes", 4)
            panel_is_closed(page)
        for top in ("scrollTo(0, 0)", "document.querySelector('.fight > .top').scrollIntoView()"):
            page.evaluate(top)
            places.append(bar.evaluate(place))

    assert [below for _, below in places] == [0] * 4
    assert len({above for above, _ in places}) == 1


# Who joins


def test_add_fighters_leads_to_the_search_while_nobody_is_there(page: Page, served: Server) -> None:
    opened(page, served, OQ)
    page.click("#to-setup")
    expect(page.locator("#foe-filter")).to_be_focused()
    expect(page.locator("#to-setup")).to_have_attribute("aria-expanded", "true")
    join(page, 1, "party", 1)
    page.click("#to-setup")
    expect(page.locator("#foe-filter")).to_be_hidden()


def test_a_ready_made_character_joins_by_one_tap(page: Page, served: Server) -> None:
    page.set_viewport_size({"width": PHONE, "height": 640})
    opened(page, served, OQ)
    expect(page.locator(READY).first).to_be_visible()
    assert not [*too_wide(page), *small_targets(page), *axe(page)]
    before = page.locator(READY).all_inner_texts()
    page.locator(READY).first.click()
    fighters(page, 1)
    assert names(page)[0] in before[0]
    expect(page.locator("[data-join-stored] .joiner")).to_be_disabled()
    expect(page.locator(READY)).to_have_count(len(before) - 1)
    page.reload()
    page.fill("#foe-filter", before[1].split()[0])
    page.keyboard.press("Enter")
    fighters(page, 2)

    page.goto(f"{served.url}{OQ}/sheet/")
    expect(page.locator("[data-people] [data-name]")).to_have_count(2)


@pytest.mark.parametrize("game", FIGHTS)
def test_round_1_folds_the_set_up_and_leaves_a_phone_to_the_list(page: Page, served: Server, game: str) -> None:
    page.set_viewport_size({"width": PHONE, "height": PHONE_HIGH})
    opened(page, served, game)
    join(page, 2, "party", 1)
    join(page, 2, "foes", 2)
    expect(page.locator("#tool-join")).to_be_visible()
    page.click("#begin")
    expect(page.locator(TURN)).to_contain_text("Round 1")

    expect(page.locator("#tool-join")).to_be_hidden()
    # What the rules ask for comes on top of that, with low buttons: OpenQuest asks for the scene until it is answered.
    height = "(top) => top.offsetHeight - (top.querySelector('.due')?.offsetHeight ?? 0)"
    assert page.locator("[data-part=top]").evaluate(height) <= TALLEST_TOP
    small = [one for one in small_targets(page) if not one.startswith("Choose: ")]
    assert not [*too_wide(page), *small]
    whole = "(picks) => picks.every((pick) => pick.scrollWidth <= pick.clientWidth)"
    assert page.locator(".picks button").evaluate_all(whole), "names differ at their ends"
    page.click("#to-setup")
    expect(page.locator("#tool-join")).to_be_visible()


# The order


def test_an_order_without_dice_asks_for_none(page: Page, served: Server) -> None:
    not_begun(page, served, OQ)
    expect(page.locator("#begin")).to_have_text("Begin round 1")
    page.click("#to-order")
    expect(page.locator("#order-by_skill")).to_have_text("By the skill used")
    expect(page.locator("[data-order-typed]")).to_have_count(0)
    page.click("#order-by_skill")
    until(page, f"{REVISION} === 3")
    by_skill = names(page)
    page.click("#to-order")
    page.locator("[data-move='1']").first.click()
    expect(page.locator(".fighter .name b").first).not_to_have_text(by_skill[0])
    page.click("#order-by_skill")

    expect(page.locator(".fighter .name b")).to_have_text(by_skill)


def test_a_side_declares_by_one_tap_and_a_fighter_from_a_list(page: Page, served: Server) -> None:
    not_begun(page, served, OQ)
    page.click("#to-order")
    page.click("#declare-all-foes")
    expect(page.locator("#declare-all-foes")).to_have_count(0)
    expect(page.locator(".held")).to_have_text([re.compile("Close Combat Attack")] * 2)
    one = page.locator("select[data-declare]").first
    one.select_option("escaping_sprint")
    expect(page.locator(".held")).to_have_text([re.compile("Escaping Sprint"), re.compile("Close Combat Attack")])
    assert [one["do"] for one in stored(page)["data"]["events"]] == ["join", "join", "change", "act"]  # type: ignore[index]
    page.click("#undo")
    page.click("#undo")

    expect(page.locator(".held")).to_have_count(0)


def test_typed_totals_bring_fighters_in_order_and_a_wrong_one_loses_nothing(page: Page, served: Server) -> None:
    not_begun(page, served, "obss")
    before = names(page)
    page.click("#to-order")
    page.click(".totals > summary >> nth=0")
    totals = page.locator("[data-totals] >> nth=0").locator("input")
    totals.nth(0).fill("8")
    totals.nth(1).fill("many")
    totals.nth(2).fill("15")
    page.keyboard.press("Enter")
    expect(page.locator("[data-totals-problem]:visible")).to_contain_text("a total is a whole number")
    assert [totals.nth(at).input_value() for at in range(3)] == ["8", "many", "15"]
    totals.nth(1).fill("11")
    page.keyboard.press("Enter")

    expect(page.locator(".fighter .name b")).to_have_text([before[2], before[1], before[0]])


# Pins


def test_a_pinned_act_comes_first_in_this_fight_and_the_next(page: Page, served: Server) -> None:
    begun(page, served)
    page.click(".fighter:not(.now) .name >> nth=0")
    line = page.locator(".panel .acts .act").nth(1)
    act = line.locator("b").first.inner_text()
    line.locator("summary").first.click()
    line.locator("[data-pin]").click()
    first = page.locator(".panel .acts .act").first
    expect(first.locator("b").first).to_have_text(act)
    expect(first.locator("[data-pin]")).to_be_focused()
    begun(page, served)
    page.click(".fighter:not(.now) .name >> nth=0")
    expect(first.locator("b").first).to_have_text(act)
    first.locator("[data-pin]").click()

    expect(first.locator("b").first).not_to_have_text(act)


# Typed dice


def test_dice_that_are_typed_in_part_stay_until_they_are_settled(page: Page, served: Server) -> None:
    page.set_viewport_size({"width": PHONE, "height": 640})
    begun(page, served)
    page.click(".fighter:not(.now) .name >> nth=0")
    page.click(".panel [data-roll-typed] >> nth=0")
    page.fill("#typed-face", "20")
    before = page.evaluate(SO_FAR)
    page.keyboard.press("Enter")
    until(page, f"(before) => {SO_FAR} !== before", before)
    so_far = page.evaluate(SO_FAR)
    page.fill("#typed-face", "4")
    page.click(".fighter:not(.now) .name >> nth=1")
    expect(page.locator(PENDING)).to_contain_text("not all dice are typed yet")
    page.click("#next")
    expect(page.locator(PENDING)).to_contain_text("Before you go on")
    expect(page.locator("[data-pending-apply]")).to_be_hidden()
    page.click("[data-pending-show]")
    expect(page.locator("#typed-face")).to_have_value("4")
    until(page, f"(held) => {SO_FAR} === held", so_far)
    page.reload()
    expect(page.locator(PENDING)).to_contain_text("not all dice are typed yet", timeout=SOON)
    page.click("[data-pending-show]")
    expect(page.locator("[data-so-far]")).to_contain_text("20")
    page.fill("#typed-face", "4")
    page.keyboard.press("Enter")
    page.click("#apply")
    expect(page.locator("[data-pending]")).to_be_hidden()
    until(page, f"{REVISION} === 4")
    page.reload()
    fighters(page, 3)

    expect(page.locator("[data-pending]")).to_be_hidden()
    assert stored(page)["data"]["events"][-1]["faces"] == [20, 4]  # type: ignore[index]


def test_dice_that_are_typed_in_part_can_be_dropped(page: Page, served: Server) -> None:
    begun(page, served)
    page.click(".fighter:not(.now) .name >> nth=0")
    page.click(".panel [data-roll-typed] >> nth=0")
    expect(page.locator("[data-due]")).to_have_text(re.compile(r"^d\d+ for: "))
    page.fill("#typed-face", "20")
    page.click("#log")
    page.click("[data-pending-drop]")
    expect(page.locator("[data-pending]")).to_be_hidden()
    page.reload()
    fighters(page, 3)

    expect(page.locator("[data-pending]")).to_be_hidden()
    assert events(page) == 3


def test_typed_dice_can_be_canceled_before_the_first_and_escape_closes_the_panel(page: Page, served: Server) -> None:
    begun(page, served)
    page.click(".fighter:not(.now) .name >> nth=0")
    rolled = page.locator(".panel [data-roll-typed] >> nth=0")
    for leave in (lambda: page.click("#typed [data-cancel]"), lambda: page.keyboard.press("Escape")):
        rolled.click()
        expect(page.locator("#typed-face")).to_be_focused()
        leave()
        expect(page.locator("#typed-face")).to_be_hidden()
        expect(rolled).to_be_focused()
    page.keyboard.press("Escape")
    panel_is_closed(page)


def test_a_half_typed_order_whose_dice_now_suffice_is_added_when_it_is_shown(page: Page, served: Server) -> None:
    """A fighter may have left since, so that fewer dice are due."""
    not_begun(page, served, GAME)
    page.click("#to-order")
    page.click("#order-typed-one_by_one")
    expect(page.locator("[data-due]")).to_have_text(re.compile(r"^d\d+ for: "))
    page.fill("#typed-face", "5 3")
    page.keyboard.press("Enter")
    expect(page.locator("[data-so-far]")).to_contain_text("3")
    page.evaluate(
        """() => {
          for (const [key, text] of Object.entries(localStorage))
            if (text.includes('"faces":[5,3]')) localStorage[key] = text.replace("[5,3]", "[5,3,4]");
        }"""
    )
    page.reload()
    expect(page.locator(PENDING)).to_contain_text("not all dice are typed yet", timeout=SOON)
    page.click("[data-pending-show]")

    expect(page.locator("[data-pending]")).to_be_hidden()
    expect(page.locator(".fighter .name small")).to_contain_text(["5", "4", "3"])
    assert stored(page)["data"]["events"][-1]["do"] == "order"  # type: ignore[index]
