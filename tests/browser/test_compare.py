"""Pinning a state and comparing with it; pictures as exactly, at least and at most."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.rotation import one_unless_long
from web.builder.dev.serve import Server

from .conftest import until
from .test_calculators import address, answered
from .visits import axe

# Each game's page, the stepper that is pressed, its input, the headline figure that it changes, and a picture's name.
GAMES = [
    pytest.param("obss/strike/", "Damage bonus", "damage on average", "damage", id="obss"),
    pytest.param("openquest/damage/", "Armor", "damage on average", "damage", id="openquest"),
    pytest.param("raiders/strike/", "Weapon", "wounds on average", "wounds_dist", id="raiders"),
    pytest.param("wwn/attack/", "Target AC", "hit", "damage", id="wwn"),
    pytest.param("stepdie/attack/", "Skill", "hits", "damage_dist", id="stepdie"),
]
COMPARED = "[data-compared]"


def pin(page: Page) -> None:
    page.click("[data-tool=compare]")
    page.click("[data-pin]")
    expect(page.locator(COMPARED)).to_contain_text("Both sides are the same so far", timeout=60_000)


def press(page: Page, label: str) -> None:
    page.get_by_label(f"{label}, more").first.click()
    expect(page.locator(COMPARED)).to_contain_text("Inputs that differ", timeout=60_000)


def both(page: Page, figure: str) -> tuple[str, str, str]:
    """This, pinned and the difference of a figure of the headline."""
    row = page.locator(f"{COMPARED} .big-figures tbody tr").filter(
        has=page.get_by_role("rowheader", name=figure, exact=True)
    )
    this, pinned, by = row.locator("td").all_inner_texts()
    return this, pinned, by


def shown_looks(page: Page, within: str) -> set[str]:
    found: list[str] = page.eval_on_selector_all(
        f"{within} svg [class^=look-]",
        "(all) => all.filter((one) => getComputedStyle(one).display !== 'none')"
        ".map((one) => one.getAttribute('class'))",
    )
    return {name.removeprefix("look-") for name in found}


@pytest.mark.parametrize(("where", "label", "figure", "picture"), one_unless_long(GAMES))
def test_a_pinned_state_stands_beside_what_is_changed_and_travels_in_the_link(
    page: Page, served: Server, where: str, label: str, figure: str, picture: str
) -> None:
    page.goto(served.url + where)
    headline = page.inner_text(".headline")
    pin(page)
    assert both(page, figure)[2] == "same"
    press(page, label)
    this, pinned, by = both(page, figure)

    assert this != pinned
    assert by[0] in "+\u2212"
    assert pinned.removesuffix(" %") in headline
    assert this.removesuffix(" %") in page.inner_text(".headline")
    expect(page.get_by_role("table", name="Inputs that differ")).to_contain_text(label)
    expect(page.locator(f"{COMPARED} .compared .legend").first).to_contain_text("Pinned")
    assert "vs." in address(page)

    other = page.context.new_page()
    other.goto(served.url + where + address(page))
    expect(other.locator(f"{COMPARED} .big-figures")).to_be_visible(timeout=60_000)
    expect(other.locator("[data-tool=compare]")).to_have_attribute("aria-expanded", "true")
    answered(other)
    assert both(other, figure) == (this, pinned, by)
    assert address(other) == address(page)
    other.close()

    page.click("[data-swap]")
    back = ("\u2212" if by[0] == "+" else "+") + by[1:]
    expect(page.locator(f"{COMPARED} .big-figures").get_by_role("cell", name=back, exact=True).first).to_be_visible()
    assert both(page, figure)[:2] == (pinned, this)

    page.click("[data-unpin]")
    assert "vs." not in address(page)
    expect(page.locator(COMPARED)).to_be_empty()
    expect(page.locator("[data-pin]")).to_be_focused()
    expect(page.locator("[data-swap]")).to_be_hidden()
    assert pinned.removesuffix(" %") in page.inner_text(".headline")


def test_titles_of_both_sides_travel_in_the_link_and_change_places(page: Page, served: Server) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(served.url + "raiders/strike/")
    pin(page)
    press(page, "Weapon")
    page.get_by_label("Title of this").fill("Great & sharp")
    page.get_by_label("Title of the pinned one").fill("Old sword")
    table = page.get_by_role("table", name="Great & sharp and Old sword")
    expect(table).to_be_visible()
    expect(page.locator(f"{COMPARED} .legend").first).to_contain_text("Great & sharp")
    assert "vs.title=Great%20%26%20sharp&vs.title=Old%20sword" in address(page)
    page.get_by_role("button", name="Copy the comparison").click()
    expect(page.locator("#tool-compare [data-copied]")).to_have_text("Comparison copied")
    heading, *_, link = str(page.evaluate("navigator.clipboard.readText()")).split("\n")
    assert heading == "Strike: Great & sharp against Old sword"

    other = page.context.new_page()
    other.goto(link)
    expect(other.get_by_role("table", name="Great & sharp and Old sword")).to_be_visible(timeout=60_000)
    assert other.get_by_label("Title of the pinned one").input_value() == "Old sword"
    other.close()

    page.click("[data-swap]")
    expect(page.get_by_role("table", name="Old sword and Great & sharp")).to_be_visible()
    page.click("[data-unpin]")
    assert "vs." not in address(page)
    expect(page.get_by_label("Title of this")).to_be_hidden()


def test_a_state_of_defaults_is_carried_too(page: Page, served: Server) -> None:
    """Its own link may be empty; its place in a comparison never is."""
    page.goto(served.url + "wwn/skill_check/")
    pin(page)

    until(page, "location.hash.includes('vs.')")
    pinned = address(page)
    page.reload()
    expect(page.locator(COMPARED)).to_contain_text("Both sides are the same so far", timeout=60_000)
    assert address(page) == pinned


def test_a_wrong_pinned_side_is_reported_in_the_tool_only(page: Page, served: Server) -> None:
    juk = "offense=7&defense=10&brawn=6&weapon=15&protection=5"
    page.goto(f"{served.url}raiders/strike/#{juk}&vs.offense=99&vs.luck=%3Cimg%20src%3Dx%3E&vs.defense=10")
    expect(page.locator(f"{COMPARED} .problem")).to_contain_text("got 99", timeout=60_000)
    answered(page)

    assert page.locator("[data-problem]:visible, [data-general]:visible").count() == 0
    expect(page.locator(".headline")).to_contain_text("19.58")
    expect(page.locator("[data-swap]")).to_be_hidden()
    assert "vs.offense=99" in address(page), "what is wrong stays for whoever mends it"
    assert page.locator("main img").count() == 0
    page.get_by_label("Weapon, more").click()
    expect(page.locator(".headline")).to_contain_text("20.56")
    page.click("[data-pin]")
    expect(page.locator(COMPARED)).to_contain_text("Both sides are the same so far")
    assert "vs.offense=7" in address(page)


def test_a_wrong_input_leaves_the_last_comparison(page: Page, served: Server) -> None:
    page.goto(served.url + "raiders/strike/")
    pin(page)
    press(page, "Weapon")
    shown = page.inner_html(COMPARED)
    page.fill("#f-defense", "1000")
    expect(page.locator("#p-defense")).to_be_visible()
    page.click("[data-tool=compare]")
    page.click("[data-tool=compare]")
    answered(page)

    assert page.inner_html(COMPARED) == shown


@pytest.mark.parametrize(("where", "label", "figure", "picture"), GAMES[1:2])
def test_the_way_to_read_pictures_is_one_choice_that_survives_answers(
    page: Page, served: Server, where: str, label: str, figure: str, picture: str
) -> None:
    page.goto(served.url + where)
    assert shown_looks(page, "#answer") == {"exactly"}
    page.locator(f"[name=mode-{picture}][value=least]").check()
    assert shown_looks(page, "#answer") == {"least"}, "in every picture of the page"
    pin(page)
    press(page, label)

    assert shown_looks(page, "#answer") == {"least"}
    assert shown_looks(page, COMPARED) == {"least"}
    page.locator(f"{COMPARED} [data-mode][value=most]").first.focus()
    page.keyboard.press("ArrowRight")  # from at most on to the first again
    assert shown_looks(page, "main") == {"exactly"}
    page.locator(f"{COMPARED} .compared summary").first.click()
    expect(page.locator(f"{COMPARED} .look-exactly table").first).to_be_visible()
    expect(page.locator(f"{COMPARED} .look-least table").first).to_be_hidden()
    page.get_by_label(f"{label}, more").first.click()
    answered(page)
    expect(page.locator(f"{COMPARED} .look-exactly table").first).to_be_visible()  # the fold stays open


def test_pictures_are_read_three_ways_without_scripts(served: Server, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    for where, picture in (("raiders/strike/", "wounds_dist"), ("wwn/attack/", "damage")):
        page.goto(served.url + where)
        chart = page.locator("figure.chart").filter(has=page.locator(f"[name=mode-{picture}]"))
        expect(chart.locator("svg .look-exactly")).to_be_visible()
        chart.get_by_label("at most").check()
        expect(chart.locator("svg .look-most")).to_be_visible()
        expect(chart.locator("svg .look-exactly")).to_be_hidden()
        chart.get_by_text("As a table").click()
        expect(chart.locator("thead")).to_contain_text("ExactlyAt leastAt most", use_inner_text=False)
    context.close()


@pytest.mark.parametrize(
    ("where", "label", "scheme"), [(*GAMES[0].values[:2], "dark"), (*GAMES[1].values[:2], "light")]
)
def test_a_comparison_is_for_everybody(page: Page, served: Server, where: str, label: str, scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.set_viewport_size({"width": 360, "height": 8000})
    page.goto(served.url + where)
    pin(page)
    press(page, label)

    assert not axe(page)
    small = page.eval_on_selector_all(
        ".modes label, .pins button",
        "(all) => all.map((one) => one.getBoundingClientRect()).filter((box) => box.width"
        " && (box.height < 43.5 || box.width < 43.5)).length",
    )
    assert not small
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
