"""After one visit everything works with the server gone, at the root and under a sub-path."""

import pytest
from playwright.sync_api import Page, expect

from web.builder.serve import Server


@pytest.fixture(params=["served", "served_sub"])
def host(request: pytest.FixtureRequest) -> Server:
    server: Server = request.getfixturevalue(request.param)
    return server


def saved(page: Page) -> None:
    expect(page.locator("[data-offline]")).to_have_text("Ready offline", timeout=60_000)


def test_everything_works_with_the_server_gone(page: Page, host: Server) -> None:
    page.goto(host.url)
    saved(page)
    host.stop()

    page.goto(host.url + "raiders/strike/#offense=7&defense=10&brawn=6&weapon=15&protection=4")
    page.wait_for_function("document.querySelector('.headline').textContent.includes('20.56')", timeout=60_000)
    page.get_by_role("link", name="Ambush").click()
    page.get_by_label("Offense, more").click()
    page.wait_for_function("location.hash.includes('offense=')", timeout=60_000)
    page.goto(host.url + "raiders/rules/#RR-DMG-02")
    expect(page.locator("#RR-DMG-02")).to_be_visible()
    page.goto(host.url + "help")
    expect(page.locator("h1")).to_have_text("Help")


def test_an_unknown_page_says_so_offline_too(page: Page, host: Server) -> None:
    page.goto(host.url)
    saved(page)
    host.stop()
    page.goto(host.url + "no/such/page/")

    expect(page.locator("h1")).to_have_text("There is no such page")
    page.fill("#find", "strike")
    expect(page.locator("[data-results] li").first).to_be_visible()


def test_a_neighbor_on_the_same_origin_keeps_its_cache(page: Page, served_sub: Server) -> None:
    page.goto(served_sub.url)
    page.evaluate("caches.open('somebody else')")
    saved(page)
    page.reload()
    saved(page)

    assert "somebody else" in page.evaluate("caches.keys()")
    assert all("/tableside/" in name for name in page.evaluate("caches.keys()") if name.startswith("tableside"))
