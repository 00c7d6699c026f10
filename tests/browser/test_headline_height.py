"""The sticky headline covers no element that the page scrolls to."""

import pytest
from playwright.sync_api import Page, expect

from web.builder.dev.serve import Server

from .conftest import frames, until
from .rolling import EXAMPLES

TALL_HEADLINES = ["openquest/fast_talk/", "openquest/close_attack/", "openquest/wounds/", "wwn/screen/"]
AT_THE_FIELD = """() => {
  const field = document.querySelector("[data-face]");
  const { left, top, width, height } = field.getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2) === field;
}"""
DUE_IS_SEEN = """() => {
  const { bottom } = document.querySelector("#answer > .headline").getBoundingClientRect();
  return document.querySelector("[data-due]").getBoundingClientRect().top >= bottom - 1;
}"""

OUTCOME_IS_SEEN = """() => {
  const { bottom } = document.querySelector("#answer > .headline").getBoundingClientRect();
  const { top } = document.querySelector("[data-rolled]").getBoundingClientRect();
  return top >= bottom - 1 && top < innerHeight - 100;
}"""


@pytest.mark.parametrize("address", [*(f"{game.game}/{game.slug}/" for game in EXAMPLES), *TALL_HEADLINES])
def test_the_box_for_typed_faces_and_the_next_die_are_in_view(page: Page, served: Server, address: str) -> None:
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(served.url + address)
    page.get_by_role("button", name="I rolled …").click()
    expect(page.locator("[data-due]")).to_contain_text(" for: ", timeout=60_000)
    expect(page.locator("[data-face]")).to_be_focused()

    assert page.evaluate(AT_THE_FIELD)
    assert page.evaluate(DUE_IS_SEEN)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.get_by_role("button", name="I rolled …").click()
    expect(page.locator("[data-face]")).to_be_hidden()
    page.get_by_role("button", name="I rolled …").click()
    expect(page.locator("[data-face]")).to_be_focused()
    assert page.evaluate(AT_THE_FIELD)
    assert page.evaluate(DUE_IS_SEEN)


def test_the_box_for_typed_faces_is_in_view_before_python_answers(page: Page, served: Server) -> None:
    """No answer can come between the tap and the look, which are one task of the page."""
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(served.url + "openquest/fast_talk/")
    until(page, "document.querySelector('[data-own]:not([data-needs])')")

    seen = page.evaluate(f"() => {{ document.querySelector('[data-own]').click(); return ({AT_THE_FIELD})() }}")

    assert seen
    expect(page.locator("[data-face]")).to_be_focused()


@pytest.mark.parametrize("height", [780, 400])
def test_the_outcome_of_a_roll_is_in_view_however_much_it_tells(page: Page, served: Server, height: int) -> None:
    page.set_viewport_size({"width": 360, "height": height})
    page.goto(served.url + "openquest/fast_talk/")
    for start in ("0", "document.body.scrollHeight"):
        page.evaluate(f"scrollTo(0, {start})")
        page.locator("[data-roll]").click()
        expect(page.locator(".outcome b")).to_be_visible(timeout=60_000)
        frames(page)

        until(page, OUTCOME_IS_SEEN)
