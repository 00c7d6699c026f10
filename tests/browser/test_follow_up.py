"""After a hit the link to its damage opens that page with the criticals of the roll."""

from playwright.sync_api import Page, expect

from web.builder.dev.serve import Server

from .conftest import until


def test_a_hit_leads_to_its_damage_page(page: Page, served: Server) -> None:
    page.goto(served.url + "obss/attack/#modifier=10&defense=12&dice=3")
    until(page, "document.querySelector('#answer').dataset.state === ''")
    page.locator("[data-own]").click()
    page.fill("#typed-face", "5 5 4")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Damage with these criticals").click()

    expect(page.locator("#f-crits")).to_have_value("1", timeout=60_000)
    assert "/obss/damage/" in page.url
