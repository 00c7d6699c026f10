"""Fights in a real browser: each tap is stored before it is shown, and everything works by taps and by keyboard."""

import json
import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

import pyrules
from pyrules.engine.fight.handover.text import Packed, pack
from pyrules.games import FIGHTS
from tests.games.played import Played
from tests.rotation import one_unless_long
from web.builder.dev.serve import Server

from .conftest import frames, until
from .kept_fights import Joined, keep
from .test_access import press_until
from .test_sheet import made
from .visits import PHONE, axe, small_targets, too_wide

SOON = 60_000
"""Python may still be starting."""
SHOWN = """() => [...document.querySelectorAll("[data-part=top], .fighter-line .name, .wounds, .held")]
  .map((one) => one.textContent.replace(/\\s+/g, " ").trim())"""
"""What the page shows of a fight, without panels. The odds come a moment later."""
REVISION = "Number(document.querySelector('[data-fight]').dataset.revision)"
"""The revision of the fight that the page shows."""
IS_SHOWN = "document.querySelector('.fight [data-part=top]')?.textContent.trim()"
SO_FAR = "document.querySelector('[data-so-far]').innerHTML"
TURN = ".fight .turn"
COUNTS = ".how-many .counts button"
"""The numbers of copies that join by a tap."""
GAME = "wwn"
HESSA = f"{GAME}/sheet/#example=hessa"


def opened(page: Page, server: Server, game: str = GAME, state: str = "#new=1") -> None:
    """The page shows a fight."""
    page.goto(f"{server.url}{game}/fight/{state}")
    until(page, IS_SHOWN)


def fighters(page: Page, count: int) -> None:
    expect(page.locator(".fighter")).to_have_count(count, timeout=SOON)


def join(page: Page, count: int, side: str, foe: int = 0) -> None:
    """Foes of the table come in."""
    before = page.locator(".fighter").count()
    row = page.locator("[data-join-book] .joiner").nth(foe)
    if row.get_attribute("aria-expanded") == "false":
        row.click()
    page.select_option("#foe-side", side)
    page.locator(COUNTS).nth(count - 1).click()
    fighters(page, before + count)


def begun(page: Page, server: Server, game: str = GAME) -> None:
    """A fight of one against two, in round 1."""
    opened(page, server, game, keep(page, server, game, (1, "party", 1), (2, "foes", 2), begins=True))
    expect(page.locator(TURN)).to_contain_text("Round 1")


def not_begun(page: Page, server: Server, game: str, foes: Joined = (2, "foes", 2)) -> None:
    """A fight of one against others, without its set-up."""
    opened(page, server, game, keep(page, server, game, (1, "party", 1), foes, begins=False))
    expect(page.locator("#tool-join")).to_be_hidden()


def rolled(page: Page) -> None:
    """A roll against the first target that waits to be applied."""
    page.click(".fighter:not(.now) .name >> nth=0")
    page.click(".panel [data-roll] >> nth=0")
    expect(page.locator("#apply")).to_be_visible()


def panel_is_closed(page: Page) -> None:
    if page.locator("#tool-join").is_visible():
        page.click("#to-setup")
    expect(page.locator("#tool-join")).to_be_hidden()


def stored(page: Page) -> dict[str, object]:
    """The open fight as it is in the database."""
    found: dict[str, object] = page.evaluate(
        """() => new Promise((resolve) => {
          const request = indexedDB.open("tableside./.fights");
          request.onsuccess = () => {
            const store = request.result.transaction("fights").objectStore("fights");
            store.get(location.hash.slice("#open=".length)).onsuccess = ({ target }) => resolve(target.result);
          };
        })"""
    )
    return found


def events(page: Page) -> int:
    """How many events the open fight has."""
    return len(stored(page)["data"]["events"])  # type: ignore[index]


