"""Each figure opens its explanation."""

from playwright.sync_api import Page, expect

from web.builder.dev.serve import Server

STRIKE = "raiders/strike/"


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
