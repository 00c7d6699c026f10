"""The home pages: an answer that can be touched, the favorites, and what was used last."""

import re

from playwright.sync_api import Page, expect

from web.builder.dev.serve import Server
from web.builder.site.home import TRIAL

from . import visits
from .conftest import Watch, until


def test_the_answer_on_home_follows_its_inputs_and_leads_to_the_calculator(page: Page, served: Server) -> None:
    page.goto(served.url)
    figures = page.locator("[data-headline]")
    page.locator(".trial [data-by='1']").first.click()
    expect(page.locator("[data-onward]")).to_have_attribute("href", re.compile("#"), timeout=60_000)
    answer = figures.locator(".big").inner_text()

    page.locator("[data-onward]").click()

    expect(page.locator("#answer .headline .big")).to_have_text(answer, use_inner_text=True)
    expect(page).to_have_url(re.compile(f"/{TRIAL.calculator.replace('.', '/')}/#"))


def test_home_leads_to_the_fights_of_each_game(page: Page, served: Server) -> None:
    page.goto(served.url)
    games = page.locator(".games > li")

    for at in range(games.count()):
        expect(games.nth(at).get_by_role("link", name="Fight", exact=True)).to_have_attribute(
            "href", re.compile("/fight/$")
        )


def test_wrong_input_on_home_keeps_the_answer_and_says_why(page: Page, served: Server) -> None:
    page.goto(served.url)
    page.locator(".trial .field input").last.fill("banana")

    expect(page.locator(".trial .field .problem").last).to_contain_text("whole number", timeout=60_000)
    expect(page.locator("[data-figures]")).to_have_attribute("data-state", "stale")
    expect(page.locator("[data-headline]")).to_contain_text("%")


def test_favorites_and_what_was_used_is_first_on_home_and_nothing_moves(page: Page, served: Server) -> None:
    page.goto(f"{served.url}wwn/attack/#skill=1")
    page.goto(f"{served.url}wwn/save/")
    page.locator("[data-favorite]").click()
    page.goto(f"{served.url}obss/rules/#OBSS-HIT-14")
    page.locator("#OBSS-HIT-14 [data-favorite]").click()
    page.add_init_script(visits.WATCH_SHIFTS)
    page.goto(served.url)

    favorites = page.locator("[data-favorites] a")
    expect(favorites).to_have_count(2)
    expect(favorites.last).to_have_attribute("href", re.compile("/wwn/save/$"))
    expect(page.locator("[data-last] a").first).to_have_text("OBSS ")
    expect(page.locator("[data-recent] a")).to_have_count(1)
    assert page.evaluate("window.shift") == 0, page.evaluate("window.moved")

    page.goto(f"{served.url}wwn/")
    expect(page.locator("[data-favorites] a")).to_have_count(1)
    expect(page.locator("[data-recent] a")).to_have_count(0)


def test_an_address_that_leads_nowhere_names_what_was_meant(page: Page, served: Server, watch: Watch) -> None:
    watch.allow("404")
    page.goto(f"{served.url}wwn/atack/")

    expect(page.locator(".nearest a").first).to_have_attribute("href", re.compile("/wwn/attack/$"))


def test_on_a_phone_the_search_goes_to_the_top_when_it_gets_the_focus(page: Page, served: Server) -> None:
    page.set_viewport_size({"width": visits.PHONE, "height": visits.PHONE_HIGH})
    page.goto(served.url)
    page.focus("#find")

    until(page, "document.querySelector('form.find').getBoundingClientRect().top < 100")
    page.fill("#find", "grapple")
    expect(page.locator("[data-results] a").first).to_be_in_viewport()
