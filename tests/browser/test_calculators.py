"""Calculator pages in a real browser: every one computes, remembers and explains."""

import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from web.builder.dev.serve import Server
from web.builder.site import pages

from ..other_browsers.checks import parts
from .conftest import frames, own_context, until
from .visits import OPEN_ALL, WATCH_SHIFTS

STRIKE = "raiders/strike/"
ATTACKS = ("obss/strike/", "openquest/close_attack/", STRIKE, "wwn/attack/", "stepdie/attack/")
INPUTS_IN_VIEW = """() => {
  const edge = (selector) => document.querySelector(selector).getBoundingClientRect();
  const [top, bottom] = [edge(".headline").bottom, edge(".acts").top];
  const inputs = [...document.querySelectorAll(".ask :is(.step, select, .chip, input[type=text])")];
  return inputs.filter((input) => !input.closest(".from-sheet") && !input.matches(".step input"))
    .map((input) => input.getBoundingClientRect())
    .filter((box) => box.height && box.top >= top && box.bottom <= bottom).length;
}"""
"""How many inputs of the form are wholly in view."""


def answered(page: Page) -> None:
    """Wait for an answer after a change."""
    frames(page)
    expect(page.locator("#answer")).not_to_have_attribute("data-state", "updating", timeout=60_000)


def address(page: Page) -> str:
    return str(page.evaluate("location.hash"))


def test_a_changed_number_changes_the_answer_and_the_address(page: Page, served: Server) -> None:
    page.goto(served.url + STRIKE)
    page.get_by_label("Weapon, more").click()
    until(page, "location.hash.includes('weapon=16')")

    expect(page.locator(".headline")).to_contain_text("20.56")


def test_a_link_restores_the_state_in_another_visit(page: Page, served: Server) -> None:
    page.goto(f"{served.url}{STRIKE}#offense=5&defense=12&brawn=3&weapon=3&fortune=2&aim=yes")
    until(page, "document.querySelector('.headline').textContent.includes('91.7')")

    assert page.input_value("#f-offense") == "5"
    assert page.is_checked("#f-aim")
    assert page.input_value("#f-protection") == "0", "what a link leaves out is the default, not the start"
    assert "aim=yes" in address(page)


def test_back_returns_to_the_state_that_was_left(page: Page, served: Server) -> None:
    page.goto(served.url + STRIKE)
    page.get_by_label("Offense, less").click()
    until(page, "location.hash.includes('offense=6')")
    shown = page.inner_text(".headline .big")
    page.get_by_role("link", name="Ambush").click()
    page.wait_for_url("**/ambush/**")
    page.go_back()
    until(page, "document.querySelector('#f-offense')?.value === '6'")
    answered(page)

    expect(page.locator(".headline .big")).to_have_text(shown, use_inner_text=True)


def test_an_edited_address_is_followed(page: Page, served: Server) -> None:
    page.goto(f"{served.url}{STRIKE}#offense=1&defense=9")
    page.evaluate("location.hash = '#offense=2&defense=9'")
    until(page, "document.querySelector('#f-offense').value === '2'")


def test_a_wrong_field_says_so_and_the_last_answer_stays_marked(page: Page, served: Server) -> None:
    page.goto(served.url + STRIKE)
    before = page.inner_text(".headline .big")
    page.fill("#f-defense", "1000")
    expect(page.locator("#p-defense")).to_have_text(
        "Defense must be a whole number from -10 to 99; got 1000.", timeout=60_000
    )

    assert page.input_value("#f-defense") == "1000"
    assert page.inner_text(".headline .big") == before
    expect(page.locator("[data-status]")).to_contain_text("Last valid answer")
    expect(page.locator("#f-defense")).to_have_attribute("aria-invalid", "true")

    page.fill("#f-defense", "10")
    expect(page.locator("#p-defense")).to_be_hidden()
    expect(page.locator("[data-status]")).to_be_hidden()


