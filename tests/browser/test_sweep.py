"""Sweeps in a real browser: drawn in slices, marked, and never delaying an answer."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.rotation import one_unless_long
from web.builder.dev.serve import Server

from .conftest import frames, until
from .visits import OPEN_ALL, WATCH_SHIFTS, axe, in_a_scheme

GAMES = [
    ("obss/strike/", "defense", "Target's Defense", "17"),
    ("openquest/ranged_attack/", "aim_rounds", "Rounds of aiming", "1"),
    ("raiders/strike/", "defense", "Defense", "10"),
    ("wwn/attack/", "target_ac", "Target AC", "13"),
    ("stepdie/attack/", "attacker.skill", "Attacker, Skill", "+3"),
]
HEAVY = "wwn/screen/"
# Notes how many points the picture shows when the answer to a change has come.
COUNT_POINTS = """() => {
  const points = () => document.querySelectorAll("[data-sweep-picture] circle").length;
  window.most = 0;
  const watch = new MutationObserver(() => (window.most = Math.max(window.most, points())));
  watch.observe(document.querySelector("[data-sweep-picture]"), { childList: true, subtree: true });
  const { replaceState } = history;
  history.replaceState = function (...given) {
    window.whenAnswered ??= window.most;
    return replaceState.apply(this, given);
  };
}"""
FIRST_POINTS = """() => new Promise((tell) => {
  const place = document.querySelector("[data-sweep-picture]");
  new MutationObserver((_, watch) => {
    const points = place.querySelectorAll("circle").length;
    if (!points) return;
    watch.disconnect();
    tell(points);
  }).observe(place, { childList: true, subtree: true });
  document.querySelector("[data-tool=sweep]").click();
})"""


def picture(page: Page) -> Locator:
    return page.locator("[data-sweep-picture]")


def opened(page: Page, address: str) -> None:
    page.goto(address)
    page.click("[data-tool=sweep]")
    drawn(page)


def drawn(page: Page) -> None:
    expect(picture(page).locator("figure")).to_be_visible(timeout=60_000)
    expect(picture(page)).to_have_attribute("aria-busy", "false", timeout=60_000)


@pytest.mark.parametrize(("address", "key", "label", "now"), one_unless_long(GAMES))
def test_an_input_is_swept_with_its_present_value_marked(
    page: Page, served: Server, address: str, key: str, label: str, now: str
) -> None:
    page.set_viewport_size({"width": 360, "height": 780})
    opened(page, served.url + address)
    page.select_option("[data-sweep=of]", key)
    expect(picture(page)).to_contain_text(f"for {label} from")
    drawn(page)

    assert page.locator("#tool-sweep circle").count() > 10
    expect(page.locator("#tool-sweep .mark")).to_be_visible()
    expect(picture(page)).to_contain_text(f"◆ now {now}: ")
    hit = page.inner_text(".headline .big .n").replace(" ", "").rstrip("%")
    expect(page.locator("#sweep-words")).to_contain_text(f"Now, at {now}: {hit} %.")
    page.click("[data-sweep-numbers] summary")
    expect(page.locator("[data-sweep-table] .present th")).to_have_text(f"◆ now {now}")

    page.select_option("[data-sweep=show]", index=1)
    expect(picture(page)).not_to_contain_text("in %")
    page.fill("[data-sweep=from]", "11")
    page.fill("[data-sweep=to]", "15")
    expect(page.locator("[data-sweep-table] tbody tr")).to_have_count(5)
    assert page.evaluate("document.querySelector('[data-sweep-numbers]').open"), "the table stays open"
    page.fill("[data-sweep=to]", "1000")
    expect(page.locator("[data-sweep-problem]")).to_contain_text("To must be a whole number")
    expect(page.locator("[data-sweep=to]")).to_have_attribute("aria-invalid", "true")


@pytest.mark.parametrize(("address", "key", "label", "now"), GAMES[1:2])
def test_a_changed_input_restarts_the_sweep_and_the_answer_does_not_wait(
    page: Page, served: Server, address: str, key: str, label: str, now: str
) -> None:
    opened(page, served.url + address)
    page.select_option("[data-sweep=of]", key)
    expect(picture(page)).to_contain_text(f"for {label} from")
    drawn(page)
    words = page.inner_text("#sweep-words")
    page.evaluate(OPEN_ALL)
    for _ in range(3):
        page.get_by_label(f"{label}, more").click()
    later = str(int(now) + 3)
    until(page, f"location.hash.includes('{key}={later}')")
    expect(picture(page)).to_contain_text(f"◆ now {later}: ")
    drawn(page)

    assert page.inner_text("#sweep-words") != words
    page.fill(f"#f-{key}", "x")
    expect(page.locator("[data-sweep-problem]")).to_contain_text("The last sweep stays")
    expect(picture(page)).to_contain_text(f"◆ now {later}: ")


def test_the_heaviest_sweep_shows_points_at_once_and_never_blocks_an_answer(page: Page, served: Server) -> None:
    page.goto(served.url + HEAVY)
    page.click("[data-by='1'] >> nth=0")
    until(page, "location.hash.length > 1")
    first = page.evaluate(FIRST_POINTS)
    drawn(page)
    assert 0 < first < page.locator("#tool-sweep circle").count()

    page.select_option("[data-sweep=of]", "ally_ac")
    page.fill("[data-sweep=from]", "1")
    page.evaluate(COUNT_POINTS)
    page.fill("[data-sweep=to]", "40")
    expect(page.locator("#tool-sweep circle")).not_to_have_count(0)
    page.click("[data-by='1'] >> nth=0")
    until(page, "'whenAnswered' in window")

    assert page.evaluate("whenAnswered") < 40, "the answer does not wait for the whole sweep"
    drawn(page)
    assert page.locator("#tool-sweep circle").count() == 40


def test_nothing_shifts_while_slices_arrive(page: Page, served: Server) -> None:
    page.add_init_script(WATCH_SHIFTS)
    page.set_viewport_size({"width": 360, "height": 780})
    opened(page, served.url + HEAVY)
    before = page.evaluate("window.shift")
    page.evaluate(
        "(() => { const of = document.querySelector('[data-sweep=of]'); of.value = 'ally_ac';"
        " of.dispatchEvent(new Event('input')); })()"
    )
    expect(picture(page)).to_contain_text("for Ally's AC")
    drawn(page)
    frames(page)

    assert page.evaluate("window.shift") == before


@in_a_scheme
def test_axe_finds_nothing_in_a_sweep(page: Page, served: Server, scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.set_viewport_size({"width": 360, "height": 8000})
    opened(page, served.url + "wwn/charge/")
    page.select_option("[data-sweep=of]", "distance_ft")
    expect(page.locator("#tool-sweep .reasons")).to_be_visible()
    drawn(page)

    assert not [fault for fault in axe(page) if "sweep" in fault]
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_last_touched_number_is_offered_and_one_that_goes_away_is_let_go(page: Page, served: Server) -> None:
    page.goto(served.url + "raiders/fortune/")
    page.focus("[id='f-hits.3']")
    page.click("[data-tool=sweep]")
    drawn(page)
    expect(page.locator("[data-sweep=of]")).to_have_value("hits.3")
    page.locator("[data-remove]").last.click()
    expect(page.locator("[data-sweep=of]")).not_to_have_value("hits.3")
    drawn(page)


def test_a_sweep_prints_with_its_table(page: Page, served: Server) -> None:
    opened(page, served.url + "raiders/strike/")
    page.emulate_media(media="print")

    expect(page.locator("#tool-sweep svg").first).to_be_visible()
    expect(page.locator("[data-sweep-table] td").first).to_be_visible()
    expect(page.locator("[data-sweep-ask]")).to_be_hidden()
