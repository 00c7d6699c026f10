"""The quick reference of each game: search, addresses, and its look on a phone and on paper.

The tables and rules of a game are tested for each game, the scripts of the page in one game each run.
"""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import pyrules
from tests.extent import by_extent
from tests.rotation import one_unless_long
from web.builder.dev.serve import Server
from web.builder.site import screens

from .conftest import saves_the_site, until
from .fonts import use_fonts
from .paper import pages_of
from .visits import axe

MOST_PAGES = 4
NARROWEST_PAGE_PX = 741
"""A4 without its margins."""
MOST_FOLDED_PX = 3000
"""The most height of a reference on a phone when it opens."""
each_game = pytest.mark.parametrize("game", pyrules.GAMES, ids=lambda s: s.id)
in_a_game = pytest.mark.parametrize("game", one_unless_long(pyrules.GAMES), ids=lambda s: s.id)
# Letter has less room than A4.
SIZES = by_extent(["Letter"], ["Letter"], ["A4", "Letter"])
WORDS = {
    "obss": ("halberd", "OBSS-HIT-07"),
    "openquest": ("hatchet", "OQ-RES-05"),
    "raiders": ("haymaker", "RR-DMG-02"),
    "stepdie": ("projectile", "S2-RIPOSTE-02"),
    "wwn": ("dagger", "WWN-SHOCK-02"),
}


def open_reference(page: Page, served: Server, game: pyrules.Game, part: str = "") -> None:
    page.goto(f"{served.url}{game.id}/rules/{part}")


def shown_rows(page: Page) -> int:
    return page.locator("[data-row]:not([hidden])").count()


ALL_OPEN = """document.querySelector('main').matches('[data-filtered]')
    && [...document.querySelectorAll('[data-topic]:not([hidden]) > details')].every((fold) => fold.open)"""
"""The topics that a filter leaves open one after another."""


def open_topics(page: Page) -> None:
    page.evaluate("for (const fold of document.querySelectorAll('.topic > details')) fold.open = true")


@in_a_game
def test_the_filter_finds_words_and_ids_and_hides_topics_without_a_match(
    page: Page, served: Server, game: pyrules.Game
) -> None:
    word, rule = WORDS[game.id]
    open_reference(page, served, game)
    everything = shown_rows(page)
    page.fill("#filter", word)
    until(page, ALL_OPEN)
    assert 0 < shown_rows(page) < everything
    # Not the inner texts: the style sheet leaves out what is off the screen.
    for topic in page.locator("[data-topic]:visible").all():
        title = topic.locator("h2").inner_text()
        rows = topic.locator("[data-row]:visible").all_text_contents()
        assert all(word in f"{title} {text}".lower() for text in rows)
    assert page.locator("[data-topic]:visible").count() == page.locator(".topics a:visible").count()
    for topic in page.locator("[data-topic]:visible").all():
        assert topic.locator("[data-row]:visible").count()

    page.fill("#filter", rule.lower())
    expect(page.locator(f"#{rule}")).to_be_visible()
    page.fill("#filter", "no such word anywhere")
    expect(page.locator("[data-found]")).to_contain_text("None of")
    assert page.locator("[data-topic]:visible").count() == 0
    page.fill("#filter", "")
    assert shown_rows(page) == everything
    assert page.locator("[data-row]:visible").count() == 0


def test_of_a_table_only_the_lines_that_match_are_shown(page: Page, served: Server) -> None:
    open_reference(page, served, pyrules.game("wwn"))
    page.fill("#filter", "stiletto")
    expect(page.locator("#table-weapons [data-line]:visible")).to_have_count(1)
    page.fill("#filter", "weapons stilleto")
    expect(page.locator("[data-found]")).to_contain_text("for stiletto")
    expect(page.locator("#table-weapons [data-line]:visible")).to_have_count(1)


def test_a_word_finds_the_rules_of_its_topic_and_no_word_that_only_holds_it(page: Page, served: Server) -> None:
    open_reference(page, served, pyrules.game("wwn"))
    page.fill("#filter", "dying")
    expect(page.locator("[data-topic]:visible h2", has_text="Down and dying")).to_have_count(1)
    expect(page.locator("[data-row]:visible", has_text="Ready or stow")).to_have_count(0)


def test_a_typo_is_mended_to_words_of_one_cell(page: Page, served: Server) -> None:
    open_reference(page, served, pyrules.game("wwn"))
    page.fill("#filter", "shok")
    expect(page.locator("[data-found]")).to_contain_text(", for ")
    mended = page.locator("[data-found]").inner_text().split(", for ")[1].split(" or ")
    assert max(map(len, mended)) < 12, mended