def test_a_wrong_link_shows_each_fault_at_its_field_and_names_what_it_does_not_know(page: Page, served: Server) -> None:
    page.goto(f"{served.url}{STRIKE}#offense=99&defense=10&wound_limit=0&luck=3")
    expect(page.locator("#p-offense")).to_be_visible(timeout=60_000)
    expect(page.locator("#p-wound_limit")).to_be_visible()  # its fold has opened
    expect(page.locator("[data-general]")).to_contain_text("There is no input luck here")

    assert page.input_value("#f-defense") == "10"


def test_hostile_text_in_a_link_stays_text(page: Page, served: Server) -> None:
    page.goto(f"{served.url}{STRIKE}#offense=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E&%3Cb%3E=1&%E0%A4%A=2")
    expect(page.locator("#p-offense")).to_be_visible(timeout=60_000)

    assert page.locator("main img").count() == 0
    assert page.locator("[data-general] b").count() == 0


def test_elements_of_a_list_are_added_removed_and_restored(page: Page, served: Server) -> None:
    page.goto(served.url + "raiders/team_pin/")
    members = page.locator("[data-name=members] [data-element]")
    count = members.count()
    page.locator("[data-name=members] > [data-add]").click()
    until(page, f"location.hash.includes('members.{count}.mass')")
    expect(members).to_have_count(count + 1)
    members.nth(0).get_by_label("Remove").click()
    until(page, f"!location.hash.includes('members.{count}.mass')")
    left = address(page)
    shown = parts(page.inner_html("#answer"))
    page.goto("about:blank")
    page.goto(f"{served.url}raiders/team_pin/{left}")
    expect(members).to_have_count(count)
    until(page, "document.querySelector('#answer').dataset.state !== 'updating'")
    answered(page)

    assert parts(page.inner_html("#answer")) == shown


def test_without_javascript_the_example_and_the_reference_read_well(browser: object, served: Server) -> None:
    context = browser.new_context(java_script_enabled=False)  # type: ignore[attr-defined]
    page = context.new_page()
    page.goto(served.url + STRIKE)
    expect(page.locator(".headline")).to_contain_text("97.2")
    page.goto(served.url + "raiders/rules/")
    page.locator("[data-topic]:has(#RR-DMG-02) > details > summary").click()
    expect(page.locator("#RR-DMG-02")).to_be_visible()
    context.close()


@own_context
def test_a_failed_start_of_python_is_reported_and_can_be_retried(
    page: Page, site: Path, watch: Any, tmp_path: Path
) -> None:
    watch.allow("404")
    broken = tmp_path / "site"
    shutil.copytree(site, broken, copy_function=os.link)
    [core] = broken.glob("assets/core-*/core.pack")
    hidden = core.rename(core.with_suffix(".away"))
    with Server(broken) as served:
        page.goto(served.url + STRIKE)
        expect(page.locator("[data-runtime]")).to_be_visible(timeout=60_000)
        expect(page.locator(".headline")).to_contain_text("97.2")
        expect(page.locator("[data-reason]")).to_contain_text("core.pack could not be fetched")
        page.fill("#f-offense", "9")
        expect(page.locator("[data-status]")).to_contain_text("Last valid answer")
        hidden.rename(core)
        page.get_by_role("button", name="Try again").click()
        until(page, "location.hash.includes('offense=9')")
        expect(page.locator("[data-runtime]")).to_be_hidden()


@pytest.mark.parametrize("address", ATTACKS)
def test_a_phone_shows_two_inputs_between_the_headline_and_the_bar(page: Page, served: Server, address: str) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(served.url + address)
    expect(page.locator(".acts")).to_be_visible()

    assert page.evaluate(INPUTS_IN_VIEW) >= 2
    expect(page.locator(".ask .lead")).to_be_visible()


