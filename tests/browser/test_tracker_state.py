"""Trackers store their state on the device, start over, and add events without copying the last one."""

from playwright.sync_api import Page, expect

from web.builder.dev.serve import Server

from .conftest import until

TRACKER = "openquest/round_tracker/"
KEY = "tableside./.tracker.openquest.round_tracker"
OPEN_ALL = "document.querySelectorAll('details').forEach((fold) => { fold.open = true })"
EVENTS = "[data-name=events] > [data-elements] > li"


def kept(page: Page, text: str) -> None:
    """Wait until the kept state holds a text."""
    until(page, "([key, text]) => localStorage.getItem(key)?.includes(text)", [KEY, text])


def with_another_move(page: Page, served: Server) -> int:
    """Open the tracker and change the meters of its first combatant; the number of events."""
    page.goto(served.url + TRACKER)
    page.evaluate(OPEN_ALL)
    page.fill('[id="f-combatants.0.move_rate"]', "11")
    kept(page, '["combatants.0.move_rate","11"]')
    return page.locator(EVENTS).count()


def test_a_tracker_come_back_to_has_its_state(page: Page, served: Server) -> None:
    events = with_another_move(page, served)
    page.goto(served.url + "openquest/combat_order/")

    page.goto(served.url + TRACKER)

    expect(page.locator('[id="f-combatants.0.move_rate"]')).to_have_value("11")
    expect(page.locator(EVENTS)).to_have_count(events)
    until(page, "location.hash.includes('combatants.0.move_rate=11')")


def test_a_tab_leads_back_to_the_kept_state(page: Page, served: Server) -> None:
    with_another_move(page, served)
    page.locator("nav.tabs a:not([aria-current])").first.click()
    until(page, "!location.pathname.includes('round_tracker')")
    page.evaluate("document.querySelector('[data-calculator]').dispatchEvent(new Event('input'))")
    until(page, "location.hash.includes('=')")

    page.locator("nav.tabs a[href*=round_tracker]").click()

    expect(page.locator('[id="f-combatants.0.move_rate"]')).to_have_value("11")


def test_a_link_shows_its_own_state_and_replaces_no_kept_one(page: Page, served: Server) -> None:
    with_another_move(page, served)
    other = page.evaluate("location.hash").replace("move_rate=11", "move_rate=12")
    page.goto("about:blank")

    page.goto(served.url + TRACKER + other)

    until(page, "document.querySelector('#answer').dataset.state === ''")
    expect(page.locator('[id="f-combatants.0.move_rate"]')).to_have_value("12")
    kept(page, '["combatants.0.move_rate","11"]')


def test_stored_junk_is_passed_over(page: Page, served: Server) -> None:
    page.goto(served.url)
    page.evaluate('(key) => localStorage.setItem(key, \'{"schema":1,"pairs":[[7]]}\')', KEY)

    page.goto(served.url + TRACKER)

    until(page, "!('waits' in document.documentElement.dataset)")
    expect(page.locator('[id="f-combatants.0.move_rate"]')).to_have_value("15")


def test_start_over_takes_the_events_away_and_can_be_undone(page: Page, served: Server) -> None:
    events = with_another_move(page, served)

    page.get_by_role("button", name="Start over").click()

    expect(page.locator(EVENTS)).to_have_count(0)
    expect(page.locator('[id="f-combatants.0.move_rate"]')).to_have_value("11")
    until(page, "(key) => !localStorage.getItem(key)?.includes('events.0')", KEY)
    page.locator("[data-undo-start]").click()
    expect(page.locator(EVENTS)).to_have_count(events)
    kept(page, "events.0")
    expect(page.locator("[data-started-over]")).to_be_hidden()


def test_back_to_the_example_forgets_the_state_and_can_be_undone(page: Page, served: Server) -> None:
    with_another_move(page, served)

    page.get_by_role("button", name="Back to the example").click()

    expect(page.locator('[id="f-combatants.0.move_rate"]')).to_have_value("15")
    assert page.evaluate("(key) => localStorage.getItem(key)", KEY) is None
    page.locator("[data-undo-start]").click()
    expect(page.locator('[id="f-combatants.0.move_rate"]')).to_have_value("11")
    kept(page, '["combatants.0.move_rate","11"]')


def test_the_last_of_two_tabs_wins(page: Page, served: Server) -> None:
    with_another_move(page, served)
    second = page.context.new_page()
    second.goto(served.url + TRACKER)
    expect(second.locator('[id="f-combatants.0.move_rate"]')).to_have_value("11")

    second.evaluate(OPEN_ALL)
    second.fill('[id="f-combatants.0.move_rate"]', "13")

    expect(page.locator('[id="f-combatants.0.move_rate"]')).to_have_value("13")
    until(page, "location.hash.includes('move_rate=13')")
    kept(page, '["combatants.0.move_rate","13"]')


def test_a_new_event_copies_nothing_from_the_event_before_it(page: Page, served: Server) -> None:
    page.goto(served.url + TRACKER)
    events = page.locator(EVENTS).count()

    page.locator("[data-name=events] > [data-add]").click()

    assert page.input_value(f'[id="f-events.{events - 1}.who"]') != ""
    assert page.input_value(f'[id="f-events.{events}.who"]') == ""


def test_a_new_combatant_copies_numbers_and_no_name(page: Page, served: Server) -> None:
    page.goto(served.url + TRACKER)
    page.evaluate(OPEN_ALL)
    last = page.locator("[data-name=combatants] > [data-elements] > li").count() - 1
    page.fill(f'[id="f-combatants.{last}.move_rate"]', "9")

    page.locator("[data-name=combatants] > [data-add]").click()

    assert page.input_value(f'[id="f-combatants.{last + 1}.name"]') == ""
    assert page.input_value(f'[id="f-combatants.{last + 1}.move_rate"]') == "9"
