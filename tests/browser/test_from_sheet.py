"""From my sheet, in a real browser: a character fills a calculator, is marked there, and stays active."""

from typing import Any

from playwright.sync_api import Page, expect

import pyrules
from web.builder.dev.serve import Server

from .conftest import Watch, until
from .fonts import use_fonts
from .shared import SharedSite
from .storing import ANNA, BERT, put_raw, record
from .test_table_rules import OPEN_ALL, settled
from .visits import WATCH_SHIFTS, axe, in_a_scheme

SOON = 60_000
"""Python may still be starting."""
ATTACK = "wwn/attack/"
HESSA, ILO = "Hessa of the Ford", "Ilo Reedhand"
SAVE = """async (drafts) => {
  const at = document.querySelector('script[src*="/scripts/"]').src;
  const { openCharacters } = await import(new URL("../storage/characters.js", at).href);
  const kept = await openCharacters();
  for (const draft of drafts) {
    const stored = await kept.get(draft.id);
    if (draft.data) await kept.save(draft, { from: stored?.revision ?? 0 });
    else await kept.remove(draft.id);
  }
  kept.close();
}"""
UNSEEN = 0.03
"""A fold's summary may say more than the example's, on a line more, and a list may have fewer elements."""


def example(ready: str, id: str, **other: Any) -> dict[str, Any]:
    """A ready-made character as it is saved, with something changed."""
    sheet = pyrules.sheet("wwn")
    pairs = sheet.to_pairs(sheet.parse({**sheet.example(ready).data, **other}))
    return {"schema": sheet.schema, "system": "wwn", "id": id, "data": [list(pair) for pair in pairs]}


def save(page: Page, server: Server, *drafts: dict[str, Any]) -> None:
    """Keep these characters, from a page that shows none."""
    page.goto(server.url + "help/")
    page.evaluate(SAVE, list(drafts))


def both(page: Page, server: Server, **other: Any) -> None:
    save(page, server, example("hessa", ANNA, **other), example("ilo", BERT))


def start(address: str) -> dict[str, str]:
    """The example of a calculator, as the texts of its inputs."""
    calculator = pyrules.calculator(address.strip("/").replace("/", "."))
    return dict(calculator.spelled_out(calculator.parse(dict(calculator.start))))


def choose(page: Page, name: str = HESSA) -> None:
    page.locator("#sheet-id").select_option(label=name, timeout=SOON)
    filled(page)


def filled(page: Page) -> None:
    until(page, "'marked' in document.documentElement.dataset")
    settled(page)
    page.evaluate(OPEN_ALL)


def opened(page: Page, server: Server, address: str = ATTACK) -> None:
    page.goto(server.url + address)
    expect(page.locator("#sheet-id")).to_be_visible(timeout=SOON)


def mark(page: Page, key: str) -> str:
    return page.locator(f"[data-filling='{key}']").inner_text().strip()


def value(page: Page, key: str) -> str:
    return page.input_value(f"[id='f-{key}']")


def chance(page: Page) -> str:
    settled(page)
    return page.inner_text(".headline .n >> nth=0")


# Filled and marked


def test_a_character_fills_what_it_determines_and_says_so(page: Page, served: Server, shared: SharedSite) -> None:
    both(page, served)
    opened(page, served)
    before = value(page, "target_ac")
    choose(page)

    assert [value(page, key) for key in ("class_bonus", "skill", "attr_mod", "weapon.damage")] == ["3", "1", "1", "1d8"]
    assert value(page, "target_ac") == before
    assert mark(page, "skill") == f"{HESSA}: Weapon skill"
    assert mark(page, "target_ac") == "example’s target"
    assert "skill=1" in page.evaluate("location.hash")

    # The address says it all to anybody.
    link, headline = page.url, page.inner_text(".headline .big")
    page.goto("about:blank")
    shared.forget()
    friend = page.context.new_page()
    friend.goto(link)
    settled(friend)
    assert friend.inner_text(".headline .big") == headline
    expect(friend.locator("#sheet-id")).to_be_hidden()


def test_what_is_changed_by_hand_says_so_and_has_a_way_back(page: Page, served: Server) -> None:
    both(page, served)
    opened(page, served)
    choose(page)
    with_one = chance(page)
    page.fill("#f-skill", "4")
    expect(page.locator("[data-filling=skill]")).to_contain_text(f"other than {HESSA}")
    until(page, "location.hash.includes('skill=4')")
    assert chance(page) != with_one

    page.get_by_role("button", name="back to the sheet’s: Weapon skill").click()
    until(page, "location.hash.includes('skill=1')")
    assert mark(page, "skill") == f"{HESSA}: Weapon skill"
    assert page.evaluate("document.activeElement.id") == "f-skill"
    assert chance(page) == with_one