def test_nothing_shifts_when_another_answer_arrives(page: Page, served: Server) -> None:
    page.add_init_script(WATCH_SHIFTS)
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(f"{served.url}{STRIKE}#offense=6&defense=10&brawn=6&weapon=15&protection=5")
    until(page, "document.querySelector('.headline').textContent.includes('17.78')")
    frames(page)

    assert page.evaluate("window.shift") == 0


def test_the_home_page_finds_calculators_and_rules(page: Page, served: Server) -> None:
    page.goto(served.url)
    page.fill("#find", "haymaker")
    expect(page.locator("[data-results] li").first).to_be_visible()
    page.fill("#find", "rr-dmg-02")
    page.locator("[data-results] a").first.click()
    page.wait_for_url("**/raiders/rules/#RR-DMG-02")
    expect(page.locator("#RR-DMG-02")).to_be_in_viewport()


def test_the_reference_filters_as_one_types(page: Page, served: Server) -> None:
    page.goto(served.url + "raiders/rules/")
    page.fill("#filter", "stone")
    expect(page.locator("#RR-SLAM-01")).to_be_visible()
    expect(page.locator("#RR-DMG-02")).to_be_hidden()
    page.fill("#filter", "")
    page.locator("[data-topic]:has(#RR-DMG-02) > details > summary").click()
    expect(page.locator("#RR-DMG-02")).to_be_visible()


@own_context
@pytest.mark.parametrize("base", ["/", "/tableside/"])
def test_an_unknown_address_offers_search_and_the_games(
    page: Page, site: Path, watch: Any, tmp_path: Path, base: str
) -> None:
    """As the host serves it: 404.html at any depth, built for the path that the site is published under."""
    watch.allow("404")
    copy = tmp_path / "site"
    shutil.copytree(site, copy, copy_function=os.link)
    (copy / "404.html").unlink()
    [app] = copy.glob("assets/app-*")
    pages.write_not_found(copy, app.relative_to(copy).as_posix(), base)
    with Server(copy, base=base) as served:
        page.goto(served.url + "raiders/stike/deep/er/")
        page.fill("#find", "strike")
        page.locator("[data-results] a").first.click()
        page.wait_for_url(f"**{base}*/**")
        expect(page.locator("h1")).to_be_attached()
        page.goto(served.url + "nowhere")
        expect(page.get_by_role("main").get_by_role("link", name="Ruins & Raiders").first).to_be_visible()


def test_holding_a_stepper_stops_where_it_is_released(page: Page, served: Server) -> None:
    page.goto(served.url + STRIKE)
    box = page.get_by_label("Offense, more").bounding_box()
    assert box
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    until(page, "Number(document.querySelector('#f-offense').value) >= 10")
    page.mouse.up()
    released = page.evaluate("window.released = document.querySelector('#f-offense').value")
    page.wait_for_timeout(300)

    assert page.input_value("#f-offense") == released


def test_a_state_that_was_left_wrong_does_not_come_back_beside_a_right_answer(page: Page, served: Server) -> None:
    page.goto(served.url + STRIKE)
    page.evaluate(OPEN_ALL)
    page.check("#f-aim")
    page.check("#f-haymaker")
    expect(page.locator("[data-status]")).to_contain_text("Last valid answer", timeout=60_000)
    page.get_by_role("link", name="Ambush").click()
    page.wait_for_url("**/ambush/**")
    page.go_back()
    until(page, "!!document.querySelector('#f-aim')")
    answered(page)
    both = page.is_checked("#f-aim") and page.is_checked("#f-haymaker")

    assert not both or page.locator("[data-problem]:visible").count() == 1


def test_a_link_that_is_too_long_is_reported(page: Page, served: Server) -> None:
    page.goto(f"{served.url}{STRIKE}#offense=7&note={'x' * 70_000}")

    expect(page.locator("[data-general]")).to_contain_text("longer than 64 KB")
    assert page.input_value("#f-offense") == "7"
