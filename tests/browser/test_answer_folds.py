"""Folds of an answer: empty until they are opened, filled by Python, and up to date with each new answer."""

import pytest
from playwright.sync_api import Page, expect

from web.builder.dev.serve import Server

from .conftest import saves_the_site, until

STRIKE = "raiders/strike/"
PLANNER = "obss/round_planner/"
NUMBERS = "[data-fold^='as_table ']"


def changed(page: Page, served: Server, address: str, button: str) -> None:
    """A page with an answer of Python's, whose folds are empty."""
    page.goto(served.url + address)
    page.get_by_label(button, exact=True).click()
    until(page, "location.hash.includes('=') && document.querySelector('#answer').dataset.state === ''")


def test_a_why_a_table_and_a_row_are_filled_when_they_are_opened(page: Page, served: Server) -> None:
    changed(page, served, STRIKE, "Weapon, more")
    table = page.locator(f"#answer details{NUMBERS}").first
    assert table.locator("table").count() == 0
    table.locator("summary").click()
    expect(table.locator("td").first).to_be_visible()
    why = page.locator("#answer .facts > li:not([data-headline]) details").first
    why.locator("summary").click()
    expect(why.locator(".why")).to_be_visible()
    expect(why.locator("summary")).to_be_focused()

    page.goto(served.url + PLANNER)
    page.evaluate("document.querySelector('[data-calculator]').dispatchEvent(new Event('input'))")
    until(page, "location.hash.includes('=') && document.querySelector('#answer').dataset.state === ''")
    row = page.locator("#answer .opens details").first
    assert row.locator("svg").count() == 0
    row.locator("summary").first.click()
    expect(row.locator("svg").first).to_be_visible()


def test_an_open_fold_follows_a_changed_number_and_keeps_the_focus_where_it_is(page: Page, served: Server) -> None:
    changed(page, served, STRIKE, "Weapon, more")
    table = page.locator(f"#answer details{NUMBERS}").first
    table.locator("summary").click()
    expect(table.locator("td").first).to_be_visible()
    before = table.inner_text()
    page.get_by_label("Weapon, more").click()
    expect(table).not_to_have_text(before, use_inner_text=True)

    expect(table).to_have_attribute("open", "")
    expect(page.get_by_label("Weapon, more")).to_be_focused()


def test_the_headline_is_explained_ahead_and_its_longest_explanation_is_for_paper(page: Page, served: Server) -> None:
    changed(page, served, STRIKE, "Weapon, more")
    until(page, "!!document.querySelector('#answer [data-fullest] .why')")

    assert page.locator("#answer [data-headline] .why").count() == page.locator("#answer [data-headline]").count()
    assert page.locator("#answer details[open]").count() == 0


@saves_the_site
@pytest.mark.one_game
def test_folds_are_filled_without_a_server(page: Page, served: Server) -> None:
    changed(page, served, STRIKE, "Weapon, more")
    expect(page.locator("[data-offline]")).to_have_text("Ready offline", timeout=60_000)
    served.stop()
    page.get_by_label("Weapon, more").click()
    until(page, "location.hash.includes('weapon=17') && document.querySelector('#answer').dataset.state === ''")
    table = page.locator(f"#answer details{NUMBERS}").first
    table.locator("summary").click()

    expect(table.locator("td").first).to_be_visible()