def test_another_weapon_changes_what_it_changes(page: Page, served: Server) -> None:
    both(page, served)
    opened(page, served)
    choose(page)
    page.fill("#f-misc_hit", "3")
    page.fill("[id='f-weapon.damage']", "3d12")
    page.locator("#sheet-weapon").select_option("Light spear")
    until(page, "document.getElementById('f-weapon.damage').value === '1d6'")
    assert value(page, "misc_hit") == "3", "the spear says the same as the sword there"
    page.locator("#sheet-weapon").select_option("Fists")
    until(page, "document.getElementById('f-weapon.shock').value === ''")
    assert mark(page, "weapon.shock") == f"{HESSA}: Shock"


def test_a_second_sheet_is_the_target(page: Page, served: Server) -> None:
    both(page, served)
    opened(page, served)
    choose(page)
    assert page.locator("#sheet-target option").all_inner_texts() == ["none", ILO]
    page.fill("#f-target_ac", "19")
    page.locator("#sheet-target").select_option(ILO)
    until(page, "document.getElementById('f-target_ac').value === '13'")
    assert mark(page, "target_ac") == f"{ILO}: Armor Class now"
    page.locator("#sheet-target").select_option("none")
    expect(page.locator("[data-filling=target_ac]")).to_have_text("example’s target")
    assert value(page, "target_ac") == start(ATTACK)["target_ac"]


def test_a_condition_counts_until_it_is_left_out_here(page: Page, served: Server) -> None:
    both(page, served, conditions=["prone", "frail"])
    opened(page, served)
    choose(page)
    chip = page.locator(".states label")
    expect(chip).to_have_text("Prone You are prone −4")
    expect(page.locator(".states small")).to_have_text("Frail: changes nothing here")
    prone = chance(page)
    page.check("#f-circumstances-half_cover")
    until(page, "location.hash.includes('cover')")

    page.uncheck("[data-counts=prone]")
    until(page, "!location.hash.includes('attacker_prone')")
    assert "cover" in page.evaluate("location.hash"), "what no sheet knows of stays"
    expect(chip).to_have_text("Prone left out here")
    expect(page.locator("[data-sheet-says]")).to_have_text(
        "Left out of this calculation only: Prone. The sheet stays as it is."
    )
    assert page.evaluate("document.activeElement.dataset.counts") == "prone"
    page.check("[data-counts=prone]")
    until(page, "location.hash.includes('attacker_prone')")
    page.uncheck("#f-circumstances-half_cover")
    until(page, "!location.hash.includes('cover')")
    assert chance(page) == prone


def test_none_takes_the_marks_away_and_leaves_the_values(page: Page, served: Server) -> None:
    both(page, served, conditions=["prone"])
    opened(page, served)
    choose(page)
    there = page.evaluate("location.hash")
    page.locator("#sheet-id").select_option("none")
    until(page, "!('chosen' in document.documentElement.dataset)")
    assert page.locator("[data-filling]:not(:empty)").count() == 0
    expect(page.locator(".states")).to_be_hidden()
    assert page.evaluate("location.hash") == there
    page.goto(f"{served.url}wwn/shove/")
    expect(page.locator("#sheet-id")).to_be_visible(timeout=SOON)
    expect(page.locator("#sheet-id")).to_have_value("")


# From page to page


def test_the_next_calculator_of_the_game_is_filled_too_and_nothing_moves(page: Page, served: Server) -> None:
    both(page, served, conditions=["prone", "frail"])
    use_fonts(page)
    page.add_init_script(WATCH_SHIFTS)
    opened(page, served)
    choose(page)
    page.locator("#sheet-target").select_option(ILO)
    filled(page)
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 780})
        for address in ("wwn/shove/", "wwn/duel/", "wwn/dual_wield/", "wwn/save/"):
            page.goto(served.url + address)
            until(page, "'marked' in document.documentElement.dataset")
            settled(page)
            assert page.evaluate("window.shift") < UNSEEN, (address, width, page.evaluate("window.moved"))
    page.goto(f"{served.url}wwn/shove/")
    filled(page)
    assert mark(page, "attacker.attr_mod") == f"{HESSA}: Strength modifier"
    assert mark(page, "defender.attr_mod") == f"{ILO}: Strength modifier"
    page.reload()
    filled(page)
    assert mark(page, "attacker.attr_mod") == f"{HESSA}: Strength modifier"
    # Another game has characters of its own.
    page.goto(f"{served.url}raiders/strike/")
    expect(page.locator("[data-make]")).to_be_visible(timeout=SOON)


