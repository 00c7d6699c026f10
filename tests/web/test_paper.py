"""The front of a printed sheet: what stands on it, and that nothing a person typed becomes markup."""

import json
from typing import Any

import pytest

import pyrules
from web.worker import endpoint

each_game = pytest.mark.parametrize("game_id", pyrules.GAME_IDS)


def ask(**request: Any) -> dict[str, Any]:
    reply: dict[str, Any] = json.loads(endpoint.handle(json.dumps(request)))
    return reply


def ready_made(game_id: str) -> list[list[str]]:
    sheet = pyrules.sheet(game_id)
    return [[key, text] for key, text in sheet.to_pairs(sheet.parse(dict(sheet.examples[0].data)))]


def front(game_id: str, *pairs: list[str], **more: Any) -> str:
    reply = ask(kind="sheet_paper", system=game_id, pairs=[*ready_made(game_id), *pairs], **more)
    assert reply["ok"], reply["problems"]
    return str(reply["html"])


@each_game
def test_a_blank_sheet_and_a_ready_made_one_are_drawn(game_id: str) -> None:
    blank = ask(kind="sheet_paper", system=game_id, pairs=[])
    assert blank["ok"] and "New character" in blank["html"]

    drawn = front(game_id)
    sheet = pyrules.sheet(game_id)
    assert sheet.examples[0].data["name"] in drawn
    for weapon in sheet.examples[0].data["weapons"]:
        assert weapon["name"].replace("'", "&#39;") in drawn
    for pool in sheet.pools:
        assert drawn.count('class="write"') == len(sheet.pools), pool
    for condition in sheet.conditions.options:
        assert condition.label.replace("'", "&#39;") in drawn


@each_game
def test_every_condition_at_once_is_ticked(game_id: str) -> None:
    sheet = pyrules.sheet(game_id)
    held = [pair for pair in ready_made(game_id) if pair[0] != "conditions"]
    every = [["conditions", option.id] for option in sheet.conditions.options]
    reply = ask(kind="sheet_paper", system=game_id, pairs=[*held, *every])

    assert reply["ok"], reply["problems"]
    assert reply["html"].count('class="holds"') == len(sheet.conditions.options)


def test_odds_are_those_of_the_sheet_against_the_same_target() -> None:
    target = {"pairs": [["armor_class_now", "19"]]}
    shown = ask(kind="sheet", system="wwn", pairs=ready_made("wwn"), target=target)["html"]
    drawn = front("wwn", target=target)

    [figure] = {part.split("<")[0] for part in shown.split('class="n">')[1:2]}
    assert f'<td class="num">{figure.replace(chr(0xA0), " ")}</td>' in drawn
    assert "AC 19" in drawn
    assert "AC 19" not in front("wwn")


def test_against_another_character_it_says_whom() -> None:
    assert "against Hessa of the Ford" in front("wwn", target={"sheet": ready_made("wwn")})


def test_what_was_set_by_hand_says_so() -> None:
    drawn = front("wwn", ["overrides.armor_class", "17"], ["overrides.armor_class_reason", "a ring"])

    assert "by hand: a ring" in drawn
    assert "by hand" not in front("wwn")


def test_what_a_person_typed_is_text() -> None:
    mark = "<img src=x onerror=alert(1)>"
    drawn = ask(
        kind="sheet_paper",
        system="wwn",
        pairs=[
            *(["name", mark], ["notes", mark], ["weapons.0.name", mark], ["weapons.0.damage", "1d6"]),
            *(["overrides.armor_class", "9"], ["overrides.armor_class_reason", mark]),
        ],
    )["html"]

    assert "<img" not in drawn
    assert drawn.count("&lt;img") == 4


def test_wrong_input_is_told_and_nothing_drawn() -> None:
    reply = ask(kind="sheet_paper", system="wwn", pairs=[["level", "three"]])

    assert not reply["ok"]
    assert reply["problems"][0]["field"] == "level"
    assert ask(kind="sheet_paper", system="chess", pairs=[])["problems"][0]["code"] == "unknown_name"
    assert ask(kind="sheet_paper", system="wwn", pairs="x")["problems"][0]["code"] == "bad_type"


def test_a_qr_code_of_any_link_of_ours() -> None:
    assert 'role="img"' in ask(kind="qr", link="https://example.org/wwn/sheet/#sheet=1.abc")["html"]
    assert "too many" in ask(kind="qr", link="https://example.org/#" + "a" * 2000)["html"]
    for wrong in (None, "javascript:alert(1)", "https://example.org/\n", 7):
        assert ask(kind="qr", link=wrong)["problems"][0]["field"] == "link"


def test_points_that_are_not_said_are_full_on_paper() -> None:
    reply = ask(kind="sheet_paper", system="openquest", pairs=[["siz", "14"]])

    assert "of 12, now full" in reply["html"]
    assert "of 10, now full" in reply["html"]