@pytest.mark.parametrize("game", one_unless_long(FIGHTS))
def test_three_rounds_by_taps(page: Page, served: Server, game: str) -> None:
    opened(page, served, game)
    join(page, 1, "party", 1)
    join(page, 2, "foes", 2)
    page.click("#begin")
    expect(page.locator(TURN)).to_contain_text("Round 1")
    for _ in range(30):
        if "Round 3" in page.inner_text(TURN):
            break
        target = page.locator(".fighter:not(.now, .down) .name").first
        if target.count():
            target.click()
            expect(page.locator("[id^=panel-]")).to_be_visible()
            rolls = page.locator(".panel [data-roll]:visible")
            if rolls.count():
                rolls.first.click()
                page.click("#apply")
                expect(page.locator("[id^=panel-]")).to_have_count(0)
        before = page.evaluate(REVISION)
        page.click("#next")
        until(page, f"(before) => {REVISION} > before", before)

    expect(page.locator(TURN)).to_contain_text("Round 3")
    page.click("#log")
    expect(page.locator(".log")).to_contain_text("The fight begins")
    page.goto(f"{served.url}{game}/rules/")
    page.click("[data-to-fight]")
    fighters(page, 3)


def test_undo_and_redo_lead_back_to_the_same_state(page: Page, served: Server) -> None:
    begun(page, served)
    before = page.evaluate(SHOWN)
    page.click(".fighter .wounds >> nth=1")
    page.fill(".panel .pool input >> nth=0", "2")
    revision = page.evaluate(REVISION)
    page.click(".panel .pool [data-sign='-1'] >> nth=0")
    until(page, f"(before) => {REVISION} > before", revision)
    after = page.evaluate(SHOWN)
    assert after != before

    page.click("#undo")
    expect(page.locator("#redo")).to_be_enabled()
    assert page.evaluate(SHOWN) == before
    page.click("#redo")
    expect(page.locator("#redo")).to_be_disabled()
    assert page.evaluate(SHOWN) == after


def test_each_panel_fits_a_phone_and_is_for_everybody(page: Page, served: Server) -> None:
    page.set_viewport_size({"width": PHONE, "height": 640})
    begun(page, served)
    roll = ".panel [data-roll] >> nth=0"
    panels: dict[str, Callable[[], None]] = {
        "list": lambda: None,
        "target": lambda: page.click(".fighter:not(.now) .name >> nth=0"),
        "roll": lambda: page.click(roll),
        "fighter": lambda: page.click(".fighter.now .wounds"),
        "log": lambda: page.click("#log"),
        "end": lambda: page.click("#to-end"),
        "setup": lambda: page.click("#to-setup"),
        "foe": lambda: page.click("[data-join-book] .joiner >> nth=3"),
    }
    faults = {}
    for name, show in panels.items():
        show()
        frames(page)
        found = [*too_wide(page), *small_targets(page), *axe(page)]
        if found:
            faults[name] = found

    assert not faults


def test_a_fight_is_run_by_keyboard_alone(page: Page, served: Server) -> None:
    opened(page, served)
    press_until(page, "document.activeElement.id === 'foe-filter'", 60)
    page.keyboard.type(pyrules.fight_rules(GAME).foes.rows[1].label.lower())
    page.keyboard.press("Enter")
    expect(page.locator(COUNTS).first).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.type("Party")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    fighters(page, 1)
    expect(page.locator(COUNTS).first).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.type("Foes")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    fighters(page, 2)
    page.evaluate("document.querySelector('[data-fight-name]').focus()")
    press_until(page, "document.activeElement.id === 'begin'")
    page.keyboard.press("Enter")
    expect(page.locator(TURN)).to_contain_text("Round 1")
    press_until(page, "document.activeElement.matches('.fighter:not(.now) .name')")
    page.keyboard.press("Enter")
    expect(page.locator("[id^=panel-]")).to_be_focused()
    press_until(page, "document.activeElement.matches('.panel [data-roll]')")
    page.keyboard.press("Enter")
    expect(page.locator("[data-rolled]")).to_be_focused()
    press_until(page, "document.activeElement.id === 'apply'")
    page.keyboard.press("Enter")
    until(page, "document.activeElement.matches('.fighter .name, .fallen > summary')")
    press_until(page, "document.activeElement.id === 'next'")
    page.keyboard.press("Enter")
    expect(page.locator("[data-announcement]")).to_contain_text("Round")
    assert page.evaluate("document.activeElement.id") == "next"