def test_what_was_entered_by_hand_travels_to_the_next_tab(page: Page, served: Server) -> None:
    both(page, served)
    opened(page, served)
    choose(page)
    page.fill("#f-misc_hit", "3")
    until(page, "location.hash.includes('misc_hit=3')")
    page.get_by_role("link", name="Two weapons").click()
    filled(page)
    assert value(page, "misc_hit") == "3"
    assert mark(page, "misc_hit").startswith(f"other than {HESSA}")
    assert mark(page, "skill") == f"{HESSA}: Weapon skill"
    page.reload()
    filled(page)
    assert mark(page, "misc_hit").startswith(f"other than {HESSA}")


def test_the_figures_wait_for_the_character(page: Page, served: Server) -> None:
    both(page, served)
    opened(page, served)
    choose(page)
    page.add_init_script("""
      window.seen = [];
      const look = () => {
        const figure = document.querySelector('.headline .n');
        if (figure && getComputedStyle(figure).visibility === 'visible') seen.push(figure.innerText);
        requestAnimationFrame(look);
      };
      look();
    """)
    page.goto(f"{served.url}wwn/dual_wield/")
    filled(page)
    until(page, "seen.length > 0")
    assert set(page.evaluate("seen")) == {chance(page)}


def test_a_shared_link_is_shown_as_it_is(page: Page, served: Server) -> None:
    both(page, served)
    opened(page, served)
    choose(page)
    link = f"{ATTACK}#class_bonus=9&skill=2&weapon.damage=1d4&target_ac=17"
    page.goto(served.url + "help/")
    opened(page, served, link)
    settled(page)
    expect(page.locator(".offer")).to_be_visible()
    expect(page.locator(".offer")).to_contain_text("This link is shown as it is.")
    expect(page.locator("#sheet-id")).to_have_value("")
    assert value(page, "class_bonus") == "9"
    assert page.locator("[data-filling]:not(:empty)").count() == 0

    page.get_by_role("button", name="Fill from my sheet").click()
    filled(page)
    assert value(page, "class_bonus") == "3"
    assert value(page, "target_ac") == "17"
    expect(page.locator("#sheet-id option:checked")).to_have_text(HESSA)
    expect(page.locator(".offer")).to_be_hidden()


def test_an_act_of_the_sheet_is_marked_as_the_sheets(page: Page, served: Server) -> None:
    both(page, served, conditions=["prone"])
    page.goto(f"{served.url}wwn/sheet/#open={ANNA}")
    expect(page.locator(".odds")).to_have_attribute("data-state", "", timeout=SOON)
    page.uncheck("[data-counts=prone]")
    expect(page.locator(".odds")).to_have_attribute("data-state", "")
    page.locator(".act a[data-weapon='1']").first.click()
    filled(page)
    assert value(page, "weapon.damage") == "1d6"
    expect(page.locator("#sheet-weapon option:checked")).to_have_text("Light spear")
    assert mark(page, "weapon.damage") == f"{HESSA}: Damage"
    expect(page.locator("[data-counts=prone]")).not_to_be_checked()
    assert page.locator("[data-to-sheet]").count() == 0
    page.go_back()
    expect(page.locator(".odds")).to_have_attribute("data-state", "", timeout=SOON)
    # An act has values of its own: those of another save than the calculator would take.
    page.get_by_role("link", name="Mental save").click()
    filled(page)
    assert value(page, "target") == str(pyrules.answer("wwn.derive", derive()).values["save_mental"])
    assert page.locator("[data-to-sheet]").count() == 0


def derive() -> dict[str, Any]:
    data = pyrules.sheet("wwn").example("hessa").data
    names = ("level", "cls", "str", "dex", "con", "int", "wis", "cha", "armor", "shield")
    return {name: data[name] for name in names}


# Two tabs


def test_a_change_in_another_tab_is_followed_but_for_what_was_entered_by_hand(page: Page, served: Server) -> None:
    both(page, served)
    opened(page, served)
    choose(page)
    page.fill("#f-misc_hit", "2")
    until(page, "location.hash.includes('misc_hit=2')")
    other = page.context.new_page()
    save(other, served, example("hessa", ANNA, name="Hessa the Old", level=9, stab=4))
    until(page, "document.getElementById('f-skill').value === '4'")
    assert value(page, "misc_hit") == "2"
    assert mark(page, "skill") == "Hessa the Old: Weapon skill"
    expect(page.locator("#sheet-id option:checked")).to_have_text("Hessa the Old")

    save(other, served, {"id": ANNA})
    expect(page.locator("[data-sheet-says]")).to_have_text(
        "Hessa the Old is not on this device any more; the values stay."
    )
    assert value(page, "skill") == "4"
    assert page.locator("[data-filling]:not(:empty)").count() == 0


def test_one_of_a_newer_tableside_is_listed_and_not_used(page: Page, served: Server) -> None:
    both(page, served)
    put_raw(page, record("Zoe", "33333333-cccc-4ccc-8ccc-333333333333", schema=99))
    opened(page, served)
    newer = page.locator("#sheet-id option", has_text="Zoe")
    expect(newer).to_have_text("Zoe (made by a newer Tableside)")
    assert newer.is_disabled()