def test_the_topic_of_an_address_is_open_and_back_shows_what_was_open(page: Page, served: Server) -> None:
    page.goto(f"{served.url}wwn/attack/")
    page.locator(".moments").get_by_role("link", name="Rules", exact=True).click()
    page.wait_for_url("**/wwn/rules/#attack-rolls")
    expect(page.locator(".topic > [open]")).to_have_count(1)
    expect(page.locator("#attack-rolls [data-row]").first).to_be_in_viewport()

    page.locator(".topics").get_by_role("link", name="Shock").click()
    expect(page.locator("#WWN-SHOCK-01")).to_be_in_viewport()
    page.locator("#WWN-SHOCK-01 .uses a, #shock .uses a").first.evaluate("(link) => link.click()")
    page.wait_for_url(lambda url: "/rules/" not in url)
    page.go_back()
    expect(page.locator("#WWN-SHOCK-01")).to_be_visible()


def test_arrows_go_through_results_that_stand_by_kind(page: Page, served: Server) -> None:
    page.goto(f"{served.url}?game=wwn#find")
    page.fill("#find", "stilleto")
    expect(page.get_by_role("list", name="Weapons").get_by_role("link")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("link", name="Stiletto")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#find")).to_be_focused()
    assert not axe(page)
    page.keyboard.press("Enter")
    page.wait_for_url("**/wwn/attack/#**weapon.damage=1d4**")
    expect(page.locator("[id='f-weapon.damage']")).to_have_value("1d4")


def test_both_spellings_find_the_same(page: Page, served: Server) -> None:
    open_reference(page, served, pyrules.game("raiders"))
    page.fill("#filter", "defense")
    expected = page.inner_text("[data-found]")
    for typed in ("defence", "defenc", "Defense"):
        page.fill("#filter", "no such word anywhere")
        page.fill("#filter", typed)
        expect(page.locator("[data-found]")).to_have_text(expected)
    page.goto(served.url)
    page.fill("#find", "armour")
    expect(page.locator("[data-results] a").first).to_contain_text("rmor")


@saves_the_site
@in_a_game
def test_all_games_are_searched_offline(page: Page, served: Server, game: pyrules.Game) -> None:
    other = next(one for one in pyrules.GAMES if one is not game)
    word, rule = WORDS[other.id]
    open_reference(page, served, game)
    expect(page.locator("[data-offline]")).to_have_text("Ready offline", timeout=60_000)
    page.reload()
    served.stop()
    page.fill("#filter", rule)
    expect(page.locator("[data-found]")).to_contain_text("None of")
    page.check("[data-all]")
    expect(page.locator("[data-elsewhere] a")).to_have_count(1)
    assert not axe(page)
    page.locator("[data-elsewhere] a").click()
    page.wait_for_url(f"**/{other.id}/rules/#{rule}")
    expect(page.locator(f"#{rule}")).to_be_in_viewport()
    page.go_back()
    expect(page.locator("#filter")).to_have_value(rule)
    expect(page.locator("[data-elsewhere] a")).to_have_count(1)
    page.fill("#filter", word)
    expect(page.locator("[data-elsewhere] a").first).to_be_visible()


@in_a_game
def test_enter_goes_to_the_first_hit(page: Page, served: Server, game: pyrules.Game) -> None:
    _, rule = WORDS[game.id]
    open_reference(page, served, game)
    page.fill("#filter", rule)
    page.press("#filter", "Enter")
    until(page, "(id) => location.hash === '#' + id", rule)
    expect(page.locator(f"#{rule}")).to_be_in_viewport()
    assert page.input_value("#filter") == rule


def test_enter_on_an_id_goes_to_that_rule_and_not_to_what_mentions_it(page: Page, served: Server) -> None:
    """Tables that cite a rule stand before it."""
    game = pyrules.game("obss")
    open_reference(page, served, game)
    page.fill("#filter", "obss-hit-14")
    assert page.locator("[data-row]:not([hidden])").first.get_attribute("id") != "OBSS-HIT-14"
    page.press("#filter", "Enter")

    until(page, "() => location.hash === '#OBSS-HIT-14'")


def test_enter_opens_the_first_hit_from_home_and_back_finds_what_was_typed(page: Page, served: Server) -> None:
    page.goto(served.url)
    page.fill("#find", "haymaker")
    expect(page.locator("[data-results] a").first).to_be_visible()
    first = page.locator("[data-results] a").first.get_attribute("href")
    page.press("#find", "Enter")
    page.wait_for_url(str(first))
    page.go_back()
    expect(page.locator("#find")).to_have_value("haymaker")
    expect(page.locator("[data-results] a").first).to_have_attribute("href", str(first))


@in_a_game
def test_an_address_shows_its_row_at_once_even_if_it_was_filtered_out(
    page: Page, served: Server, game: pyrules.Game
) -> None:
    _, rule = WORDS[game.id]
    open_reference(page, served, game)
    page.fill("#filter", "no such word anywhere")
    landed = page.evaluate(
        "(id) => new Promise((done) => { location.hash = id; requestAnimationFrame(() => requestAnimationFrame(() =>"
        " done(document.getElementById(id).getBoundingClientRect().top))); })",
        rule,
    )

    assert 0 <= landed < 200
    assert page.input_value("#filter") == ""
    below_filter = page.locator(".filter").bounding_box()
    row = page.locator(f"#{rule}").bounding_box()
    assert below_filter and row and row["y"] >= below_filter["y"] + below_filter["height"] - 1


@in_a_game
def test_an_address_that_names_nothing_says_so(page: Page, served: Server, game: pyrules.Game) -> None:
    _, rule = WORDS[game.id]
    open_reference(page, served, game, "#XX-NO-99")
    expect(page.locator("[data-unknown]")).to_have_text("There is no rule or table XX-NO-99 in this game.")
    page.evaluate("location.hash = '#<b>x</b>'")
    expect(page.locator("[data-unknown]")).to_contain_text("<b>x</b>")
    page.evaluate(f"location.hash = '#{rule.lower()}'")
    until(page, "(id) => location.hash === '#' + id", rule)
    expect(page.locator("[data-unknown]")).to_be_hidden()
    expect(page.locator(f"#{rule}")).to_be_in_viewport()


@each_game
@pytest.mark.parametrize("size", SIZES)
def test_the_reference_can_be_read_on_a_phone_and_fits_four_pages_of_paper(
    page: Page, served: Server, game: pyrules.Game, size: str
) -> None:
    use_fonts(page, paper=True)
    page.set_viewport_size({"width": 360, "height": 780})
    open_reference(page, served, game)
    assert page.evaluate("document.documentElement.scrollHeight") < MOST_FOLDED_PX
    on_paper(page, game, size)
    on_a_phone(page)


def on_paper(page: Page, game: pyrules.Game, size: str) -> None:
    """No fold is open, and the device asks for dark colors."""
    page.emulate_media(color_scheme="dark")
    printed = pages_of(page, format=size)
    text = "".join("".join(printed).split())

    assert len(printed) <= MOST_PAGES
    assert not [rule for rule in game.facts.rules if rule not in text]
    for table in game.tables:
        assert "".join(table.title.split()) in text
        assert not [row["label"] for row in table.rows if "".join(row["label"].split()) not in text and _labeled(table)]
    assert "Filterbyword" not in text
    assert "Aboutandcredits" not in text


def on_a_phone(page: Page) -> None:
    """Wide tables scroll by themselves, and links have the size of a thumb."""
    open_topics(page)
    narrowest = page.evaluate(
        "Math.min(...[...document.querySelectorAll('.topic .sentence')].map((c) => c.getBoundingClientRect().width))"
    )

    assert narrowest >= 12 * 16
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    wide = "[...document.querySelectorAll('.scroll')].filter((s) => s.scrollWidth > s.clientWidth)"
    assert page.evaluate(f"{wide}.length") > 0
    assert page.evaluate(f"{wide}.every((s) => getComputedStyle(s).backgroundImage.includes('gradient'))")
    page.evaluate("document.querySelectorAll('.source details').forEach((fold) => { fold.open = true })")
    small = page.evaluate(
        "[...document.querySelectorAll('.uses a')].filter((a) => a.getBoundingClientRect().height < 43.5).length"
    )
    assert small == 0


# Axe looks at screens where it looks at all pages (test_pages.py).


@each_game
@pytest.mark.parametrize("size", SIZES)
def test_the_screen_fits_one_page_and_lacks_nothing(page: Page, served: Server, game: pyrules.Game, size: str) -> None:
    use_fonts(page, paper=True)
    page.goto(f"{served.url}{game.id}/gm-screen/")
    [printed] = pages_of(page, format=size)
    text = "".join(printed.split())

    declared = screens.screen(game.id)
    assert not [rule for rule in declared.rules if rule not in text]
    for table in map(game.facts.table, declared.tables):
        assert "".join(table.title.split()) in text
        assert not [row["label"] for row in table.rows if "".join(row["label"].split()) not in text and _labeled(table)]
    # What is wider than the page would be cut, or print all of it smaller.
    page.set_viewport_size({"width": NARROWEST_PAGE_PX, "height": 1000})
    page.emulate_media(media="print")
    assert page.evaluate("document.documentElement.scrollWidth") == NARROWEST_PAGE_PX
    page.emulate_media(media="screen")
    page.set_viewport_size({"width": 360, "height": 780})
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def _labeled(table: Any) -> bool:
    return "label" in table.columns


def test_a_printed_calculator_shows_headline_inputs_and_steps(page: Page, served: Server) -> None:
    use_fonts(page)
    page.goto(f"{served.url}raiders/strike/#offense=7&defense=13&brawn=6&weapon=15&protection=5&aim=yes")
    expect(page.locator("#answer")).to_have_attribute("data-state", "", timeout=60_000)
    # The folds of the headline are filled when the page rests; the longest of them is printed.
    until(page, "document.querySelector('#answer [data-fullest]') !== null")
    (printed,) = pages_of(page, format="A4")
    for part in ("Strike", "hit", "wounds", "Defense", "Why 97.2", "RR-OFF-01"):
        assert part in printed
    assert "Roll it" not in printed
    assert "Tableside" not in printed
