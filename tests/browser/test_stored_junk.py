"""Pages with damaged or refused storage of rolls and table rules; tests/scripts/ tests every kind of damage."""

import json

from playwright.sync_api import Page, expect

from web.builder.dev.serve import Server

from .conftest import until
from .rolling import key, logged, open_log, roll, rows

HOUSE = "tableside./.house.openquest"
REFUSE_WRITES = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
STORE = "([key, text]) => localStorage.setItem(key, text)"


def test_a_log_shows_what_is_in_order_as_text(page: Page, served: Server) -> None:
    good = {
        "time": 1, "calculator": "raiders.strike", "title": "<b>Bold</b>", "option": "", "outcome": "Hit",
        "odds": "a 9 % outcome", "faces": [[6, 6]], "typed": False, "link": [["offense", "7"]],
    }  # fmt: skip
    log = {"schema": 1, "entries": [None, {**good, "faces": [[6, 7]]}, good], "thrown": {"6": [1, "x"], "2": [1, 1]}}
    page.goto(served.url + "about/")
    page.evaluate(STORE, [key("/", "raiders"), json.dumps(log)])
    page.goto(served.url + "raiders/")
    open_log(page)

    expect(rows(page)).to_have_count(1)
    expect(rows(page).first.get_by_role("link")).to_have_text("<b>Bold</b>")
    expect(page.locator("[data-log-fairness] figcaption")).to_have_text(
        "2 d2 thrown; each face expected 1 time.", timeout=60_000
    )


def test_where_storage_is_refused_the_page_says_that_the_log_does_not_last(page: Page, served: Server) -> None:
    page.add_init_script(REFUSE_WRITES)
    page.goto(served.url + "raiders/strike/")
    roll(page)
    open_log(page)

    expect(rows(page)).to_have_count(1)
    expect(page.locator("[data-log-trouble]")).to_contain_text("lasts only until you leave this page")
    page.reload()
    assert logged(page) == 0


def test_unreadable_table_rules_are_reported_and_can_be_set_again(page: Page, served: Server) -> None:
    page.goto(served.url + "about/")
    page.evaluate(STORE, [HOUSE, "{"])
    page.goto(f"{served.url}openquest/skill_test/")
    expect(page.locator("[data-house-note]")).to_contain_text("cannot be read")
    page.goto(f"{served.url}openquest/house/")
    expect(page.locator("[data-trouble]")).to_contain_text("cannot be read")

    page.select_option("#f-mastery", "off")

    until(page, "(key) => (localStorage.getItem(key) ?? '').includes('mastery')", HOUSE)
    assert page.evaluate("(key) => localStorage.getItem(key + '.unreadable')", HOUSE) == "{"
