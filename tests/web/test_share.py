"""Sharing: the line for a chat, the QR code, the code for an iframe; and the cells of the reference."""

import json
import re
from typing import Any
from urllib.parse import parse_qsl

import pytest
import segno

import pyrules
from pyrules.engine.tables import Table
from web.builder.site import reference, search_index
from web.worker import endpoint
from web.worker.requests import share

PLACE = "https://example.org/tableside/wwn/attack/"


def ask(calculator: str, link: Any, **inputs: Any) -> dict[str, Any]:
    start = {**pyrules.calculator(calculator).start, **inputs}
    request = {"kind": "share", "calculator": calculator, "inputs": start, "link": link}
    reply: dict[str, Any] = json.loads(endpoint.handle(json.dumps(request)))
    return reply


@pytest.mark.parametrize("game", pyrules.GAMES, ids=lambda game: game.id)
def test_every_start_is_a_line_that_a_chat_can_hold(game: pyrules.Game, subtests: pytest.Subtests) -> None:
    for calculator in game.calculators:
        with subtests.test(calculator=calculator.id):
            reply = ask(calculator.id, PLACE)

            assert reply["ok"]
            assert reply["line"].startswith(f"{game.short} {calculator.title}")
            assert len(reply["line"]) <= share.LONGEST_LINE + len(", 99 more")
            assert "\n" not in reply["line"]


def test_the_line_says_what_differs_from_the_defaults_and_the_headline() -> None:
    line = ask("raiders.strike", PLACE, fortune=2, aim=True)["line"]

    assert line.startswith("Raiders Strike, Offense +7, Defense 10, ")
    assert "Aim" in line
    assert "Fortune 2" in line
    assert "Haymaker" not in line
    assert re.search(r": \d.* % hit, .* wounds", line)


def test_the_line_names_groups_and_counts_lists() -> None:
    assert "Weapon (Damage 1d8, Shock 2, Shock up to AC 13)" in ask("wwn.attack", PLACE)["line"]
    assert "Team: 3" in ask("raiders.team_pin", PLACE)["line"]
    assert "Fortune 9" in ask("raiders.fortune", PLACE)["line"]


def test_the_picture_is_the_qr_code_of_the_link_with_its_quiet_zone() -> None:
    link = f"{PLACE}#target_ac=15&weapon.damage=1d8"
    drawn = share.qr(link)
    modules = {
        (int(x) + at, int(y))
        for x, y, length in re.findall(r"M(\d+) (\d+)\.5h(\d+)", drawn["path"])
        for at in range(int(length))
    }
    matrix = segno.make(link, error="L", micro=False, mode="byte", encoding="iso-8859-1").matrix

    assert drawn["size"] == len(matrix) + 8
    assert modules == {(x + 4, y + 4) for y, row in enumerate(matrix) for x, dark in enumerate(row) if dark}


def test_a_link_that_is_too_long_says_so_and_stays_text() -> None:
    short, long = PLACE.ljust(share.LONGEST_LINK, "x"), PLACE.ljust(share.LONGEST_LINK + 1, "x")

    assert "<svg" in ask("raiders.strike", short)["html"]
    reply = ask("raiders.strike", long)
    assert "<svg" not in reply["html"]
    assert "1901 characters" in reply["html"]
    assert reply["code"] == ""


def test_the_code_for_an_iframe_is_escaped_and_asks_for_the_bare_page() -> None:
    code = ask("raiders.strike", f"{PLACE}#a=1&b=%22")["code"]

    assert f'src="{PLACE}?embed#a=1&amp;b=%22"' in code
    assert 'title="Strike, Ruins &amp; Raiders"' in code
    assert share.embedded(f"{PLACE}?x=1#a=1") == f"{PLACE}?x=1&embed#a=1"


@pytest.mark.parametrize(
    "link",
    [None, 7, "", "javascript:alert(1)", "data:text/html,x", "https://x\n.org", "https://ü.org", ["https://x.org"]],
)
def test_what_is_no_address_gets_no_code(link: Any) -> None:
    reply = ask("raiders.strike", link)

    assert not reply["ok"]
    assert reply["problems"][0]["field"] == "link"


# The reference


