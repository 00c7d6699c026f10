"""The log of rolls: kept for each game, cleared and brought back, and what storage may do to it."""

import json

from playwright.sync_api import Page, expect

from web.builder.dev.serve import Server

from .conftest import until
from .rolling import Example, in_a_game, key, logged, open_log, roll, rows


@in_a_game
def test_the_log_survives_a_reload_and_leads_back(page: Page, served_sub: Server, example: Example) -> None:
    page.goto(f"{served_sub.url}{example.game}/{example.slug}/")
    page.get_by_label(f"{example.field}, more").click()
    until(page, "location.hash.includes('=')")
    state = page.evaluate("location.hash")
    roll(page, 3)
    last = page.inner_text(".outcome b")
    page.reload()
    assert logged(page) == 3
    page.goto(f"{served_sub.url}{example.game}/")
    open_log(page)

    expect(rows(page)).to_have_count(3)
    expect(rows(page).first.locator("[data-outcome]")).to_have_text(last)
    expect(rows(page).first.locator("[data-faces]")).to_contain_text("d")
    expect(page.locator("[data-log-fairness] figcaption").first).to_contain_text(" thrown; each face", timeout=60_000)
    stored = page.evaluate("(key) => localStorage.getItem(key)", key("/tableside/", example.game))
    assert len(json.loads(stored)["entries"]) == 3
    rows(page).first.get_by_role("link").click()
    page.wait_for_url(f"**/{example.game}/{example.slug}/{state}")


def test_the_log_is_cleared_and_the_clearing_undone(page: Page, served: Server) -> None:
    page.goto(served.url + "raiders/strike/")
    roll(page, 2)
    open_log(page)
    caption = page.locator("[data-log-fairness] figcaption").first
    expect(caption).to_be_visible(timeout=60_000)
    before = page.evaluate("(key) => localStorage.getItem(key)", key("/", "raiders"))
    page.get_by_role("button", name="Clear log").click()
    expect(rows(page)).to_have_count(0)
    expect(page.locator("[data-log-fairness]")).to_contain_text("No dice have been thrown")
    expect(page.get_by_role("button", name="Undo clear")).to_be_focused()
    page.keyboard.press("Enter")
    expect(rows(page)).to_have_count(2)
    expect(caption).to_be_visible()

    assert page.evaluate("(key) => localStorage.getItem(key)", key("/", "raiders")) == before


def test_two_pages_of_one_game_share_the_log(page: Page, served: Server) -> None:
    other = page.context.new_page()
    other.goto(served.url + "raiders/")
    open_log(other)
    page.goto(served.url + "raiders/strike/")
    roll(page, 2)

    expect(rows(other)).to_have_count(2)
    other.close()
