"""The headline and the inputs mark every value that still comes from the page's example."""

from playwright.sync_api import Page, expect

from web.builder.dev.serve import Server

from .conftest import until
from .test_from_sheet import ATTACK, ILO, SOON, both, choose, mark, opened, start, value
from .test_table_rules import settled

LINE = "[data-example-line]"
TARGET = f"Example’s target: Target AC {start(ATTACK)['target_ac']}"


def test_the_headline_names_the_examples_foe_until_a_target_is_chosen(page: Page, served: Server) -> None:
    both(page, served)
    opened(page, served)
    expect(page.locator(LINE)).to_have_text("Example")
    choose(page)
    expect(page.locator(LINE)).to_contain_text(TARGET)
    assert mark(page, "target_ac") == "example’s target"
    page.locator("[data-to-example]").click()
    assert page.evaluate("document.activeElement.id") == "f-target_ac"

    page.reload()
    expect(page.locator(LINE)).to_contain_text(TARGET, timeout=SOON)
    page.locator("#sheet-target").select_option(ILO)
    expect(page.locator(LINE)).to_be_hidden()
    page.locator("#sheet-target").select_option("none")
    expect(page.locator(LINE)).to_contain_text(TARGET)
    page.fill("#f-target_ac", start(ATTACK)["target_ac"])
    expect(page.locator(LINE)).to_have_text("")
    expect(page.locator("[data-filling=target_ac]")).to_be_empty()


def test_a_link_shows_no_example_mark_and_typed_values_stay(page: Page, served: Server) -> None:
    both(page, served)
    opened(page, served, f"{ATTACK}#class_bonus=9&skill=2&weapon.damage=1d4&target_ac=17")
    settled(page)
    expect(page.locator(LINE)).to_be_hidden()
    page.get_by_role("button", name="Back to the example").click()
    expect(page.locator(LINE)).to_have_text("Example")

    page.fill("#f-target_ac", "19")
    expect(page.locator(LINE)).to_have_text("Example, changed")
    choose(page)
    until(page, "!document.documentElement.dataset.waits")
    assert value(page, "target_ac") == "19"
    expect(page.locator(LINE)).to_be_hidden()