def table(*, signed: set[str], **columns: list[Any]) -> Table:
    names = list(columns)
    rows = tuple({"id": str(at)} | {name: columns[name][at] for name in names} for at in range(len(columns[names[0]])))
    return Table("t", "T", "Topic", "R-1", {name: name for name in names}, rows, frozenset(signed))


def test_a_bonus_has_its_sign_and_nothing_is_blank() -> None:
    made = table(signed={"hit"}, label=["a", "b", "c"], hit=[3, 0, -2], cost=[1, 0, 2])

    assert reference.column(made, "hit") == ["+3", "", "\u22122"]
    assert reference.column(made, "cost") == ["1", "0", "2"]


def test_a_zero_stays_where_it_is_all_that_the_table_says() -> None:
    assert reference.column(table(signed={"mod"}, label=["a", "b"], mod=[0, 1]), "mod") == ["0", "+1"]


def test_ids_are_read_as_words_and_nothing_as_a_dash() -> None:
    assert reference.cell("on_turn") == "on turn"
    assert reference.cell([10, 30]) == "10/30"
    assert reference.cell([]) == reference.cell(None) == "—"


def test_an_image_says_the_game_the_headline_and_all_inputs_that_differ() -> None:
    reply = ask("raiders.strike", PLACE)

    assert reply["heading"] == "Ruins & Raiders · Strike"
    assert reply["line"].endswith(f": {reply['headline']}")
    assert reply["inputs"] == "Offense +7, Defense 10, Brawn 6, Weapon 15, Protection 5"


@pytest.mark.parametrize("game", pyrules.GAMES, ids=lambda s: s.id)
def test_every_row_of_the_reference_has_an_address_of_its_own(game: pyrules.Game) -> None:
    ids = []
    for topic in reference.topics(game):
        ids += [topic["id"], *(rule["id"] for rule in topic["rules"]), *(p["id"] for p in topic["procedures"])]
        for shown in topic["tables"]:
            ids += [f"table-{shown['id']}", *(f"table-{shown['id']}-{row['id']}" for row in shown["rows"])]
            assert shown["source"]

    assert len(ids) == len(set(ids))


def test_the_index_knows_rulings_and_the_rows_of_tables() -> None:
    entries = search_index.search_index()

    assert any("sister game" in entry.get("more", "") for entry in entries)
    assert any(entry["kind"] == "table" and "Unarmed" in entry["text"] for entry in entries)
    assert {entry["url"].partition("/")[0] for entry in entries} == {game.id for game in pyrules.GAMES}


def test_the_index_leads_from_acts_conditions_weapons_armor_and_foes_to_where_they_are_used() -> None:
    found = {(entry["kind"], entry["title"], entry["url"]) for entry in search_index.search_index()}

    assert {
        ("act", "Check Morale", "wwn/morale/"),
        ("condition", "Prone", "wwn/rules/#table-conditions-prone"),
        ("weapon", "Huge sword", "raiders/rules/#table-weapons-huge_sword"),
        ("armor", "Padded", "obss/rules/#table-armor-padded"),
        ("foe", "Apex Predator", "wwn/fight/#foe=Apex%20Predator"),
    } <= found


@pytest.mark.parametrize(
    ("calculator", "weapon", "chosen"),
    [
        ("wwn.attack", "Stiletto", {"weapon.damage": "1d4", "weapon.shock": "1", "weapon.shock_ac": "18"}),
        ("openquest.close_attack", "Greathammer", {"damage": "2d8"}),
        ("openquest.ranged_attack", "Staff Sling", {"damage": "1d8", "situation.range": "100"}),
        ("obss.strike", "Halberd", {"weapon": "1d10", "ed": "9"}),
    ],
)
def test_a_weapon_leads_to_the_attack_of_its_game_with_that_weapon(
    calculator: str, weapon: str, chosen: dict[str, str]
) -> None:
    page = f"{calculator.replace('.', '/')}/#"
    [entry] = [one for one in search_index.search_index() if one["title"] == weapon and one["url"].startswith(page)]
    pairs = parse_qsl(entry["url"].removeprefix(page).replace("+", "%2B"))
    inputs, problems = pyrules.calculator(calculator).from_text(pairs)

    assert inputs is not None and not problems
    assert chosen.items() <= dict(pairs).items()
