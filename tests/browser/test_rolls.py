"""Rolls: the shown steps, in one game each run, and typed faces."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from web.builder.dev.serve import Server

from .conftest import until
from .rolling import EXAMPLES, Example, in_a_game, key, open_log, roll, rows, type_face
from .visits import axe


@in_a_game
def test_a_roll_is_shown_under_the_headline_and_marked_when_inputs_change(
    page: Page, served: Server, example: Example
) -> None:
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(f"{served.url}{example.game}/{example.slug}/")
    roll(page)
    section = page.locator("#tool-roll")

    expect(section.locator(".outcome")).to_be_in_viewport()
    expect(section.locator(".outcome")).to_contain_text("outcome")
    expect(section.locator(".die svg").first).to_be_visible()
    if example.game == "obss":  # its sixes are rolled again, its ones count nothing: the page names the sum in words
        expect(section.locator("li b").last).to_have_text(re.compile(r"^\d+ damage"))
    else:
        expect(section.locator(".sum").first).to_have_text(re.compile(r"^\d+ \+ .* = −?\d+:?$"))
    expect(section.locator("[data-whose]")).to_have_text("Rolled with these inputs")
    headline, shown_roll = page.locator(".headline").bounding_box(), section.bounding_box()
    assert headline
    assert shown_roll
    assert abs(shown_roll["y"] - (headline["y"] + headline["height"])) < 12

    page.get_by_label(f"{example.field}, more").click()
    expect(section.locator("[data-whose]")).to_have_text("Rolled with other inputs than these")
    page.get_by_label(f"{example.field}, less").click()
    expect(section.locator("[data-whose]")).to_have_text("Rolled with these inputs")
    expect(page.locator("#answer > .headline + #tool-roll")).to_be_visible()


@in_a_game
def test_typed_faces_get_the_same_telling_and_are_not_counted_as_ours(
    page: Page, served: Server, example: Example
) -> None:
    page.goto(f"{served.url}{example.game}/{example.slug}/")
    page.get_by_role("button", name="I rolled …").click()
    due = page.locator("[data-due]")
    expect(due).to_contain_text(" for: ", timeout=60_000)
    expect(page.locator("[data-face]")).to_be_focused()
    type_face(page, "77")
    expect(page.locator("[data-wrong]")).to_contain_text("shows a whole number from 1 to")
    type_face(page, "x")
    expect(page.locator("[data-wrong]")).to_contain_text("got x.")
    type_face(page, example.faces[0])
    expect(page.locator("[data-so-far] .die")).to_have_count(1)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("[data-so-far] .die")).to_have_count(0)
    for face in example.faces:
        type_face(page, face)
        until(page, "document.querySelector('[data-face]').value === ''")
    expect(page.locator(".outcome b")).to_have_text(example.outcome)
    expect(page.locator("[data-controller='calculator/typed-faces']")).to_be_hidden()
    expect(page.locator("[data-rolled]")).to_be_focused()
    open_log(page)

    expect(rows(page).first.locator("[data-faces]")).to_contain_text("your own dice")
    expect(page.locator("[data-log-fairness]")).to_have_text("No dice have been thrown for you yet.")


def test_typed_faces_can_be_canceled_before_the_first(page: Page, served: Server) -> None:
    page.goto(served.url + "raiders/strike/")
    own = page.get_by_role("button", name="I rolled …")
    for leave in (lambda: page.click("[data-cancel]"), lambda: page.keyboard.press("Escape")):
        own.click()
        expect(page.locator("[data-face]")).to_be_focused(timeout=60_000)
        leave()
        expect(page.locator("#tool-roll")).to_be_hidden()
        expect(own).to_be_focused()


def test_on_a_phone_on_its_side_the_roll_is_in_view(page: Page, served: Server) -> None:
    page.set_viewport_size({"width": 740, "height": 360})
    page.goto(served.url + "raiders/strike/")
    expect(page.locator("[data-roll]")).to_be_in_viewport(ratio=1)
    assert page.locator(".acts").evaluate("(bar) => bar.offsetHeight") <= 72


def test_several_faces_may_be_typed_at_once_and_changed_inputs_begin_again(page: Page, served: Server) -> None:
    page.goto(served.url + "raiders/strike/")
    page.get_by_role("button", name="I rolled …").click()
    expect(page.locator("[data-due]")).to_have_text("d6 for: Hit roll against 10, die 1 of 2", timeout=60_000)
    type_face(page, "6")
    expect(page.locator("[data-so-far] .die")).to_have_count(1)
    page.get_by_label("Defense, more").click()
    expect(page.locator("[data-due]")).to_have_text("d6 for: Hit roll against 11, die 1 of 2")
    expect(page.locator("[data-so-far] .die")).to_have_count(0)
    expect(page.locator("[data-wrong]")).to_contain_text("begin again")
    type_face(page, "6 4 2")
    expect(page.locator("[data-wrong]")).to_contain_text("takes 2 dice")
    type_face(page, "6 4")

    expect(page.locator(".outcome b")).to_have_text("Target down")


def test_a_roll_that_the_inputs_rule_out_is_explained_and_its_option_disabled(page: Page, served: Server) -> None:
    page.goto(served.url + "raiders/round_options/")
    page.select_option("[data-option]", "haymaker")
    page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true })")
    page.uncheck("[id='f-me.melee']")
    closed = page.locator("[data-option] option[value=haymaker]")
    expect(closed).to_have_attribute("disabled", "", timeout=60_000)
    expect(closed).to_contain_text("not with these inputs")
    page.click("[data-roll]")

    expect(page.locator("[data-refused]")).to_contain_text("A haymaker needs a melee attack")
    page.check("[id='f-me.melee']")
    expect(page.locator("[data-refused]")).to_be_hidden()
    expect(closed).not_to_have_attribute("disabled", "")


def test_two_visits_do_not_repeat_each_other(browser: Browser, served: Server) -> None:
    """Two contexts share nothing, so Python boots in each."""
    shown_roll = []
    for _ in range(2):
        context = browser.new_context()
        page = context.new_page()
        page.goto(served.url + "raiders/strike/")
        roll(page, 12)
        stored = json.loads(page.evaluate("(key) => localStorage.getItem(key)", key("/", "raiders")))
        shown_roll.append([entry["faces"] for entry in stored["entries"]])
        context.close()

    assert shown_roll[0] != shown_roll[1]


def test_the_faces_come_from_the_browsers_crypto_source(page: Page, served: Server) -> None:
    """With a source that gives only zeros, every die shows 1."""

    def zeros(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body="crypto.getRandomValues = (view) => view.fill(0);\n" + response.text())

    page.route("**/worker.js", zeros)
    page.goto(served.url + "about/")
    script = page.evaluate("document.querySelector('script[type=module]').src").replace("pages/page.js", "pyrules.js")
    faces = page.evaluate(
        """async (script) => {
          const { createRules } = await import(script);
          const rules = createRules({ shared: false });
          const reply = await rules.roll("raiders.strike", { offense: 7, defense: 10 });
          return reply.entry.faces;
        }""",
        script,
    )

    assert faces == [[6, 1], [6, 1]]


@pytest.mark.parametrize(("example", "scheme"), [(EXAMPLES[0], "light"), (EXAMPLES[1], "dark")])
def test_axe_finds_nothing_in_a_roll_a_form_and_a_log(
    page: Page, served: Server, example: Example, scheme: Any
) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.set_viewport_size({"width": 360, "height": 16000})
    page.goto(f"{served.url}{example.game}/{example.slug}/")
    roll(page)
    open_log(page)
    expect(page.locator("[data-log-fairness] figcaption").first).to_be_visible(timeout=60_000)
    page.get_by_label(f"{example.field}, more").click()
    page.get_by_role("button", name="I rolled …").click()
    expect(page.locator("[data-due]")).to_contain_text(" for: ")
    type_face(page, "99")
    expect(page.locator("[data-wrong]")).to_be_visible()

    assert not axe(page)


def test_a_roll_is_made_by_keyboard_alone(page: Page, served: Server) -> None:
    page.goto(served.url + "raiders/strike/")
    page.focus("[data-roll]")
    page.keyboard.press("Enter")
    expect(page.locator(".outcome")).to_be_visible(timeout=60_000)
    expect(page.locator("[data-announcement]")).to_contain_text("outcome")
    expect(page.locator("[data-roll]")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("[data-face]")).to_be_focused()


def test_nothing_of_a_roll_scrolls_sideways(page: Page, served: Server) -> None:
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(served.url + "raiders/strike/")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    roll(page)
    open_log(page)
    page.get_by_role("button", name="I rolled …").click()
    expect(page.locator("[data-due]")).to_contain_text(" for: ")

    assert page.evaluate("document.documentElement.scrollWidth") <= 360
