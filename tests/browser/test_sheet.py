"""Characters in a real browser: created, changed and stored; their odds follow every change."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import pyrules
from tests.rotation import one_unless_long
from web.builder.dev.serve import Server

from .conftest import Watch, saves_the_site, until
from .storing import ANNA, BERT, OPEN, SCHEMAS, draft, modules, put_raw, record
from .test_access import press_until
from .test_look import THEMES, faults_in_themes
from .visits import axe, in_a_scheme, leave_two_alike

LIST = "wwn/sheet/"
HESSA = f"{LIST}#example=hessa"
SWORD = ".armed:has-text('Heirloom sword') .act >> nth=0"
SOON = 60_000
"""Python may still be starting."""


def kept(page: Page) -> None:
    expect(page.locator("[data-kept]")).to_have_text(re.compile("^Saved"))


def odds(page: Page) -> None:
    """The odds are there, and of what stands on the page."""
    expect(page.locator(".odds")).to_have_attribute("data-state", "", timeout=SOON)


def hit(page: Page) -> str:
    odds(page)
    return page.locator(SWORD).locator(".n").first.inner_text()


def made(page: Page, server: Server, example: str = HESSA) -> str:
    """A ready-made character, kept; returns its id."""
    page.goto(server.url + example)
    page.get_by_role("button", name="Keep this character").click()
    kept(page)
    return str(page.evaluate("location.hash")).removeprefix("#open=")


def elsewhere(page: Page, server: Server, example: str = HESSA) -> Page:
    """Another tab with the same character open."""
    other = page.context.new_page()
    other.goto(page.url)
    odds(other)
    return other


# Made, changed, kept


def test_a_character_is_made_changed_and_there_again(page: Page, served: Server) -> None:
    page.goto(served.url + LIST)
    page.get_by_role("link", name="New character").click()
    expect(page.locator("[data-unkept]")).to_be_visible()
    assert page.evaluate("document.activeElement.id") == "f-name"
    page.keyboard.type("Wren")
    kept(page)
    expect(page.locator("[data-unkept]")).to_contain_text("kept on this device now")
    expect(page.get_by_role("button", name="Keep this character")).to_be_hidden()
    assert "#open=" in page.url
    page.locator("[data-name=weapons] > [data-add]").click()
    page.locator("[data-presets='weapons.0.']").select_option(label="Dagger")
    page.locator("[data-pool=hit_points] [data-by='-1']").click()
    kept(page)
    expect(page.locator("[data-card-name]")).to_have_text("Dagger")
    expect(page.locator(".armed h3").first).to_have_text("Dagger", timeout=SOON)

    page.reload()
    expect(page.locator("#f-name")).to_have_value("Wren")
    expect(page.locator("#f-hit_points")).to_have_value("5")
    assert page.input_value("[id='f-weapons.0.name']") == "Dagger"
    page.click("[data-to-list]")
    expect(page.get_by_role("link", name="Wren")).to_be_visible()
    expect(page).to_have_title(re.compile("^Characters"))


def test_every_input_comes_back_as_it_was_typed(page: Page, served: Server) -> None:
    """What is wrong, too; and what this form has no place for."""
    modules(page, served)
    pairs = (["level", "three"], ["str", ""], ["conditions", "prone"], ["notes", "one\ntwo"], ["hat", "red"])
    put_raw(page, record(**draft("Anna", ANNA, 1, "wwn", *pairs)))
    page.goto(f"{served.url}{LIST}#open={ANNA}")
    expect(page.locator("#p-level")).to_be_visible(timeout=SOON)
    page.fill("#f-wis", "12")
    kept(page)
    page.reload()
    expect(page.locator("#f-level")).to_have_value("three")
    expect(page.locator("#f-str")).to_have_value("")
    expect(page.locator("#f-notes")).to_have_value("one\ntwo")
    expect(page.locator("#f-conditions-prone")).to_be_checked()
    expect(page.locator("[data-general]")).to_contain_text("hat", timeout=SOON)


def test_a_change_is_not_lost_with_the_page(page: Page, served: Server) -> None:
    """Left at once, before it was saved."""
    made(page, served)
    page.evaluate(
        "const box = document.getElementById('f-name'); box.value = 'Hessa the Wet';"
        " box.dispatchEvent(new Event('input', { bubbles: true })); location.href = '../rules/';"
    )
    page.wait_for_url("**/rules/")
    page.goto(served.url + LIST)
    expect(page.get_by_role("link", name="Hessa the Wet")).to_be_visible()


def test_who_leaves_at_once_is_not_called_back(page: Page, served: Server) -> None:
    made(page, served)
    page.fill("#f-name", "Hessa in a Hurry")
    page.click("[data-to-list]")
    expect(page.locator("[data-people] [data-name]")).to_have_text("Hessa in a Hurry")
    expect(page.locator("[data-view=editor]")).to_be_hidden()
    assert page.evaluate("location.hash") == ""


def test_an_example_is_one_tap_and_kept_with_the_first_change(page: Page, served: Server) -> None:
    page.goto(served.url + LIST)
    expect(page.locator("[data-people] li")).to_have_count(0)
    page.get_by_role("link", name="Ilo Reedhand").click()
    odds(page)
    expect(page.locator("[data-line]")).to_contain_text("AC")
    expect(page.locator(".armed")).to_have_count(3)
    page.click("[data-to-list]")
    expect(page.locator("[data-people] li")).to_have_count(0)
    page.get_by_role("link", name="Ilo Reedhand").click()
    page.locator("[data-pool=hit_points] [data-by='-1']").click()
    kept(page)
    page.click("[data-to-list]")
    expect(page.locator("[data-people] li")).to_have_count(1)


def test_a_shared_link_opens_unsaved(page: Page, served: Server, browser: Browser) -> None:
    modules(page, served)
    shared = {"system": "wwn", "schema": 1, "data": [["name", "Far Friend"], ["level", "4"]]}
    fragment = page.evaluate("async (shared) => (await sheetlink.encode(shared)).fragment", shared)
    page.goto(served.url + LIST + fragment)
    expect(page.locator("#f-name")).to_have_value("Far Friend")
    expect(page.locator("[data-unkept]")).to_be_visible()
    odds(page)
    page.goto(served.url + LIST)
    expect(page.locator(".ready-made")).to_be_visible()
    expect(page.locator("[data-people] li")).to_have_count(0)
    page.goto(served.url + LIST + "#sheet=1.none")
    expect(page.locator("[data-list-problem]")).to_contain_text("damaged")
    page.goto(served.url + LIST + f"#open={BERT}")
    expect(page.locator("[data-list-problem]")).to_contain_text("not on this device")


def test_the_list_renames_duplicates_deletes_and_undoes(page: Page, served: Server) -> None:
    made(page, served)
    page.click("[data-to-list]")
    names = page.locator("[data-people] [data-name]")
    page.get_by_role("button", name="Duplicate Hessa of the Ford").click()
    expect(names).to_have_text(["Hessa of the Ford", "Hessa of the Ford (copy)"])
    page.get_by_role("button", name="Rename Hessa of the Ford", exact=True).click()
    page.get_by_label("New name").first.fill("Hess")
    page.keyboard.press("Enter")
    expect(names).to_have_text(["Hess", "Hessa of the Ford (copy)"])
    page.get_by_role("button", name="Delete Hess", exact=True).click()
    expect(names).to_have_text(["Hessa of the Ford (copy)"])
    assert page.evaluate("document.activeElement.textContent") == "Undo"
    page.keyboard.press("Enter")
    expect(names).to_have_text(["Hess", "Hessa of the Ford (copy)"])
    page.reload()
    expect(names).to_have_text(["Hess", "Hessa of the Ford (copy)"])


@saves_the_site
@pytest.mark.one_game
def test_it_all_works_offline(page: Page, served: Server) -> None:
    page.goto(f"{served.url}raiders/sheet/#example=sefi")
    expect(page.locator("[data-offline].yes")).to_be_visible(timeout=120_000)
    page.get_by_role("button", name="Keep this character").click()
    kept(page)
    served.stop()
    page.reload()
    expect(page.locator("#f-name")).to_have_value("Sefi Larkspur")
    odds(page)
    percent = page.locator(".act .n").first
    before = percent.inner_text()
    page.check("#f-conditions-aiming")
    kept(page)
    expect(percent).not_to_have_text(before)


def test_points_left_full_follow_what_they_rest_on_until_some_are_lost(page: Page, served: Server) -> None:
    page.goto(f"{served.url}openquest/sheet/#new=1")
    odds(page)
    pool, now = page.locator("[data-pool=hit_points]"), page.locator("#f-hit_points")
    expect(pool.locator("[data-of]")).to_have_text("10")
    page.fill("#f-siz", "14")
    expect(pool.locator("[data-of]")).to_have_text("12", timeout=SOON)
    expect(now).to_have_value("")
    pool.locator("[data-by='1']").click()
    expect(now).to_have_value("")  # there is no more than full
    pool.locator("[data-by='-1']").click()
    expect(now).to_have_value("11")
    now.press("ArrowDown")
    expect(now).to_have_value("10")


# Two tabs


def test_at_no_hit_points_the_first_screen_says_what_holds(page: Page, served: Server) -> None:
    page.set_viewport_size({"width": 360, "height": 780})
    modules(page, served)
    put_raw(page, record(**draft("Olda", ANNA, 1, "wwn", ["hit_points", "0"])))
    page.goto(f"{served.url}{LIST}#open={ANNA}")
    standing = page.locator("[data-standing]")
    expect(standing).to_have_text("Mortally Wounded: 6 rounds to live unless stabilized.", timeout=SOON)
    expect(standing).to_be_in_viewport(ratio=1)
    page.fill("#f-hit_points", "1")
    expect(standing).to_be_hidden()


def test_two_tabs_overwrite_nothing(page: Page, served: Server) -> None:
    made(page, served)
    other = elsewhere(page, served)
    # Neither hears of the other, as where the browser has no channel.
    other.evaluate("BroadcastChannel.prototype.postMessage = () => {}")
    other.fill("#f-name", "Hessa the Other")
    kept(other)
    page.fill("#f-notes", "Mine.")
    expect(page.locator("[data-conflict-words]")).to_contain_text("so yours is newer. Nothing was overwritten.")
    page.get_by_role("button", name="Keep mine as a copy").click()
    expect(page.locator("#f-name")).to_have_value("Hessa of the Ford (copy)")
    kept(page)
    page.click("[data-to-list]")
    expect(page.locator("[data-people] [data-name]")).to_have_text(["Hessa of the Ford (copy)", "Hessa the Other"])


def test_what_is_left_in_a_conflict_becomes_a_copy(page: Page, served: Server) -> None:
    made(page, served)
    other = elsewhere(page, served)
    other.evaluate("BroadcastChannel.prototype.postMessage = () => {}")
    other.fill("#f-name", "Hessa the Other")
    kept(other)
    page.fill("#f-notes", "Mine.")
    expect(page.locator("[data-controller='sheet/conflict']")).to_be_visible()
    page.click("[data-to-list]")
    names = ["Hessa of the Ford (unsaved changes)", "Hessa the Other"]
    expect(page.locator("[data-people] [data-name]")).to_have_text(names)
    expect(page.locator("[data-list-problem]")).to_contain_text("is a copy")


def test_theirs_can_be_taken(page: Page, served: Server) -> None:
    made(page, served)
    other = elsewhere(page, served)
    other.evaluate("BroadcastChannel.prototype.postMessage = () => {}")
    other.fill("#f-name", "Hessa the Other")
    kept(other)
    page.fill("#f-notes", "Mine.")
    page.get_by_role("button", name="Take theirs").click()
    expect(page.locator("#f-name")).to_have_value("Hessa the Other")
    page.fill("#f-notes", "Mine after all.")
    kept(page)
    other.reload()
    expect(other.locator("#f-notes")).to_have_value("Mine after all.")


def test_another_tab_shows_changes_and_deletions(page: Page, served: Server) -> None:
    made(page, served)
    other = elsewhere(page, served)
    page.fill("#f-name", "Hessa Renamed")
    kept(page)
    expect(other.locator("#f-name")).to_have_value("Hessa Renamed")
    page.click("[data-to-list]")
    page.get_by_role("button", name="Delete").click()
    expect(other.locator("[data-conflict-words]")).to_contain_text("has deleted this character")
    expect(other.locator("[data-kept].bad")).to_have_text("Not saved: it was deleted in another tab.")
    other.get_by_role("button", name="Keep mine").click()
    kept(other)
    expect(page.get_by_role("link", name="Hessa Renamed")).to_be_visible()


# Odds


def test_a_condition_changes_the_odds_and_can_be_left_out_of_them(page: Page, served: Server) -> None:
    page.goto(served.url + HESSA)
    plain = hit(page)
    page.check("#f-conditions-prone")
    expect(page.locator("[data-counts=prone]")).to_be_checked()
    expect(page.locator(".holding")).to_contain_text("−4")
    prone = hit(page)
    percents = [float(text.removesuffix("\u00a0%")) for text in (plain, prone)]
    assert percents[0] - percents[1] == pytest.approx(20)

    page.locator("[data-counts=prone]").focus()
    page.keyboard.press("Space")
    expect(page.locator("[data-left-out]")).to_be_visible()
    assert hit(page) == plain
    assert page.evaluate("document.activeElement.dataset.counts") == "prone"
    expect(page.locator("#f-conditions-prone")).to_be_checked()
    kept(page)
    page.reload()
    expect(page.locator("#f-conditions-prone")).to_be_checked()
    assert hit(page) == prone, "what was left out once is left out nowhere else"


def test_an_act_opens_its_calculator_filled(page: Page, served: Server) -> None:
    page.goto(served.url + HESSA)
    percent = hit(page)
    page.locator(SWORD).locator("a").click()
    page.wait_for_url("**/wwn/attack/#**")
    expect(page.locator(".headline .n").first).to_contain_text(percent.partition("\u00a0")[0], timeout=SOON)


def test_what_is_set_by_hand_says_so_and_goes_back(page: Page, served: Server) -> None:
    page.goto(served.url + HESSA)
    plain = hit(page)
    fold = page.locator("[data-derived=attack_bonus]")
    fold.locator("summary").click()
    fold.locator("[data-set-by-hand]").click()
    assert page.evaluate("document.activeElement.value") == "3"
    page.keyboard.type("7")
    fold.get_by_placeholder("such as a ring").fill("a blessing")
    expect(fold.locator("summary")).to_contain_text("+7 set by hand: a blessing (computed: +3)", timeout=SOON)
    assert hit(page) != plain
    kept(page)
    page.reload()
    expect(fold.locator("summary")).to_contain_text("+7 set by hand: a blessing (computed: +3)", timeout=SOON)
    fold.locator("summary").click()
    fold.locator("[data-to-computed]").click()
    expect(fold.locator("[data-by-hand-mark]")).to_have_text("")
    expect(fold.locator("[data-number]")).to_have_text("+3")
    assert hit(page) == plain


def test_a_wrong_override_is_reported_once(page: Page, served: Server) -> None:
    page.goto(served.url + HESSA)
    odds(page)
    fold = page.locator("[data-derived=attack_bonus]")
    fold.locator("summary").click()
    fold.locator("[data-set-by-hand]").click()
    page.keyboard.type("many")
    expect(fold.locator(".problem").first).to_be_visible()
    expect(page.locator("[data-kept].bad")).to_have_text("Saved; an input needs attention")
    fold.locator("[data-to-computed]").click()
    kept(page)
    expect(page.locator("[data-kept].bad")).to_have_count(0)


def test_a_word_is_set_by_hand_too(page: Page, served: Server) -> None:
    page.goto(f"{served.url}obss/sheet/#example={pyrules.sheet('obss').examples[0].id}")
    odds(page)
    fold = page.locator("[data-derived=state]")
    fold.locator("summary").click()
    fold.locator("[data-set-by-hand]").click()
    expect(fold.locator("select")).to_have_value("active")
    fold.locator("select").select_option(label="Fainted")
    expect(fold.locator("summary")).to_contain_text("Fainted set by hand (computed: Up)")


def test_whom_it_goes_against_is_remembered(page: Page, served: Server) -> None:
    made(page, served, f"{LIST}#example=ilo")
    made(page, served)
    plain = hit(page)
    page.fill("[id='f-target.armor_class_now']", "19")
    expect(page.locator(SWORD)).not_to_contain_text(plain)
    hard = hit(page)
    page.reload()
    expect(page.locator("[id='f-target.armor_class_now']")).to_have_value("19")
    assert hit(page) == hard

    page.select_option("[data-target-select]", label="Ilo Reedhand")
    expect(page.locator("[data-numbers]")).to_be_hidden()
    expect(page.locator(SWORD)).not_to_contain_text(hard)
    odds(page)
    page.reload()
    expect(page.locator("[data-target-select] option:checked")).to_have_text("Ilo Reedhand")
    expect(page.locator("[data-target-select] option")).not_to_contain_text(["Hessa of the Ford"])
    against_ilo = hit(page)
    page.select_option("[data-target-select]", index=0)
    expect(page.locator("[data-numbers]")).to_be_visible()
    expect(page.locator(SWORD)).not_to_contain_text(against_ilo)


def test_wrong_input_keeps_the_last_valid_odds(page: Page, served: Server) -> None:
    page.goto(served.url + HESSA)
    plain = hit(page)
    page.fill("#f-level", "99")
    expect(page.locator("#p-level")).to_contain_text("got 99", timeout=SOON)
    expect(page.locator("[data-odds-state]")).to_contain_text("last valid odds")
    expect(page.locator(SWORD)).to_contain_text(plain)
    expect(page.locator("[data-kept].bad")).to_have_text("Saved; an input needs attention")
    page.fill("[id='f-target.armor_class_now']", "x")
    expect(page.locator("[id='p-target.armor_class_now']")).to_be_visible()
    page.fill("#f-level", "3")
    kept(page)
    page.fill("[id='f-target.armor_class_now']", "13")
    expect(page.locator("#p-level")).to_be_hidden()
    assert hit(page) == plain


def test_without_python_the_sheet_is_still_saved(page: Page, served: Server, site: Path, watch: Watch) -> None:
    watch.allow("WebAssembly is not defined")
    [worker] = site.glob("assets/app-*/scripts/worker/worker.js")
    script = f"delete globalThis.WebAssembly;\n{worker.read_text()}"
    page.route("**/worker.js", lambda route: route.fulfill(content_type="text/javascript", body=script))
    page.add_init_script("delete window.SharedWorker")
    made(page, served)
    expect(page.locator("[data-runtime]")).to_be_visible(timeout=SOON)
    page.locator("[data-pool=hit_points] [data-by='-1']").click()
    kept(page)
    page.reload()
    expect(page.locator("#f-hit_points")).to_have_value("18")


# Storage that is refused, older, newer


def test_refused_storage_says_so_and_works_in_memory(page: Page, served: Server) -> None:
    page.add_init_script("IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError') }")
    page.goto(served.url + HESSA)
    expect(page.locator(".editor [data-storage-banner]")).to_contain_text("only while this page is open")
    page.fill("#f-name", "Hess")
    expect(page.locator("[data-kept]")).to_have_text("Kept while this page is open")
    page.click("[data-to-list]")
    expect(page.locator(".list-view [data-storage-banner]")).to_be_visible()
    page.get_by_role("link", name="Hess", exact=False).first.click()
    expect(page.locator("#f-name")).to_have_value("Hess")


def test_a_full_device_says_what_to_do(page: Page, served: Server) -> None:
    made(page, served)
    page.evaluate(
        "() => { IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError') } }"
    )
    page.fill("#f-name", "Hess")
    expect(page.locator("[data-kept]")).to_contain_text("Not saved. This device has no room left")
    expect(page.locator("[data-kept]")).to_contain_text("export the character")
    page.click("[data-to-list]")
    expect(page.locator("[data-list-problem]")).to_contain_text("The last changes of Hess could not be saved.")
    expect(page.get_by_role("link", name="Hessa of the Ford").first).to_be_visible()

    page.reload()  # There is room again.
    expect(page.locator("[data-people] [data-name]")).to_have_text("Hess")


def test_what_a_newer_version_made_is_only_read(page: Page, served: Server) -> None:
    modules(page, served)
    put_raw(page, record(**draft("Nova", ANNA, 9, "wwn", ["level", "3"])))
    page.goto(f"{served.url}{LIST}#open={ANNA}")
    expect(page.locator("#f-name")).to_have_value("Nova")
    expect(page.locator("#f-name")).to_be_disabled()
    expect(page.locator("[data-note]")).to_contain_text("newer Tableside")
    assert page.locator(".act").count() == 0
    page.click("[data-to-list]")
    expect(page.locator("[data-when]")).to_contain_text("opens read-only")
    assert page.get_by_role("button", name="Rename Nova").count() == 0


def test_what_an_older_version_made_is_brought_up_to_date(page: Page, served: Server) -> None:
    """A character of form 1 keeps its hit points; in form 2 those that are left out are full."""
    modules(page, served)
    put_raw(page, record(**draft("Olda", ANNA, 1, "wwn", ["hit_points_max", "20"])))
    page.add_init_script(
        "const post = MessagePort.prototype.postMessage; window.asked = [];"
        "MessagePort.prototype.postMessage = function (message, ...more) {"
        " if (message.request) window.asked.push(JSON.parse(message.request).kind);"
        " return post.call(this, message, ...more) }"
    )
    page.goto(f"{served.url}{LIST}#open={ANNA}")
    expect(page.locator("#f-name")).to_have_value("Olda", timeout=SOON)
    expect(page.locator("#f-hit_points")).to_have_value("6")
    assert "migrate" in page.evaluate("window.asked")
    assert stored_schema(page) == 1, "the old one stays until the new one is saved"
    page.fill("#f-name", "Newa")
    kept(page)
    assert stored_schema(page) == 2


def stored_schema(page: Page) -> Any:
    page.evaluate(OPEN, SCHEMAS)
    return page.evaluate(f"opening.then((all) => all.get('{ANNA}')).then((one) => one.schema)")


# For everybody


@in_a_scheme
def test_axe_finds_nothing_on_a_sheet_in_use(page: Page, served: Server, scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 360, "height": 780})
    made(page, served)
    expect(page.locator("[data-holding]")).to_have_text("none")
    page.locator("[data-part=conditions] > summary").click()
    page.check("#f-conditions-prone")
    page.check("#f-conditions-charging")
    page.locator("[data-part=conditions] > summary").click()
    expect(page.locator("[data-holding]")).to_have_text("Charging, Prone")
    page.fill("#f-level", "99")
    expect(page.locator("#p-level")).to_be_visible(timeout=SOON)
    assert not axe(page)
    page.click("[data-to-list]")
    expect(page.locator("[data-people] li")).to_have_count(1)
    page.get_by_role("button", name="Rename").click()
    assert not axe(page)


def test_a_sheet_is_readable_in_any_theme(page: Page, served: Server) -> None:
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(served.url + HESSA)
    odds(page)
    page.fill("#f-level", "99")
    expect(page.locator("#p-level")).to_be_visible()
    leave_two_alike(page)
    assert not faults_in_themes(page, "sheet", one_unless_long([*THEMES]))


@pytest.mark.parametrize("game", pyrules.GAME_IDS)
def test_no_sheet_scrolls_sideways_on_a_phone(page: Page, served: Server, game: str) -> None:
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(f"{served.url}{game}/sheet/")
    page.locator("[data-example]").first.click()
    odds(page)
    page.locator("[data-part=conditions]").evaluate("(fold) => { fold.open = true }")
    page.locator(".top .chips input:not(:checked)").evaluate_all("(boxes) => boxes.forEach((box) => box.click())")
    until(
        page,
        "document.querySelectorAll('.holding input').length === document.querySelectorAll('.top .chips input').length",
    )
    page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true })")
    for size in ("100%", "200%"):
        page.evaluate("(size) => { document.documentElement.style.fontSize = size }", size)
        assert page.evaluate("document.documentElement.scrollWidth") == 360, size


def test_a_sheet_is_used_by_keyboard_alone(page: Page, served: Server) -> None:
    page.goto(served.url + LIST)
    expect(page.locator(".ready-made")).to_be_visible()
    press_until(page, "document.activeElement.textContent === 'New character'")
    page.keyboard.press("Enter")
    until(page, "document.activeElement.id === 'f-name'")
    page.keyboard.type("Keys")
    press_until(page, "document.activeElement.id === 'f-hit_points'")
    page.keyboard.press("ArrowDown")
    press_until(page, "document.activeElement.id === 'f-conditions-prone'")
    page.keyboard.press("Space")
    kept(page)
    press_until(page, "document.activeElement.closest('[data-derived=attack_bonus]')")
    page.keyboard.press("Enter")
    press_until(page, "document.activeElement.hasAttribute('data-set-by-hand')")
    page.keyboard.press("Enter")
    page.keyboard.type("5")
    expect(page.locator("[data-derived=attack_bonus] summary")).to_contain_text("+5 set by hand", timeout=SOON)
    press_until(page, "document.activeElement.hasAttribute('data-add')")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "preset-weapons.0"
    expect(page.locator("[data-announcement]")).to_contain_text("Saved", timeout=SOON)


def test_targets_for_thumbs_are_large_enough(page: Page, served: Server) -> None:
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(served.url + HESSA)
    odds(page)
    page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true })")
    small = page.evaluate(
        "[...document.querySelectorAll('button, select, .chip, .step input, .act a, summary')]"
        ".map((e) => [e.textContent.trim() || e.id, e.getBoundingClientRect()])"
        ".filter(([, box]) => box.width && (box.height < 43.5 || box.width < 43.5)).map(([name]) => name)"
    )

    assert not small


def test_nothing_moves_when_it_comes(page: Page, served: Server) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    made(page, served)
    page.add_init_script(
        "window.moved = []; new PerformanceObserver((list) => list.getEntries().forEach((entry) =>"
        " entry.hadRecentInput || moved.push(entry.sources.map(({ node }) => node?.className ?? '?').join())))"
        ".observe({ type: 'layout-shift', buffered: true })"
    )
    for address in (page.url.removeprefix(served.url), LIST):
        page.goto(served.url + "help/")
        page.goto(served.url + address)
        expect(page.locator("[data-view]:visible")).to_be_visible()
        if "#" in address:
            odds(page)
        assert (
            page.evaluate(
                "new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(moved), 100)))"
            )
            == []
        )


def test_without_javascript_it_says_what_it_would_do(browser: Browser, served: Server) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(served.url + HESSA)
    expect(page.locator("noscript").first).to_be_visible()
    assert "needs JavaScript. These are ready-made: Hessa of the Ford" in page.content()
    expect(page.locator("[data-view=editor]")).to_be_hidden()
    expect(page.get_by_role("link", name="New character")).to_be_hidden()
    page.context.close()
