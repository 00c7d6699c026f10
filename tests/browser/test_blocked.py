"""Why nothing can be done, or answered, stands at the top: of a filled calculator, and of a sheet from a link."""

import zlib
from base64 import urlsafe_b64encode
from json import dumps

from playwright.sync_api import Page, expect

import pyrules
from web.builder.dev.serve import Server

from .storing import ANNA, BERT
from .test_from_sheet import ATTACK, HESSA, ILO, SOON, choose, example, opened, save

LINE = "[data-standing-line]"
DOWN = "Mortally Wounded: 6 rounds to live unless stabilized."


def test_the_headline_says_first_why_a_side_cannot_act(page: Page, served: Server) -> None:
    save(page, served, example("hessa", ANNA, hit_points=0), example("ilo", BERT, hit_points=0))
    opened(page, served, ATTACK)
    expect(page.locator(LINE)).to_be_hidden()

    choose(page, HESSA)

    expect(page.locator(LINE)).to_have_text(f"Hessa of the Ford · {DOWN}", timeout=SOON)
    expect(page.locator(LINE)).to_be_in_viewport()
    page.locator("#sheet-target").select_option(ILO)
    expect(page.locator(f"{LINE} > :nth-child(2)")).to_have_text(f"Ilo Reedhand · {DOWN}", timeout=SOON)
    page.fill("#f-misc_hit", "2")
    expect(page.locator(LINE)).to_contain_text(DOWN)
    page.locator("#sheet-id").select_option("none")
    expect(page.locator(LINE)).to_be_hidden()


def sheet_link(system: str, data: list[list[str]]) -> str:
    """A link to a sheet, as sheet/link.js makes it."""
    text = dumps({"system": system, "schema": pyrules.sheet(system).schema, "data": data})
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(text.encode()) + packer.flush()
    return f"#sheet=1.{urlsafe_b64encode(packed).decode().rstrip('=')}"


def test_a_sheet_from_a_link_with_wrong_weapons_names_the_first_one_at_the_top(page: Page, served: Server) -> None:
    weapons = [
        [f"weapons.{at}.{key}", text]
        for at in range(6)
        for key, text in (("name", f"Axe {at + 1}"), ("damage", "20d100"))
    ]
    page.goto(f"{served.url}openquest/sheet/{sheet_link('openquest', [['name', 'Orm'], *weapons])}")

    expect(page.locator("[data-fault-words]")).to_have_text(
        "Weapons, Weapon 1, Damage must be dice such as 1d8, 2d6+1, 1d8+1d4 or 3, up to 20 dice of 2 to 100 sides that "
        "roll 200 at most; got 20d100. 5 more inputs need attention.",
        timeout=SOON,
    )
    expect(page.locator("[data-fault]")).to_be_in_viewport()
    page.get_by_role("button", name="Show it").click()
    control = page.locator("#f-weapons\\.0\\.damage")
    expect(control).to_be_focused()
    for at in range(6):
        page.fill(f"#f-weapons\\.{at}\\.damage", "1d8")
    expect(page.locator("[data-fault]")).to_be_hidden(timeout=SOON)
