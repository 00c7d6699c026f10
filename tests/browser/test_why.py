"""Why: each figure opens to what it comes from."""

import pytest
from playwright.sync_api import Browser, Page, expect

import pyrules
from web.builder.serve import Server

STRIKE = "raiders/strike/"


@pytest.mark.parametrize("system", pyrules.SYSTEMS, ids=lambda s: s.id)
def test_every_figure_opens_to_a_rule_of_the_game(browser: Browser, served: Server, system: pyrules.System) -> None:
    """What is there when the page arrives must be enough."""
    page = browser.new_context(java_script_enabled=False).new_page()
    dumb = {}
    for calculator in system.calculators:
        page.goto(f"{served.url}{system.id}/{calculator.slug}/")
        whys = page.locator("#answer .why")
        assert whys.count()
        # A link that leads nowhere would not have been built; here each must be there at all.
        if bare := whys.evaluate_all("all => all.filter((why) => !why.querySelector('a')).map((why) => why.id)"):
            dumb[calculator.id] = bare
    page.context.close()

    assert not dumb


def test_a_headline_figure_leads_to_its_why_and_leaves_the_address_alone(page: Page, served: Server) -> None:
    page.goto(f"{served.url}{STRIKE}#offense=7&defense=13&brawn=6&weapon=15&aim=yes")
    expect(page.locator("#answer")).to_have_attribute("data-state", "", timeout=60_000)
    before = page.url
    page.locator(".headline a").first.click()

    why = page.locator(".why").first
    expect(why).to_be_visible()
    expect(why).to_contain_text("Aim")
    assert page.url == before
    summary = page.locator(".facts summary").first
    expect(summary).to_be_focused()
    page.keyboard.press("Enter")
    expect(why).to_be_hidden()


def test_what_was_opened_stays_open_when_the_answer_changes(page: Page, served: Server) -> None:
    page.goto(served.url + STRIKE)
    page.locator(".facts summary").nth(1).click()
    why = page.locator(".why").nth(1)
    before = why.inner_text()
    page.get_by_label("Weapon, more").click()
    expect(why).not_to_have_text(before, use_inner_text=True, timeout=60_000)

    expect(why).to_be_visible()
    expect(page.locator(".why").first).to_be_hidden()