def test_what_is_due_covers_no_panel(page: Page, served: Server) -> None:
    page.set_viewport_size({"width": PHONE, "height": 640})
    begun(page, served)
    page.click(".fighter .wounds >> nth=1")
    page.fill(".panel .pool input >> nth=0", "99")
    page.click(".panel .pool [data-sign='-1'] >> nth=0")
    page.click(".fighter:not(.now, .down) .name >> nth=0")

    until(page, "document.querySelector('.panel')")
    covered = "document.querySelector('.top').getBoundingClientRect().bottom - PANEL.getBoundingClientRect().top"
    assert page.evaluate(covered.replace("PANEL", "document.querySelector('.panel')")) <= 0


def test_typed_dice_are_asked_for_one_after_another(page: Page, served: Server) -> None:
    begun(page, served)
    page.click(".fighter:not(.now) .name >> nth=0")
    page.click(".panel [data-roll-typed] >> nth=0")
    expect(page.locator("[data-due]")).to_have_text(re.compile(r"^d\d+ for: "))
    page.fill("#typed-face", "0")
    page.keyboard.press("Enter")
    expect(page.locator("[data-wrong]")).to_be_visible()
    for _ in range(9):
        if page.locator("#apply").count():
            break
        before = page.evaluate(SO_FAR)
        page.fill("#typed-face", "2")
        page.keyboard.press("Enter")
        until(page, f"(before) => document.querySelector('#apply') || {SO_FAR} !== before", before)
    page.click("#discard")

    expect(page.locator("#apply")).to_have_count(0)
    assert events(page) == 3, "a discarded roll is no event"


def test_a_character_fights_and_its_wounds_go_back_to_its_sheet(page: Page, served: Server) -> None:
    character = made(page, served, HESSA)
    sheet = page.url
    hit_points = int(page.input_value("[data-pool=hit_points] input"))
    page.click("[data-fight-with]")
    page.wait_for_url("**/fight/#open=*", timeout=SOON)
    fighters(page, 1)
    page.click(".fighter .wounds")
    page.fill(".panel .pool input >> nth=0", "3")
    page.click(".panel .pool [data-sign='-1'] >> nth=0")
    expect(page.locator(".wounds .number")).to_contain_text(str(hit_points - 3))
    page.click("#to-end")
    expect(page.locator("[data-back-rows]")).to_contain_text("Hessa")
    page.click("[data-back-write]")
    expect(page.locator("[data-back-undo]")).to_be_focused()

    assert json.loads(page.evaluate(CHARACTER, character))["hit_points"] == str(hit_points - 3)
    page.click("[data-back-undo]")
    expect(page.locator("[data-back-done]")).to_contain_text("as before")
    page.click("[data-again]")
    fighters(page, 1)
    expect(page.locator(".wounds .number")).to_contain_text(str(hit_points))
    page.goto(sheet)
    expect(page.locator("[data-pool=hit_points] input")).to_have_value(str(hit_points))


CHARACTER = """(id) => new Promise((resolve) => {
  const request = indexedDB.open("tableside./.characters");
  request.onsuccess = () => {
    const store = request.result.transaction("characters").objectStore("characters");
    store.get(id).onsuccess = ({ target }) => resolve(JSON.stringify(Object.fromEntries(target.result.data)));
  };
})"""


def test_an_event_of_another_tab_is_not_overwritten(page: Page, served: Server) -> None:
    begun(page, served)
    other = page.context.new_page()
    opened(other, served, state=page.evaluate("location.hash"))
    page.click("#next")
    until(other, "!document.querySelector('[data-conflict]').hidden")

    expect(other.locator("[data-conflict]")).to_contain_text("changed in another tab")
    assert other.evaluate(SHOWN) == page.evaluate(SHOWN)
    other.click("#undo")
    until(page, "!document.querySelector('[data-conflict]').hidden")
    assert other.evaluate(SHOWN) == page.evaluate(SHOWN)


def test_fights_are_renamed_deleted_restored_exported_and_brought_in(page: Page, served: Server) -> None:
    begun(page, served)
    page.click("[data-to-list]")
    page.get_by_role("button", name="Rename").click()
    page.fill("[data-rename-form] input", "At the bridge")
    page.keyboard.press("Enter")
    expect(page.locator("[data-people] [data-name]")).to_have_text("At the bridge")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export At the bridge").click()
    expect(page.locator("[data-outcome] >> nth=0")).to_contain_text("read back")
    page.get_by_role("button", name="Delete At the bridge").click()
    expect(page.locator("[data-people] li")).to_have_count(0)
    page.set_input_files("[data-import-file]", download.value.path())
    expect(page.locator("[data-people] [data-name]")).to_have_text("At the bridge")
    page.click("[data-open]")

    fighters(page, 3)
    expect(page.locator(TURN)).to_contain_text("Round 1")


