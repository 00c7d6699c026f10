"""Table rules in a real browser: stored, used and marked by every calculator, shared in links, never lost."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import pyrules
from web.builder.dev.serve import Server

from .conftest import saves_the_site, until
from .shared import SharedSite
from .visits import axe, in_a_scheme

RULES = len(pyrules.game("openquest").table_rules)
PANEL = "openquest/house/"
MASTERS = "openquest/skill_test/#skill.base=120"
"""A master: the table rule changes the answer."""
OPEN_ALL = "document.querySelectorAll('.ask details').forEach((fold) => { fold.open = true })"
STORED = "localStorage['tableside./.house.openquest']"
KEPT = f"(() => {{ try {{ return JSON.parse({STORED} ?? 'null') }} catch {{ return null }} }})()"
# Everything that the headline ever showed, from before the first paint.
WATCH_HEADLINE = """
  window.seen = [];
  const look = () => {
    const figure = document.querySelector('.headline .n');
    if (figure && getComputedStyle(figure).visibility === 'visible') {
      const text = document.querySelector('.headline .big').innerText;
      if (window.seen.at(-1) !== text) window.seen.push(text);
    }
    requestAnimationFrame(look);
  };
  look();
"""


def put(page: Page, rule: str, option: str) -> None:
    """Set a rule on the panel and wait until it is kept."""
    page.select_option(f"#f-{rule}", option)
    until(
        page, f"([rule, option]) => ({KEPT}?.pairs ?? []).some((p) => p[0] === rule && p[1] === option)", [rule, option]
    )
    expect(page.locator("[data-saved]")).to_have_text("Saved on this device")


def store(page: Page, server: Server, text: str, game_id: str = "openquest") -> None:
    """Leave something in this device's storage, whatever it is."""
    page.goto(server.url + "help/")
    page.evaluate("([key, text]) => { localStorage[key] = text }", [f"tableside./.house.{game_id}", text])


def kept(*pairs: tuple[str, str], schema: int = 1) -> str:
    return json.dumps({"schema": schema, "pairs": pairs})


def settled(page: Page) -> None:
    until(page, "document.querySelector('#answer').dataset.state === ''")


def test_set_once_it_is_used_shown_shared_and_can_be_left(page: Page, served: Server, shared: SharedSite) -> None:
    page.goto(served.url + MASTERS)
    settled(page)
    standard = page.inner_text(".headline .big")
    page.goto(served.url + PANEL)
    expect(page.locator("[data-line]")).to_have_text("Nothing is set.")
    put(page, "mastery", "off")
    expect(page.locator("[data-line]")).to_have_text(f"1 of {RULES} set.")
    expect(page.locator("[data-which]")).to_have_text("Masters (100% and more): Roll like everybody")

    # Another calculator than the one that led here, and the same again.
    page.goto(f"{served.url}openquest/close_attack/")
    until(page, "location.hash.includes('mastery=off')")
    page.goto(served.url + MASTERS)
    until(page, "location.hash.includes('mastery=off')")
    page.evaluate(OPEN_ALL)
    assert page.input_value("#f-mastery") == "off"
    expect(page.locator("[data-mark=mastery] [data-yours]")).to_be_visible()
    expect(page.locator("[data-summary='Table rules']")).to_have_text("Roll like everybody (your table)")
    own = page.inner_text(".headline .big")
    assert own != standard

    page.click("[data-tool=share]")
    expect(page.locator("[data-link]")).to_contain_text("mastery=off")
    link = page.inner_text("[data-link]")

    # Back for this roll alone, which a link must say; the table's stays what it is.
    page.get_by_role("button", name="back to our reading: Masters").click()
    until(page, "location.hash.includes('mastery=auto_crit')")
    assert page.inner_text(".headline .big") == standard
    page.reload()
    settled(page)
    assert page.inner_text(".headline .big") == standard
    page.evaluate(OPEN_ALL)
    page.get_by_role("button", name="use your table’s: Masters").click()
    until(page, "location.hash.includes('mastery=off')")
    assert page.inner_text(".headline .big") == own

    # A friend without it, and one who plays otherwise, see the same numbers.
    page.goto("about:blank")
    for theirs in (None, kept(("mastery", "no_fumble"))):
        shared.forget()
        friend = page.context.new_page()
        if theirs:
            store(friend, served, theirs)
        friend.goto(link)
        settled(friend)
        assert friend.inner_text(".headline .big") == own
        friend.evaluate(OPEN_ALL)
        expect(friend.locator("[data-mark=mastery] [data-yours]")).to_be_hidden()
        expect(friend.locator("[data-mark=mastery] [data-others]")).to_be_visible(visible=bool(theirs))
        friend.close()


