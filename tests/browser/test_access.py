"""Accessibility: keyboard use, and WCAG 2.2 AA while a page is in use; test_pages.py checks every page at rest."""

from playwright.sync_api import Page, expect

from web.builder.dev.serve import Server

from .conftest import until
from .visits import axe


def test_axe_finds_nothing_where_there_are_problems_and_rolls(page: Page, served: Server) -> None:
    page.goto(f"{served.url}raiders/strike/#offense=7&defense=10&luck=1")
    expect(page.locator("[data-general]")).to_be_visible(timeout=60_000)
    page.click("[data-roll]")
    expect(page.locator(".rolled")).to_be_visible()
    page.fill("#f-offense", "x")
    expect(page.locator("#p-offense")).to_be_visible()

    assert not axe(page)


def test_juks_blow_is_worked_out_by_keyboard_alone(page: Page, served: Server) -> None:
    page.goto(served.url)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    assert page.evaluate("location.hash") == ""
    press_until(page, "document.activeElement.id === 'find'")
    page.keyboard.type("damage of a roll")
    expect(page.locator("[data-results] a").first).to_be_visible()
    press_until(page, "document.activeElement.closest('[data-results]')")
    page.keyboard.press("Enter")
    page.wait_for_url("**/raiders/damage/")

    press_until(page, "document.activeElement.id === 'f-roll'")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("4")
    until(page, "location.hash.includes('roll=4')")
    page.keyboard.press("ArrowUp")
    until(page, "location.hash.includes('roll=5')")
    expect(page.locator(".headline")).to_contain_text("18")
    expect(page.locator("[data-announcement]")).to_contain_text("18", timeout=5_000)


def test_focus_is_visible_on_everything_that_takes_it(page: Page, served: Server) -> None:
    page.goto(served.url + "raiders/strike/")
    api_only = []
    for _ in range(60):
        page.keyboard.press("Tab")
        seen = page.evaluate(
            "(() => { const e = document.activeElement; if (e === document.body) return null;"
            " const of = (x) => getComputedStyle(x).outlineStyle; const chip = e.closest('.chip');"
            " return [e.outerHTML.slice(0, 80), of(e) !== 'none' || (chip && of(chip) !== 'none')]; })()"
        )
        if seen and not seen[1]:
            api_only.append(seen[0])

    assert not api_only


def press_until(page: Page, condition: str, most: int = 80) -> None:
    for _ in range(most):
        if page.evaluate(f"!!({condition})"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not lead there: {condition}")
