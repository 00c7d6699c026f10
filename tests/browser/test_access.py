"""For everybody: small screens, the keyboard alone, and WCAG 2.2 AA as far as axe can tell."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import pyrules
from pyrules.engine.fields import Record, slots
from web.builder import environment, pages
from web.builder.serve import Server

from .conftest import until

AXE = (environment.WEB / "node_modules" / "axe-core" / "axe.min.js").read_text()
TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
# What sticks lies over other targets wherever the page happens to be scrolled to; a person scrolls on.
UNSTUCK = ".headline, .acts, .now, .bar-of { position: static !important }"
# A style element of our own is what the pages' policy forbids.
ADD_STYLE = """(css) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}"""
# Of what is in order axe would tell all, too: a page of rules has thousands of elements.
FIND = """async (only) => {
  const { violations } = await axe.run({ runOnly: only, resultTypes: ["violations"] });
  return violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html }) => `${id}: ${html.slice(0, 120)}`));
}"""
WIDTHS = """(sizes) => Object.fromEntries(sizes.map((size) => {
  document.documentElement.style.fontSize = size;
  return [size, document.documentElement.scrollWidth];
}))"""
PHONE = 360
ADDRESSES = [page.address for page in pages.pages()]
OPEN_ALL = "document.querySelectorAll('details').forEach((fold) => { fold.open = true })"


def game_of(address: str) -> str:
    first = address.partition("/")[0]
    return first if first in pyrules.SYSTEM_IDS else ""


def of_known_shapes(game: str) -> set[str]:
    """The calculators of a game whose kinds of inputs and of outputs an earlier one has already shown."""
    seen: set[str] = set()
    alike = set()
    for calculator in pyrules.system(game).calculators if game else ():
        shapes = input_kinds(calculator.inputs) | {f"shows {o.kind}" for o in calculator.outputs if o.shown}
        if shapes <= seen:
            alike.add(f"{game}/{calculator.slug}/")
        seen |= shapes
    return alike


def input_kinds(record: type) -> set[str]:
    """What templates draw differently: each kind of input, and each within a record or a list."""
    kinds: set[str] = set()
    for slot in slots(record):
        parts = [slot.input, getattr(slot.input, "element", None)]
        inner = [
            f"{type(part).__name__} of {kind}"
            for part in parts
            if isinstance(part, Record)
            for kind in input_kinds(part.of)
        ]
        kinds |= {type(slot.input).__name__, *inner}
    return kinds


def axe(page: Page, only: tuple[str, ...] = TAGS) -> list[str]:
    """What axe finds on the page with all its folds open, nothing stuck over a target."""
    page.evaluate(OPEN_ALL)
    page.evaluate(ADD_STYLE, UNSTUCK)
    page.evaluate(AXE)
    found: list[str] = page.evaluate(FIND, list(only))
    return found


@pytest.mark.parametrize("game", ["", *pyrules.SYSTEM_IDS])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_any_page_and_nothing_scrolls_sideways(
    page: Page, served: Server, scheme: Any, game: str
) -> None:
    """Everything in the light; in the dark only what colors can change, where there is a shape not seen before."""
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.set_viewport_size({"width": PHONE, "height": 780})
    alike = set() if scheme == "light" else of_known_shapes(game)
    faults = {}
    for address in ADDRESSES:
        if game_of(address) != game or address in alike:
            continue
        page.goto(served.url + address)
        found = [*too_wide(page), *axe(page)] if scheme == "light" else axe(page, ("color-contrast",))
        if found:
            faults[address or "/"] = found

    assert not faults


def too_wide(page: Page) -> list[str]:
    """At 200 % text, too: a 360 px screen then holds 180 px of ordinary text."""
    page.evaluate(OPEN_ALL)
    widths: dict[str, int] = page.evaluate(WIDTHS, ["200%", "100%"])
    return [f"{width} px wide at {size} text" for size, width in widths.items() if width > PHONE]


def test_axe_finds_nothing_where_there_are_problems_and_rolls(page: Page, served: Server) -> None:
    page.goto(f"{served.url}raiders/strike/#offense=7&defense=10&luck=1")
    expect(page.locator("[data-general]")).to_be_visible(timeout=60_000)
    page.click("[data-roll]")
    expect(page.locator(".rolled")).to_be_visible()
    page.fill("#f-offense", "x")
    expect(page.locator("#p-offense")).to_be_visible()

    assert not axe(page)


def test_targets_for_thumbs_are_large_enough(page: Page, served: Server) -> None:
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(served.url + "raiders/strike/")
    page.evaluate(OPEN_ALL)
    small = page.evaluate(
        "[...document.querySelectorAll('button, select, .chip, .step input')]"
        ".map((e) => [e.textContent.trim() || e.id, e.getBoundingClientRect()])"
        ".filter(([, box]) => box.width && (box.height < 43.5 || box.width < 43.5)).map(([name]) => name)"
    )

    assert not small


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
    expect(page.locator("[data-told]")).to_contain_text("18", timeout=5_000)


def test_focus_is_visible_on_everything_that_takes_it(page: Page, served: Server) -> None:
    page.goto(served.url + "raiders/strike/")
    unseen = []
    for _ in range(60):
        page.keyboard.press("Tab")
        seen = page.evaluate(
            "(() => { const e = document.activeElement; if (e === document.body) return null;"
            " const of = (x) => getComputedStyle(x).outlineStyle; const chip = e.closest('.chip');"
            " return [e.outerHTML.slice(0, 80), of(e) !== 'none' || (chip && of(chip) !== 'none')]; })()"
        )
        if seen and not seen[1]:
            unseen.append(seen[0])

    assert not unseen


def press_until(page: Page, condition: str, most: int = 80) -> None:
    for _ in range(most):
        if page.evaluate(f"!!({condition})"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not lead there: {condition}")