def test_back_to_the_book_and_undo(page: Page, served: Server) -> None:
    page.goto(served.url + PANEL)
    put(page, "mastery", "off")
    put(page, "both_fail", "lower_roll")
    page.get_by_role("button", name="back to our reading: When both fail").click()
    expect(page.locator("[data-line]")).to_have_text(f"1 of {RULES} set.")
    assert page.input_value("#f-both_fail") == "nobody"

    page.get_by_role("button", name="Back to the book").click()
    expect(page.locator("[data-line]")).to_have_text("Nothing is set.")
    assert page.evaluate(KEPT) is None
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("[data-line]")).to_have_text(f"1 of {RULES} set.")
    assert page.input_value("#f-mastery") == "off"

    page.reload()
    expect(page.locator("[data-line]")).to_have_text(f"1 of {RULES} set.")
    assert page.input_value("#f-mastery") == "off"


@pytest.mark.parametrize(
    "link", ["", "#participants=4&attack.target_ac=15&attack.weapon.damage=1d6"], ids=["no link", "a link"]
)
def test_no_other_answer_stands_for_a_moment(page: Page, served: Server, link: str) -> None:
    """Neither the example's nor the book's."""
    page.goto(f"{served.url}wwn/swarm/")
    example = page.inner_text(".headline .big")
    store(page, served, kept(("bonus_mode", "each")), game_id="wwn")
    page.add_init_script(WATCH_HEADLINE)
    page.goto(f"{served.url}wwn/swarm/{link}")
    until(page, "location.hash.includes('bonus_mode=each')")
    until(page, "window.seen.length > 0")

    assert page.evaluate("window.seen") == [page.inner_text(".headline .big")]
    assert page.inner_text(".headline .big") != example


def test_what_is_shared_by_the_book_is_by_the_book_at_any_table(page: Page, served: Server) -> None:
    page.goto(served.url + MASTERS)
    settled(page)
    page.click("[data-tool=share]")
    expect(page.locator("[data-link]")).to_contain_text("mastery=auto_crit")
    link, headline = page.inner_text("[data-link]"), page.inner_text(".headline")
    friend = page.context.new_page()
    store(friend, served, kept(("mastery", "off")))
    friend.goto(link)
    settled(friend)

    assert friend.inner_text(".headline") == headline


def test_where_the_table_sets_nothing_the_example_is_there_at_once(page: Page, served: Server) -> None:
    store(page, served, kept(("stack_close", "max")))  # none of what a skill test asks
    page.goto(f"{served.url}openquest/skill_test/")

    assert page.evaluate("document.documentElement.dataset.waits") is None
    assert page.evaluate("location.hash") == ""


