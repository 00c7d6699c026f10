"""Rolled damage is written to the target's sheet with one button, and undone with another."""

from typing import Any

from playwright.sync_api import Page, expect

from web.builder.dev.serve import Server

from .conftest import frames, until
from .storing import ANNA, BERT
from .test_from_sheet import ATTACK, ILO, choose, example, opened, save
from .test_headline_height import OUTCOME_IS_SEEN

SOON = 60_000
READ = """async (id) => {
  const folder = document.querySelector('script[type=module]').src.replace(/[^/]*$/, '');
  const { openCharacters } = await import(`${folder}../storage/characters.js`);
  const record = await (await openCharacters()).get(id);
  return record.data.filter(([key]) => key === 'hit_points').map(([, text]) => text);
}"""
CHANGE = """async (id) => {
  const folder = document.querySelector('script[type=module]').src.replace(/[^/]*$/, '');
  const { openCharacters } = await import(`${folder}../storage/characters.js`);
  await (await openCharacters()).rename(id, 'Ilo, renamed');
}"""


def points(page: Page) -> Any:
    return page.evaluate(READ, BERT)


def rolled(page: Page, served: Server) -> None:
    """Hessa hits Ilo, who has 15 hit points, for 1d8 and a bonus; the face is a 4."""
    save(page, served, example("hessa", ANNA), example("ilo", BERT, hit_points=15, hit_points_max=18))
    opened(page, served, ATTACK)
    choose(page)
    page.locator("#sheet-target").select_option(index=1)
    until(page, "document.querySelector('#answer').dataset.state === ''")
    page.locator("[data-own]").click()
    page.fill("#typed-face", "20 4")
    page.keyboard.press("Enter")
    expect(page.locator("[data-harm-apply]")).to_be_visible(timeout=SOON)


def test_the_damage_goes_to_the_sheet_of_the_target_and_back(page: Page, served: Server) -> None:
    rolled(page, served)
    offer = page.inner_text("[data-harm-apply]")
    assert offer.startswith("Take ") and "15 → " in offer
    left = offer.split("→ ")[1].split()[0]

    page.locator("[data-harm-apply]").click()

    expect(page.locator("[data-harm-words]")).to_contain_text(f"hit points 15 → {left}.")
    assert points(page) == [left]
    page.locator("[data-harm-undo]").click()
    expect(page.locator("[data-harm-words]")).to_contain_text("is as before")
    assert points(page) == ["15"]


def test_the_offer_does_not_push_the_outcome_under_the_headline(page: Page, served: Server) -> None:
    page.set_viewport_size({"width": 360, "height": 780})
    save(page, served, example("hessa", ANNA), example("ilo", BERT, hit_points=15, hit_points_max=18))
    opened(page, served, ATTACK)
    choose(page)
    page.locator("#sheet-target").select_option(index=1)
    until(page, "document.querySelector('#answer').dataset.state === ''")
    for _ in range(12):
        page.evaluate("scrollTo(0, 0)")
        page.locator("[data-roll]").click()
        until(page, "document.querySelector('[data-rolled]').firstChild !== null")
        frames(page)
        frames(page)
        until(page, OUTCOME_IS_SEEN)
        if page.locator("[data-harm-apply]").is_visible():
            return
        page.reload()
    raise AssertionError("A dozen rolls without damage.")


def test_a_sheet_that_another_tab_has_changed_is_not_written_over(page: Page, served: Server) -> None:
    rolled(page, served)
    # In this very tab, so that no message tells the page of it.
    page.evaluate("delete window.BroadcastChannel")
    page.evaluate(CHANGE, BERT)

    page.locator("[data-harm-apply]").click()

    expect(page.locator("[data-harm-words]")).to_contain_text("was changed in another tab")
    assert points(page) == ["15"]


def test_other_inputs_end_the_offer(page: Page, served: Server) -> None:
    rolled(page, served)

    page.fill("#f-target_ac", "11")

    expect(page.locator("[data-controller='calculator/harm']")).to_be_hidden()


DOWN = "wwn/downed/"


def test_the_remaining_hit_points_are_written_to_the_active_sheet_and_undone(page: Page, served: Server) -> None:
    save(page, served, example("hessa", ANNA), example("ilo", BERT, hit_points=15, hit_points_max=18))
    opened(page, served, DOWN)
    choose(page, ILO)
    page.fill("#f-damage", "6")
    page.locator("[data-harm-apply]").filter(has_text="15 → 9 hit points").click(timeout=SOON)

    expect(page.locator("[data-harm-words]")).to_have_text("Ilo Reedhand: hit points 15 → 9.")
    assert points(page) == ["9"]
    expect(page.locator("#f-hp")).to_have_value("9")
    expect(page.locator("#f-damage")).to_have_value("0")
    page.locator("[data-harm-undo]").click()
    expect(page.locator("[data-harm-words]")).to_contain_text("is as before")
    expect(page.locator("#f-hp")).to_have_value("15")
    assert points(page) == ["15"]


def test_another_damage_ends_what_was_done(page: Page, served: Server) -> None:
    save(page, served, example("hessa", ANNA), example("ilo", BERT, hit_points=15, hit_points_max=18))
    opened(page, served, DOWN)
    choose(page, ILO)
    page.fill("#f-damage", "6")
    page.locator("[data-harm-apply]").filter(has_text="15 → 9").click(timeout=SOON)
    expect(page.locator("[data-harm-words]")).to_contain_text("15 → 9.")
    expect(page.locator("#f-hp")).to_have_value("9")
    page.fill("#f-damage", "4")
    expect(page.locator("[data-harm-apply]")).to_contain_text("9 → 5 hit points", timeout=SOON)
    expect(page.locator("[data-harm-undo]")).to_be_hidden()
