"""Hostile links on the real page: the page says what is wrong with them and keeps working."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Dialog, Page, expect

from tests import rotation
from web.builder.dev.serve import Server

from .conftest import until

MARK = "<img src=x onerror=alert(1)>"
LINKS = (
    # markup where a number, a name, an option, a key or a group is expected
    f"offense={MARK}",
    f"offense=7&defense=10&{MARK}=1",
    f"{MARK}={MARK}",
    "offense=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E&defense=10",
    "offense=%253Cimg%2520src%253Dx%253E&defense=10",
    'offense="><script>alert(1)</script>',
    "offense=' autofocus onfocus='alert(1)",
    "offense=7&defense=10&natural_rule=<svg/onload=alert(1)>",
    "offense=javascript:alert(1)&defense=10",
    f"sides.0.name={MARK}&sides.0.dex_mods=1&sides.1.name=<b>x</b>&sides.1.dex_mods=0",
    f"sides.0.name={MARK}&sides.1.name={MARK}",
    "sides.0.name=</select><iframe src=//x>&sides.0.dex_mods=&sides.1.name=&sides.1.dex_mods=1",
    "sides.0.name=<!--&sides.0.dex_mods=1&sides.1.name=-->&sides.1.dex_mods=0",
    "sides.0.name={{7*7}}&sides.0.dex_mods=1&sides.1.name={%25 raw %25}&sides.1.dex_mods=0",
    # the other side of a comparison
    f"offense=7&defense=10&vs.offense={MARK}",
    f"offense=7&defense=10&vs.{MARK}=1&vs.offense=3&vs.defense=9",
    f"offense=7&defense=10&brawn=6&weapon=15&protection=5&vs.title={MARK}&vs.title={MARK}{MARK}&vs.offense=3&vs.defense=9"
    "&vs.brawn=6&vs.weapon=15&vs.protection=5",
    f"sides.0.name=A&sides.0.dex_mods=1&sides.1.name=B&sides.1.dex_mods=0&vs.sides.0.name={MARK}&vs.sides.0.dex_mods=2"
    "&vs.sides.1.name=C&vs.sides.1.dex_mods=1",
    "vs.=&vs.vs.vs=1&vs",
    # names that mean something to JavaScript or Python
    "__proto__=1&offense=7&defense=10",
    "__proto__.polluted=1&constructor.prototype.polluted=1&offense=7&defense=10",
    "toString=1&hasOwnProperty=1&length=-1&offense=7&defense=10",
    "__class__=1&__init__.__globals__=1&offense=7&defense=10",
    # numbers that are none, or too many of them
    "offense=NaN&defense=Infinity",
    "offense=1e999&defense=-1e999",
    "offense=" + "9" * 5_000 + "&defense=10",
    "offense=%00&defense=%E2%80%AE5",
    "offense=%D9%A3&defense=0x10",
    # broken encodings
    "offense=%&defense=%zz",
    "offense=%ff%fe&defense=%C0%AF",
    "offense=%ED%A0%80&defense=10",
    # lists without end
    "sides.999999999.name=x",
    "sides.-1.name=x&sides.1e9.name=x&sides..name=x",
    "sides.0.0.0.0.0.0.0.0.0.0.0.0.name=x",
    "&".join(f"sides.{n}.name=x" for n in range(500)),
    "sides=&sides=&sides=x",
    # shapes that are no state
    "=",
    "=&=&==&===",
    "&&&&=&&&&",
    "?offense=7#offense=8=9",
    "v=999&offense=7&defense=10",
    "offense=7&" * 3_000,
    "x=" + "y" * 70_000,
)
ADDED = """() => ({
  elements: document.querySelectorAll(
    "img, iframe, object, embed, style, base, svg[onload], script:not([src]), [onerror], [onfocus], [style]"
  ).length,
  polluted: "polluted" in {},
})"""
OPEN = """(link) => new Promise((opened) => {
  addEventListener("hashchange", () => setTimeout(opened), { once: true });
  location.hash = link;
})"""


@pytest.fixture
def undisturbed(page: Page) -> Iterator[Page]:
    """A page on which no window may pop up."""
    popped: list[str] = []

    def note(dialog: Dialog) -> None:
        popped.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", note)
    yield page
    assert not popped


@pytest.mark.parametrize(
    ("address", "field", "value"),
    [("raiders/strike/", "#f-offense", "9"), ("wwn/initiative_group/", "input[name='sides.0.name']", "Us")],
)
def test_a_hostile_link_adds_nothing_and_breaks_nothing(
    undisturbed: Page, served: Server, address: str, field: str, value: str
) -> None:
    """`Watch` fails the test for anything that the console or another server has heard of."""
    page = undisturbed
    page.goto(served.url + address)
    for link in rotation.part(LINKS):
        page.evaluate(OPEN, link)
        until(page, "document.querySelector('#answer').dataset.state !== 'updating'")
        assert page.evaluate(ADDED) == {"elements": 0, "polluted": False}, link[:200]

    page.get_by_role("button", name="Back to the example").click()
    page.fill(field, value)
    until(page, "(value) => location.hash.includes(`=${value}`)", value)
    expect(page.locator("#answer")).to_have_attribute("data-state", "")


@pytest.mark.parametrize("link", [LINKS[0], LINKS[9], LINKS[-1]], ids=["number", "name", "long"])
def test_a_hostile_link_is_reported_in_words(undisturbed: Page, served: Server, link: str) -> None:
    """Opened as a link is: with the page, and not on one that is there already."""
    undisturbed.goto(f"{served.url}raiders/strike/#{link}")

    expect(undisturbed.locator("[data-problem]:visible, [data-general] li").first).to_be_visible(timeout=60_000)
    assert undisturbed.evaluate(ADDED) == {"elements": 0, "polluted": False}


def test_a_problem_of_the_pinned_side_is_shown_as_text(undisturbed: Page, served: Server) -> None:
    undisturbed.goto(f"{served.url}raiders/strike/#offense=7&defense=10&vs.offense={MARK}&vs.defense=9")

    expect(undisturbed.locator("[data-compared]")).to_contain_text(MARK, timeout=60_000)
    assert undisturbed.evaluate(ADDED) == {"elements": 0, "polluted": False}