def test_rows_added_later_and_siblings_go_by_it(page: Page, served: Server) -> None:
    page.goto(f"{served.url}wwn/house/")
    page.select_option("#f-natural_rule", "auto")
    expect(page.locator("[data-saved]")).to_have_text("Saved on this device", timeout=60_000)
    page.goto(f"{served.url}wwn/disengage/")
    settled(page)
    page.evaluate(OPEN_ALL)
    foes = page.locator("[data-name=foes] [data-element]")
    while foes.count():
        foes.first.get_by_label("Remove").first.click()
    page.locator("[data-name=foes] > [data-add]").click()
    assert page.input_value("#f-foes\\.0\\.natural_rule") == "auto"

    page.goto(f"{served.url}raiders/house/")
    page.uncheck("#f-extremes")
    expect(page.locator("[data-saved]")).to_have_text("Saved on this device", timeout=60_000)
    page.goto(f"{served.url}raiders/strike/")
    until(page, "location.hash.includes('extremes=no')")
    page.get_by_role("link", name="Ambush").click()
    page.wait_for_url("**/ambush/**")
    until(page, "location.hash.includes('extremes=no')")


def test_the_tables_value_comes_before_the_examples(page: Page, served: Server) -> None:
    """An example that spells out a rule is still nobody's link."""
    page.goto(f"{served.url}wwn/surprise/")
    assert page.input_value("#f-alert_bonus") == "1"
    store(page, served, kept(("alert_bonus", "0")), game_id="wwn")
    page.goto(f"{served.url}wwn/surprise/")
    until(page, "location.hash.includes('alert_bonus=0')")


def test_tools_see_it(page: Page, served: Server) -> None:
    store(page, served, kept(("mastery", "off")))
    page.goto(served.url + MASTERS)
    until(page, "location.hash.includes('mastery=off')")
    page.click("[data-tool=compare]")
    page.click("[data-pin]")
    until(page, "location.hash.includes('vs.mastery=off')")
    page.evaluate(OPEN_ALL)
    page.get_by_role("button", name="back to our reading: Masters").click()
    expect(page.locator("[data-compared]")).to_contain_text("Roll like everybody")
    expect(page.locator("[data-compared]")).to_contain_text("Always a critical")


# What is stored


def test_an_unusable_table_rule_is_reported_ignored_and_kept(page: Page, served: Server) -> None:
    store(page, served, kept(("mastery", "never"), ("no_such_rule", "1"), ("both_fail", "lower_roll")))
    page.goto(f"{served.url}openquest/opposed_test/")
    until(page, "location.hash.includes('both_fail=lower_roll')")
    expect(page.locator("[data-house-note]")).to_contain_text("got never. It is left aside, and our reading stands.")
    assert page.input_value("#f-mastery") == "auto_crit"
    assert "never" not in page.evaluate("location.hash")
    assert page.locator("[data-problem]:visible").count() == 0

    page.goto(served.url + PANEL)
    expect(page.locator("#p-mastery")).to_contain_text("got never", timeout=60_000)
    expect(page.locator("[data-house] [data-general]")).to_contain_text("no table rule no_such_rule")
    assert page.input_value("#f-mastery") == "auto_crit"
    put(page, "charge_die", "rolled")
    assert ["mastery", "never"] in page.evaluate(KEPT)["pairs"], "nothing is lost until that rule is set anew"
    put(page, "mastery", "off")
    assert ["mastery", "never"] not in page.evaluate(KEPT)["pairs"]
    assert ["no_such_rule", "1"] in page.evaluate(KEPT)["pairs"]


def test_what_a_newer_version_wrote_stays_untouched(page: Page, served: Server) -> None:
    newer = kept(("mastery", "off"), schema=2)
    store(page, served, newer)
    page.goto(served.url + PANEL)
    expect(page.locator("[data-trouble]")).to_contain_text("from a newer Tableside")
    expect(page.locator("#f-mastery")).to_be_disabled()
    page.goto(f"{served.url}openquest/skill_test/")
    expect(page.locator("[data-house-note]")).to_contain_text("from a newer Tableside")

    assert page.evaluate(STORED) == newer


def test_a_wrong_number_is_reported_and_not_saved(page: Page, served: Server) -> None:
    page.goto(f"{served.url}wwn/house/")
    page.fill("#f-alert_bonus", "99")
    expect(page.locator("#p-alert_bonus")).to_contain_text("from 0 to 2; got 99", timeout=60_000)
    expect(page.locator("[data-saved]")).to_contain_text("Not saved")
    assert page.evaluate("localStorage['tableside./.house.wwn'] ?? null") is None
    page.fill("#f-alert_bonus", "1")
    expect(page.locator("[data-saved]")).to_have_text("Saved on this device")
    expect(page.locator("#p-alert_bonus")).to_be_hidden()


