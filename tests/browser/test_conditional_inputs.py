"""Inputs that belong to certain choices, in a real browser: shown, hidden, kept and sent."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from web.builder.dev.serve import Server

from .conftest import until


def test_an_event_shows_and_sends_only_its_own_fields_and_keeps_the_others(page: Page, served: Server) -> None:
    page.goto(f"{served.url}stepdie/track/#health=4&events.0.do=damage&events.0.n=3")
    until(page, "document.getElementById('f-events.0.n')?.value === '3'")
    what, points = page.locator("[id='f-events.0.do']"), page.locator("[id='f-events.0.n']")
    strength = page.locator("[id='f-events.0.strength_roll']")
    expect(points).to_be_visible()
    expect(strength).to_be_hidden()

    what.select_option("end_turn")
    expect(points).to_be_hidden()
    expect(strength).to_be_visible()
    until(page, "location.hash.includes('end_turn') && !location.hash.includes('events.0.n')")

    what.select_option("heal")
    expect(points).to_have_value("3")
    until(page, "location.hash.includes('events.0.n=3')")

    page.get_by_role("button", name="Add event").click()
    page.locator("[id='f-events.1.do']").select_option("stun")
    expect(page.locator("[id='f-events.1.n']")).to_be_hidden()


def test_a_chip_follows_the_kind_of_weapon_and_stays_where_it_is_chosen(page: Page, served: Server) -> None:
    page.goto(f"{served.url}wwn/attack/#weapon.damage=1d8&target_ac=13")
    foe, kind = page.locator("#f-circumstances-in_melee"), page.locator("[id='f-weapon.kind']")
    until(page, "document.querySelector('#f-target_ac')?.value === '13'")
    page.evaluate("document.querySelectorAll('form details').forEach((fold) => { fold.open = true })")
    expect(foe).to_be_hidden()

    kind.select_option("ranged")
    expect(foe).to_be_visible()
    foe.check()
    kind.select_option("melee")
    expect(foe).to_be_visible()
    foe.uncheck()
    expect(foe).to_be_hidden()