# Where there is nothing to fill from


def test_without_a_character_there_is_one_quiet_link(page: Page, served: Server) -> None:
    page.goto(served.url + ATTACK)
    link = page.locator("[data-make]")
    expect(link).to_be_visible(timeout=SOON)
    link.click()
    expect(page).to_have_url(f"{served.url}wwn/sheet/")


def test_where_storage_is_refused_the_calculator_works_as_without(page: Page, served: Server) -> None:
    page.add_init_script("""
      for (const name of ['indexedDB', 'sessionStorage']) {
        Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError') } });
      }
    """)
    page.goto(served.url + ATTACK)
    expect(page.locator("[data-make]")).to_be_visible(timeout=SOON)
    page.evaluate(OPEN_ALL)
    page.fill("#f-skill", "3")
    until(page, "location.hash.includes('skill=3')")


def test_a_choice_that_cannot_be_used_keeps_nothing_back(page: Page, served: Server) -> None:
    page.goto(served.url + "help/")
    for kept in ('{"wwn": {"id": "gone", "at": 7}}', '{"wwn": 5}', '{"wwn": {"id": 3}}', "[", "null"):
        page.evaluate("(text) => { sessionStorage['tableside./.chosen'] = text }", kept)
        page.goto(served.url + ATTACK)
        until(page, "!('waits' in document.documentElement.dataset)")
        expect(page.locator("[data-make]")).to_be_visible(timeout=SOON)
        page.goto(served.url + "help/")


def test_a_calculator_that_takes_nothing_says_why(page: Page, served: Server) -> None:
    for slug, why in pyrules.sheet("wwn").not_bound.items():
        page.goto(f"{served.url}wwn/{slug}/")
        expect(page.locator(".from-sheet")).to_contain_text(why)


def test_in_another_sites_frame_there_is_no_sheet(page: Page, served: Server) -> None:
    both(page, served)
    opened(page, served)
    choose(page)
    page.goto(f"{served.url}{ATTACK}?embed")
    page.evaluate(OPEN_ALL)
    page.fill("#f-skill", "2")
    until(page, "location.hash.includes('skill=2')")
    expect(page.locator(".from-sheet")).to_be_hidden()
    assert page.evaluate("document.documentElement.dataset.chosen") is None


# For everybody


def test_the_keyboard_is_enough(page: Page, served: Server) -> None:
    both(page, served, conditions=["prone"])
    opened(page, served)
    page.focus("#sheet-id")
    page.keyboard.press("ArrowDown")
    filled(page)
    for _ in range(3):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.counts") == "prone"
    page.keyboard.press("Space")
    until(page, "!location.hash.includes('attacker_prone')")
    assert page.evaluate("document.activeElement.dataset.counts") == "prone"


@in_a_scheme
def test_axe_finds_nothing_and_nothing_scrolls_sideways(page: Page, served: Server, scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.set_viewport_size({"width": 360, "height": 780})
    both(page, served, conditions=["prone", "frail"], name="Hessa of the Ford and of the Seven Long Winters")
    opened(page, served)
    choose(page, "Hessa of the Ford and of the Seven Long Winters")
    page.locator("#sheet-target").select_option(ILO)
    page.fill("#f-skill", "3")
    expect(page.locator("[data-to-sheet]")).to_be_visible()
    settled(page)
    assert not axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.goto(served.url + "help/")
    opened(page, served, f"{ATTACK}#class_bonus=9&skill=2&weapon.damage=1d4&target_ac=17")
    settled(page)
    assert not axe(page)
    page.goto(f"{served.url}wwn/")
    expect(page.locator(".my-characters a")).to_have_count(2)
    assert not axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_names_are_text_and_nothing_else(page: Page, watch: Watch, served: Server) -> None:
    name = "<img src=x onerror=alert(1)>&amp;"
    both(page, served, name=name)
    opened(page, served)
    choose(page, name)
    assert mark(page, "skill") == f"{name}: Weapon skill"
    page.goto(f"{served.url}wwn/")
    expect(page.locator(".my-characters a").first).to_have_text(name)


# The pages that lead there


def test_the_games_home_names_its_characters_and_the_sites_counts_them(page: Page, served: Server) -> None:
    page.goto(served.url + "wwn/")
    expect(page.locator(".my-characters")).to_have_text("None on this device yet.")
    both(page, served)
    page.goto(served.url)
    expect(page.locator("[data-count=wwn]")).to_have_text("2")
    expect(page.locator("[data-count=obss]")).to_be_empty()
    page.goto(served.url + "wwn/")
    page.get_by_role("link", name=ILO).click()
    expect(page.locator("h1:visible")).to_have_text(ILO)