def test_a_change_that_python_has_not_checked_is_stored_too(page: Page, served: Server) -> None:
    """Left at once, while Python is still starting."""
    page.goto(served.url + PANEL)
    page.evaluate(
        "const box = document.getElementById('f-mastery'); box.value = 'off';"
        " box.dispatchEvent(new Event('input', { bubbles: true })); location.href = '../skill_test/';"
    )
    page.wait_for_url("**/skill_test/**")

    assert page.evaluate(KEPT)["pairs"] == [["mastery", "off"]]


def test_another_tab_follows(page: Page, served: Server) -> None:
    page.goto(f"{served.url}openquest/skill_test/")
    panel = page.context.new_page()
    panel.goto(served.url + PANEL)
    put(panel, "mastery", "off")
    until(page, "location.hash.includes('mastery=off')")


@saves_the_site
@pytest.mark.one_game
def test_it_works_offline_and_survives_a_reset_of_the_app_files(page: Page, served: Server) -> None:
    page.goto(f"{served.url}raiders/house/")
    expect(page.locator("[data-offline].yes")).to_be_visible(timeout=60_000)
    served.stop()
    page.reload()
    page.uncheck("#f-extremes")
    expect(page.locator("[data-saved]")).to_have_text("Saved on this device", timeout=60_000)
    page.goto(f"{served.url}raiders/strike/")
    until(page, "location.hash.includes('extremes=no')")
    page.goto(f"{served.url}help/")
    page.click("[data-app-files-ask]")
    page.click("[data-app-files-go]")
    expect(page.locator("[data-app-files-result]")).to_contain_text("have been removed")

    assert page.evaluate(KEPT.replace("openquest", "raiders"))["pairs"] == [["extremes", "no"]]


def test_an_input_of_a_rules_name_that_is_no_rule_keeps_its_example(page: Page, served: Server) -> None:
    """What another weapon has instead of the first one's is nothing that a table sets."""
    store(page, served, kept(("damage", "5")), "stepdie")
    page.goto(f"{served.url}stepdie/options/")
    settled(page)
    expect(page.locator("[id='f-attacker.damage']")).to_have_value("5")
    expect(page.locator("[id='f-off_weapon.damage']")).to_have_value("2")


# For everybody


@in_a_scheme
def test_axe_finds_nothing_where_rules_are_set(page: Page, served: Server, scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(served.url + PANEL)
    put(page, "mastery", "off")
    assert not axe(page)
    page.goto(served.url + MASTERS)
    until(page, "location.hash.includes('mastery=off')")
    assert not axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_rules_are_set_by_keyboard_alone(page: Page, served: Server) -> None:
    page.goto(served.url + PANEL)
    page.focus("#f-mastery")
    page.keyboard.press("ArrowDown")
    expect(page.locator("[data-line]")).to_have_text(f"1 of {RULES} set.", timeout=60_000)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "EXT-05"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.back") == "mastery"
    page.keyboard.press("Enter")
    expect(page.locator("[data-line]")).to_have_text("Nothing is set.")
    assert page.evaluate("document.activeElement.id") == "f-mastery"


def test_a_link_at_an_input_leads_to_its_table_rule(page: Page, served: Server) -> None:
    page.goto(f"{served.url}openquest/skill_test/")
    page.evaluate(OPEN_ALL)
    page.get_by_role("link", name="set it for your table: Masters").click()
    page.wait_for_url("**/openquest/house/#mastery")
    expect(page.locator("#f-mastery")).to_be_in_viewport()
    page.locator("#mastery summary").click()
    page.get_by_role("link", name="Skill test", exact=True).click()
    page.wait_for_url("**/openquest/skill_test/")