def test_a_damaged_fight_is_named_and_the_page_goes_on(page: Page, served: Server) -> None:
    begun(page, served)
    page.evaluate(
        """() => new Promise((resolve) => {
          const request = indexedDB.open("tableside./.fights");
          request.onsuccess = () => {
            const tx = request.result.transaction("fights", "readwrite");
            tx.objectStore("fights").put({ id: "damaged-fight", system: "wwn", schema: 1, data: [1], name: 7 });
            tx.oncomplete = resolve;
          };
        })"""
    )
    page.goto(f"{served.url}{GAME}/fight/")
    expect(page.locator("[data-people] li")).to_have_count(2)
    expect(page.locator("[data-id=damaged-fight] [data-fight-line]")).to_contain_text("it can be exported")
    page.locator("[data-id=damaged-fight] [data-open]").click()

    expect(page.locator("[data-list-problem]")).to_contain_text("damaged on this device")


def previewed(page: Page, server: Server) -> None:
    """The page shows a fight of a link: one against two, in round 1."""
    fight = Played(GAME, Random(1))
    fight.party(1)
    fight.foes(2)
    fight.add({"do": "begin"})
    text = pack(Packed("Ford at dusk", fight.events, len(fight.events)), fight.rules.samples)
    opened(page, server, state=f"#fight=1.{GAME}.{text}")
    expect(page.locator("[data-preview]")).to_be_visible(timeout=SOON)
    fighters(page, 3)


def test_a_fight_of_a_link_is_stored_when_it_is_kept(page: Page, served: Server) -> None:
    previewed(page, served)
    shown = page.evaluate(SHOWN)
    page.click("#next")
    expect(page.locator("[data-problem-words]")).to_contain_text("Keep this fight first")
    assert page.evaluate(SHOWN) == shown
    page.locator("[data-keep-preview]").click()
    expect(page.locator("[data-preview]")).to_be_hidden()
    expect(page).to_have_url(re.compile("#open="))
    page.reload()
    until(page, IS_SHOWN)
    assert page.evaluate(SHOWN) == shown
    page.click("#to-share")
    expect(page.locator("#share-panel [data-qr] svg")).to_be_visible(timeout=SOON)
    assert "#fight=1." in page.inner_text("#share-panel [data-link]")


def test_players_see_the_fight_without_what_is_hidden(page: Page, served: Server) -> None:
    previewed(page, served)
    page.locator("[data-keep-preview]").click()
    expect(page.locator("[data-preview]")).to_be_hidden()
    hidden = page.locator(".fighter .name b").nth(2).inner_text()
    address = page.locator("[data-open-view]").get_attribute("href") or ""
    players = page.context.new_page()
    players.goto(f"{served.url}{GAME}/fight/{address}")
    expect(players.locator("[data-line]")).to_have_count(3, timeout=SOON)
    assert not axe(players)

    page.locator(".fighter .wounds").nth(2).click()
    page.click("#hide")
    expect(page.locator(".fighter .name").nth(2)).to_contain_text("hidden")
    expect(players.locator("[data-line]")).to_have_count(2)
    assert hidden not in players.content()
    before = players.inner_text("[data-round]")
    page.click("#next")
    expect(players.locator("[data-round]")).not_to_have_text(before)
    page.click("#to-share")
    expect(page.locator("[data-players-link]")).to_contain_text("#view=1.", timeout=SOON)
    assert hidden not in (page.locator("[data-players-text]").text_content() or "")
    players.goto(page.locator("[data-players-link]").text_content() or "")
    expect(players.locator("[data-line]")).to_have_count(2)
    assert hidden not in players.content()


def test_a_condition_takes_two_taps_and_stays_at_hand(page: Page, served: Server) -> None:
    begun(page, served)
    page.click(".fighter:not(.now) .wounds >> nth=0")
    page.click("#chip-prone")
    expect(page.locator("#chip-prone")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".held >> nth=0")).to_contain_text("Prone")
    page.click("#chip-prone")

    expect(page.locator("#chip-prone")).to_have_attribute("aria-pressed", "false")


