"""Foes of a player's own in a real browser: kept, found, in several copies, in files and in links."""

from collections.abc import Callable

from playwright.sync_api import Browser, Page, Route, expect

import pyrules
from web.builder.dev.serve import Server

from .test_fight import COUNTS, GAME, SOON, fighters, opened
from .test_sheet import HESSA, kept, made

SEARCH = "#foe-filter"
FOES = "[data-people-foes]"
SHEETS = f"{GAME}/sheet/"


def quick_foe(page: Page, name: str) -> None:
    """A quick foe is kept, from a search that has found nobody."""
    page.fill(SEARCH, name)
    page.click("[data-join-quick]")
    page.click("[data-quick] [data-keep-foe]")
    expect(page.locator("[data-quick] [data-join-done]")).to_have_text(f"{name} is kept among your foes.", timeout=SOON)


def names(page: Page) -> list[str]:
    return page.locator(".fighter .name b").all_inner_texts()


def test_a_kept_foe_joins_in_three_numbered_copies_with_two_taps(page: Page, served: Server) -> None:
    opened(page, served)
    quick_foe(page, "Grey Wolf")
    page.reload()
    page.fill(SEARCH, "wolf")
    row = page.locator(".joiners li:visible")
    expect(row).to_contain_text("own foe")
    row.locator(".joiner").click()
    expect(page.locator("#foe-hit-points")).to_be_disabled()  # a setting of foes of the table is not sent
    page.locator(COUNTS).nth(2).click()
    fighters(page, 3)

    assert names(page) == ["Grey Wolf 1", "Grey Wolf 2", "Grey Wolf 3"]
    page.click("[data-how-many] [data-own-sheet]")
    expect(page.locator("#f-foe")).to_be_checked()


def test_a_foe_that_the_search_names_is_found_in_a_new_fight(page: Page, served: Server) -> None:
    foe = pyrules.fight_rules(GAME).foes.rows[-1]
    page.goto(f"{served.url}?#find")
    page.fill("#find", foe.label)
    page.locator(f"[data-results] a[href*='{GAME}/fight/']").first.click()

    expect(page.locator(SEARCH)).to_have_value(foe.label, timeout=SOON)
    expect(page.locator(".joiners li:visible").first).to_contain_text(foe.label)


def without_its_script(page: Page, server: Server) -> Callable[[], None]:
    """The set-up of a new fight, whose script comes when what this gives is called."""
    held: list[Route] = []
    page.route("**/fight/join.js", lambda route: held.append(route))
    page.goto(f"{server.url}{GAME}/fight/#new=1")
    expect(page.locator("#tool-join")).to_be_visible(timeout=SOON)

    def release() -> None:
        assert held
        for route in held:
            route.continue_()

    return release


def test_a_tap_on_a_foe_before_the_script_of_the_set_up_has_come_counts(page: Page, served: Server) -> None:
    release = without_its_script(page, served)
    shown = page.locator("[data-join-book] .joiner:visible")
    before = shown.all_inner_texts()
    shown.last.click()
    expect(page.locator("[data-join-book] li", has=page.locator("[data-loading]"))).to_contain_text("on its way")
    release()

    expect(page.locator("[data-how-many]")).to_be_visible()
    expect(shown.last).to_have_attribute("aria-expanded", "true")
    assert shown.all_inner_texts() == before, "no foe that could be tapped is gone"


def test_taps_on_characters_before_the_script_of_the_set_up_has_come_all_count(page: Page, served: Server) -> None:
    release = without_its_script(page, served)
    page.click("[data-ready-made] summary")
    ready = page.locator("[data-join-ready] .joiner")
    wanted = [ready.nth(at).locator("b").inner_text() for at in range(2)]
    for at in (0, 1, 0):
        ready.nth(at).click()
    release()

    fighters(page, 2)
    assert names(page) == wanted


def test_a_search_before_the_script_of_the_set_up_has_come_is_made(page: Page, served: Server) -> None:
    foe = pyrules.fight_rules(GAME).foes.rows[-1]
    release = without_its_script(page, served)
    page.fill(SEARCH, foe.label)
    page.keyboard.press("Enter")
    release()

    expect(page.locator("[data-how-many] .counts button").first).to_be_focused()
    expect(page.locator(".joiners li:visible").first).to_contain_text(foe.label)


def test_a_fighter_is_kept_as_a_foe_and_a_character_is_none(page: Page, served: Server) -> None:
    made(page, served, HESSA)
    opened(page, served)
    page.locator("[data-join-stored] .joiner", has_text="Hessa").click()
    fighters(page, 1)
    expect(page.locator("[data-join-stored] .joiner", has_text="Hessa")).to_be_disabled()
    page.locator("[data-join-book] .joiner").first.click()
    page.locator(COUNTS).first.click()
    fighters(page, 2)
    name = names(page)[1]
    page.locator(".fighter .wounds").nth(1).click()
    page.click(".panel .more summary")
    page.click("#keep-foe")
    page.get_by_role("link", name="Open its sheet").click()
    kept(page)
    page.click("[data-to-list]")

    expect(page.locator(f"{FOES} [data-name]")).to_have_text(name)
    expect(page.locator("[data-people] [data-name]")).to_have_text("Hessa of the Ford")
    page.goto(f"{served.url}{GAME}/")
    expect(page.locator("[data-my-characters]")).to_have_text("Hessa of the Ford")


def test_a_new_foe_stays_one_in_a_file_and_in_a_link(page: Page, served: Server, browser: Browser) -> None:
    page.goto(served.url + SHEETS)
    page.get_by_role("link", name="New foe").click()
    page.fill("#f-name", "Ogre")
    kept(page)
    page.click("[data-share]")
    expect(page.locator("[data-link]")).to_contain_text("#sheet=", timeout=SOON)
    link = page.inner_text("[data-link]")
    page.click("[data-to-list]")
    expect(page.locator(f"{FOES} [data-name]")).to_have_text("Ogre")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export Ogre").click()
    page.get_by_role("button", name="Delete Ogre").click()
    expect(page.locator(FOES)).to_be_hidden()
    page.set_input_files("[data-import-file]", download.value.path())
    expect(page.locator("[data-import-line]")).to_have_text("Ogre (foe) will be added.")
    page.click("[data-bring]")
    expect(page.locator(f"{FOES} [data-name]")).to_have_text("Ogre")

    other = browser.new_context().new_page()
    other.goto(link)
    other.get_by_role("button", name="Keep this character").click()
    kept(other)
    other.click("[data-to-list]")
    expect(other.locator(f"{FOES} [data-name]")).to_have_text("Ogre")
    other.context.close()
