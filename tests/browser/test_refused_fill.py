"""Wrong values from a character or a link: the problem is named, and the example's figures are hidden."""

from playwright.sync_api import Page, expect

from web.builder.serve import Server

from .storing import ANNA
from .test_from_sheet import ATTACK, HESSA, SOON, example, opened, save

WITHDRAW = "wwn/total_defense/"
FIGURE = ".headline .big .n"


def test_a_character_without_a_valid_answer_hides_the_figures_of_the_example(page: Page, served: Server) -> None:
    save(page, served, example("hessa", ANNA))
    opened(page, served, ATTACK)
    page.fill("#f-target_ac", "1000")
    expect(page.locator("[data-status]")).to_contain_text("Last valid answer", timeout=SOON)
    expect(page.locator(FIGURE)).to_be_visible()

    page.locator("#sheet-id").select_option(label=HESSA)

    expect(page.locator("[data-status]")).to_contain_text("No answer: Target AC must be", timeout=SOON)
    expect(page.locator(FIGURE)).to_be_hidden()
    page.fill("#f-target_ac", "15")
    expect(page.locator("[data-status]")).to_be_hidden()
    expect(page.locator(FIGURE)).to_be_visible()


def test_a_link_whose_value_is_refused_hides_the_figures_of_the_example(page: Page, served: Server) -> None:
    page.goto(f"{served.url}{WITHDRAW}#hp=0")

    expect(page.locator("[data-status]")).to_contain_text("No answer: ", timeout=SOON)
    expect(page.locator(FIGURE)).to_be_hidden()


def test_a_sheet_that_cannot_be_used_leaves_an_answer_that_is_called_the_example(page: Page, served: Server) -> None:
    save(page, served, {**example("hessa", ANNA), "data": [["name", "Hessa"], ["level", "many"]]})
    opened(page, served, WITHDRAW)

    page.locator("#sheet-id").select_option(label="Hessa", timeout=SOON)

    expect(page.locator(".from-sheet")).to_contain_text("This sheet cannot be used: ", timeout=SOON)
    expect(page.locator("[data-example-line]")).to_have_text("Example")