def test_a_waiting_roll_is_applied_without_scrolling(page: Page, served: Server) -> None:
    page.set_viewport_size({"width": PHONE, "height": 640})
    begun(page, served)
    rolled(page)
    expect(page.locator("#apply")).to_be_in_viewport(ratio=1)
    expect(page.locator("#next")).to_be_hidden()
    page.click("#discard")

    expect(page.locator("#next")).to_be_visible()


def test_a_roll_that_is_not_applied_stays_until_it_is_settled(page: Page, served: Server) -> None:
    page.set_viewport_size({"width": PHONE, "height": 640})
    begun(page, served)
    rolled(page)
    outcome = page.locator(".fight-roll .outcome, .fight-roll .changes").first.inner_text()
    page.locator(".changes input[type=checkbox]").last.uncheck()
    page.click(".fighter:not(.now) .name >> nth=1")
    expect(page.locator("[data-pending-words]")).to_contain_text("not applied yet")
    page.reload()
    expect(page.locator("[data-pending-words]")).to_contain_text("not applied yet", timeout=SOON)
    page.click("#log")
    page.click("#next")

    expect(page.locator("[data-pending-words]")).to_contain_text("Before you go on")
    assert events(page) == 3, "the turn goes on"
    page.click("[data-pending-show]")
    assert page.locator(".fight-roll .outcome, .fight-roll .changes").first.inner_text() == outcome
    expect(page.locator(".changes input[type=checkbox]").last).not_to_be_checked()
    page.locator(".fighter:not(.now) .name").nth(1).click()
    page.click("#next")
    page.click("[data-pending-apply]")
    expect(page.locator("[data-pending]")).to_be_hidden()
    until(page, f"{REVISION} === 5")
    assert [one["do"] for one in stored(page)["data"]["events"]] == ["join", "join", "begin", "act", "next"]  # type: ignore[index]
    page.reload()
    expect(page.locator(".fighter").first).to_be_visible(timeout=SOON)
    expect(page.locator("[data-pending]")).to_be_hidden()


def test_a_choice_after_the_roll_keeps_the_dice(page: Page, served: Server) -> None:
    """In OBSS the criticals of a hit do damage, or go to the bank."""
    page.set_viewport_size({"width": PHONE, "height": 640})
    opened(page, served, "obss", keep(page, served, "obss", (1, "party", 1), (1, "foes", 0), begins=True))
    page.click(".fighter:not(.now) .name >> nth=0")
    page.click(".panel [data-roll-typed] >> nth=0")
    for face in "65555555":
        if page.locator("#apply").count():
            break
        before = page.evaluate(SO_FAR)
        page.fill("#typed-face", face)
        page.keyboard.press("Enter")
        until(page, f"(before) => document.querySelector('#apply') || {SO_FAR} !== before", before)
    damage = page.locator(".changes li", has_text="damage").first
    plain, steps = damage.inner_text(), page.locator(".fight-roll .steps").inner_text()
    page.select_option("#later-criticals", "bank")
    expect(page.locator(".changes li", has_text="banked")).to_be_visible()
    assert page.locator(".fight-roll .steps").inner_text() == steps
    assert damage.inner_text() != plain
    page.click("#apply")

    expect(page.locator("#apply")).to_have_count(0)
    done = stored(page)["data"]["events"][-1]  # type: ignore[index]
    assert done["options"]["criticals"] == "bank"


def test_undo_takes_a_struck_entry_back(page: Page, served: Server) -> None:
    begun(page, served)
    page.click("#next")
    page.click("#log")
    page.locator(".log summary").nth(1).click()
    page.locator(".log [data-strike]:visible").click()
    expect(page.locator("[data-done-words]")).to_have_text("The entry is struck out.")
    expect(page.locator("#undo")).to_be_focused()
    assert events(page) == 3
    page.keyboard.press("Enter")
    expect(page.locator("[data-done-words]")).to_have_text("Undone: The entry is struck out.")

    assert events(page) == 4


