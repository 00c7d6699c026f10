"""The log of rolls: kept once per game, cleared and brought back, and what storage may do to it."""

import json

import pytest
from playwright.sync_api import Page, expect

from web.builder.serve import Server

from .conftest import until
from .rolling import Game, key, logged, open_log, per_game, roll, rows

REFUSE_WRITES = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
REFUSE_ALL = (
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });"
)


@per_game
def test_the_log_survives_a_reload_and_leads_back(page: Page, served_sub: Server, game: Game) -> None:
    page.goto(f"{served_sub.url}{game.system}/{game.slug}/")
    page.get_by_label(f"{game.field}, more").click()
    until(page, "location.hash.includes('=')")
    state = page.evaluate("location.hash")
    roll(page, 3)
    last = page.inner_text(".outcome b")
    page.reload()
    assert logged(page) == 3
    page.goto(f"{served_sub.url}{game.system}/")
    open_log(page)

    expect(rows(page)).to_have_count(3)
    expect(rows(page).first.locator("[data-outcome]")).to_have_text(last)
    expect(rows(page).first.locator("[data-faces]")).to_contain_text("d")
    expect(page.locator("[data-log-fairness] figcaption").first).to_contain_text(" thrown; each face", timeout=60_000)
    stored = page.evaluate("(key) => localStorage.getItem(key)", key("/tableside/", game.system))
    assert len(json.loads(stored)["entries"]) == 3
    rows(page).first.get_by_role("link").click()
    page.wait_for_url(f"**/{game.system}/{game.slug}/{state}")


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


@pytest.mark.parametrize("how", [REFUSE_WRITES, REFUSE_ALL], ids=["writes", "all"])
def test_where_storage_is_refused_the_log_lasts_as_long_as_the_page_and_says_so(
    page: Page, served: Server, how: str
) -> None:
    page.add_init_script(how)
    page.goto(served.url + "raiders/strike/")
    roll(page, 2)
    open_log(page)

    expect(rows(page)).to_have_count(2)
    expect(page.locator("[data-log-trouble]")).to_contain_text("lasts only until you leave this page")
    page.reload()
    assert logged(page) == 0


def test_junk_in_storage_is_passed_over(page: Page, served: Server) -> None:
    page.goto(served.url + "about/")
    good = {
        "time": 1, "calculator": "raiders.strike", "title": "<b>Bold</b>", "option": "", "outcome": "Hit",
        "odds": "a 9 % outcome", "faces": [[6, 6]], "typed": False, "link": [["offense", "7"]],
    }  # fmt: skip
    bad = [
        None, 7, "x", {}, [], {**good, "time": "now"}, {**good, "time": 1e300}, {**good, "calculator": "javascript:x"},
        {**good, "calculator": "raiders.../../x"}, {**good, "calculator": "other.game"}, {**good, "faces": [[6, 7]]},
        {**good, "faces": None}, {**good, "link": ["a"]}, {**good, "odds": 9}, {**good, "title": "x" * 10_000},
    ]  # fmt: skip
    junk = ["{", "7", "null", "[]", '"x"', '{"schema":1}', '{"schema":1,"entries":7,"thrown":[]}', "x" * 100_000]
    stored = [
        json.dumps({"schema": 1, "entries": [*bad, good], "thrown": {"6": [1, "x"], "2": [1, 1], "__proto__": 1}})
    ]
    for text in [*junk, *stored]:
        page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key("/", "raiders"), text])
        page.goto(served.url + "raiders/")
        open_log(page)
        expect(rows(page)).to_have_count(1 if text in stored else 0)
    expect(rows(page).first.get_by_role("link")).to_have_text("<b>Bold</b>")
    expect(page.locator("[data-log-fairness] figcaption")).to_have_text(
        "2 d2 thrown; each face expected 1 time.", timeout=60_000
    )
    page.goto(served.url + "raiders/strike/")
    roll(page)
    assert logged(page) == 2


def test_a_log_of_a_newer_version_stays_untouched(page: Page, served: Server) -> None:
    newer = '{"schema":2,"rolls":{}}'
    page.goto(served.url + "about/")
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key("/", "raiders"), newer])
    page.goto(served.url + "raiders/strike/")
    roll(page)
    open_log(page)

    expect(page.locator("[data-log-trouble]")).to_contain_text("newer Tableside")
    assert page.evaluate("(key) => localStorage.getItem(key)", key("/", "raiders")) == newer


def test_only_the_last_two_hundred_are_kept_and_the_faces_still_counted(page: Page, served: Server) -> None:
    page.goto(served.url + "about/")
    entry = {
        "time": 1, "calculator": "raiders.strike", "title": "Strike", "option": "", "outcome": "Old",
        "odds": "a 9 % outcome", "faces": [[6, 6]], "typed": False, "link": [["offense", "7"]],
    }  # fmt: skip
    full = json.dumps({"schema": 1, "entries": [entry] * 200, "thrown": {"6": [0, 0, 0, 0, 0, 200]}})
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key("/", "raiders"), full])
    page.goto(served.url + "raiders/strike/")
    open_log(page)
    expect(rows(page)).to_have_count(200)
    page.click("[data-roll]")
    expect(rows(page).first.locator("[data-outcome]")).not_to_have_text("Old", timeout=60_000)

    expect(rows(page)).to_have_count(200)
    expect(page.locator("[data-log-fairness] figcaption")).to_contain_text("202 d6 thrown")


def test_two_pages_of_one_game_share_the_log(page: Page, served: Server) -> None:
    other = page.context.new_page()
    other.goto(served.url + "raiders/")
    open_log(other)
    page.goto(served.url + "raiders/strike/")
    roll(page, 2)

    expect(rows(other)).to_have_count(2)
    other.close()