def test_the_panel_lies_beside_the_list_where_there_is_room(page: Page, served: Server) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    begun(page, served)
    page.click(".fighter:not(.now) .name >> nth=0")
    expect(page.locator("[data-beside] > .panel")).to_be_focused()
    page.set_viewport_size({"width": PHONE, "height": 640})
    expect(page.locator(".fighter .panel")).to_be_visible()
    page.click(".fighter:not(.now) .name >> nth=0")

    expect(page.locator(".panel")).to_have_count(0)


def test_a_double_tap_strikes_one_entry_and_ends_one_turn(page: Page, served: Server) -> None:
    begun(page, served)
    page.click("#next", click_count=2)
    page.click("#log")
    page.locator(".log summary").first.click()
    assert events(page) == 4
    before = page.evaluate(REVISION)
    page.locator(".log [data-strike]:visible").dblclick()
    until(page, f"(before) => {REVISION} > before", before)
    page.click("#log")
    expect(page.locator(".log")).to_have_count(0)

    assert events(page) == 3


def names(page: Page) -> list[str]:
    return page.locator(".fighter .name b").all_inner_texts()


def test_a_fighter_is_moved_in_the_order_by_dragging_and_by_keyboard(page: Page, served: Server) -> None:
    begun(page, served)
    one, two, three = names(page)
    page.click("#to-order")
    handles = page.locator("[data-handle]")
    handles.nth(2).scroll_into_view_if_needed()
    start, end = handles.nth(2).bounding_box(), handles.nth(0).bounding_box()
    assert start and end
    page.mouse.move(start["x"] + 9, start["y"] + 9)
    page.mouse.down()
    page.mouse.move(end["x"] + 9, end["y"] + 2, steps=4)
    page.mouse.up()
    expect(page.locator(".fighter .name b").first).to_have_text(three)
    assert names(page) == [three, one, two]
    page.locator("[data-move='1']").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".fighter .name b").first).to_have_text(one)

    assert names(page) == [one, three, two]
    assert page.evaluate("document.activeElement.matches('[data-move]')"), "the focus stays with the fighter"


def test_a_corrected_wound_takes_its_fall_back(page: Page, served: Server) -> None:
    begun(page, served)
    page.click(".fighter:not(.now) .wounds >> nth=0")
    page.fill(".panel .pool input >> nth=0", "40")
    page.click(".panel .pool [data-sign='-1'] >> nth=0")
    expect(page.locator(".fallen")).to_have_count(1)
    page.click("#log")
    page.locator(".log summary").first.click()
    page.fill(".log [data-change] >> nth=0", "-1")
    page.keyboard.press("Enter")
    expect(page.locator("[data-done-words]")).to_contain_text("No longer:")

    expect(page.locator(".fallen")).to_have_count(0)
    page.click("#undo")
    expect(page.locator(".fallen")).to_have_count(1)
    expect(page.locator("[data-done-words]")).to_contain_text("Undone: The entry is corrected.")


def test_the_list_says_who_is_in_each_fight(page: Page, served: Server) -> None:
    begun(page, served)
    page.click("[data-to-list]")

    expect(page.locator("[data-fight-line]")).to_contain_text(
        re.compile(r"Round 1 · .+, 2 foes · just now"), timeout=SOON
    )


def test_an_ambush_is_settled_where_the_order_is_rolled(page: Page, served: Server) -> None:
    """The pair is chosen by two selects, and the panel of the order stays open for the roll of the order."""
    not_begun(page, served, GAME, (1, "foes", 2))
    page.click("#to-order")
    page.select_option("#look-setup_who", index=1)
    expect(page.locator("#look-setup_to option")).to_have_count(1)
    page.click("[id^=before-typed]")
    for face in ("6", "6", "1", "1"):
        before = page.evaluate(SO_FAR)
        page.fill("#typed-face", face)
        page.keyboard.press("Enter")
        until(page, f"(before) => document.querySelector('#apply') || {SO_FAR} !== before", before)
    page.click("#apply")
    expect(page.locator(".fighter .held")).to_contain_text("Surprised")
    expect(page.locator("#order-title")).to_be_visible()
    page.click("#begin")
    expect(page.locator(TURN)).to_contain_text("Round 1")
    expect(page.locator(".fighter.now")).to_have_count(1)
