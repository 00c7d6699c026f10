"""Filling a calculator through the worker: every example fits, what is the player's stays, junk is refused in words."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pyrules
from pyrules.engine.calculator import Calculator
from web.builder.site.filled_inputs import from_sheet
from web.worker import endpoint, links

from ..drawing import examples
from ..rotation import part_if_quick
from .hostile import junk, strange_keys, texts

ATTACK = "wwn.attack"
UNSUITED = "is no weapon for this"


def ask(**request: Any) -> dict[str, Any]:
    reply: dict[str, Any] = json.loads(endpoint.handle(json.dumps(request)))
    return reply


def example(name: str, game_id: str = "wwn", **other: Any) -> list[list[str]]:
    sheet = pyrules.sheet(game_id)
    return [list(pair) for pair in sheet.to_pairs(sheet.parse({**sheet.example(name).data, **other}))]


def start(calculator: Calculator[Any]) -> list[list[str]]:
    """The form as its page shows it first."""
    return [list(pair) for pair in links.pairs(calculator, calculator.parse(dict(calculator.start)))]


def fill(sheet: Any, calculator: str = ATTACK, **more: Any) -> dict[str, Any]:
    request = {"pairs": start(pyrules.calculator(calculator)), **more}
    return ask(kind="fill", calculator=calculator, sheet=sheet, **request)


FILLED = [
    pytest.param(game_id, slug, id=f"{game_id}-{slug}")
    for game_id in pyrules.GAME_IDS
    for slug in pyrules.sheet(game_id).bindings
]
"""Each calculator that takes something from a sheet."""


@pytest.mark.parametrize(("game_id", "slug"), part_if_quick(FILLED))
def test_what_is_filled_lacks_nothing_and_is_filled_no_otherwise_again(game_id: str, slug: str) -> None:
    """A game may still refuse a weapon for what is done; then it is another weapon that does it."""
    calculator = pyrules.calculator(f"{game_id}.{slug}")
    one, other = (example(ready.id, game_id) for ready in pyrules.sheet(game_id).examples)
    scenes = [(one, {}), (other, {}), (one, {"target": {"sheet": other}}), (other, {"target": {"sheet": one}})]
    answered = 0
    for sheet, target in scenes:
        for weapon in range(max(1, len(fill(sheet, calculator.id)["weapons"]))):
            first = fill(sheet, calculator.id, weapon=weapon, **target)
            assert first["ok"] and not first["problems"]
            assert [note for note in first["notes"] if UNSUITED not in note] == []
            reply = ask(kind="answer", calculator=calculator.id, pairs=first["pairs"])
            assert all(problem["code"] not in ("missing", "bad_type", "unknown_field") for problem in reply["problems"])
            answered += reply["ok"]
            again = fill(sheet, calculator.id, weapon=weapon, pairs=first["pairs"], **target)
            assert sorted(again["pairs"]) == sorted(first["pairs"])
            assert again["filled"] == first["filled"]
    assert answered


def test_a_part_of_the_form_that_is_not_there_stays_away_unless_the_sheets_know_all_of_it() -> None:
    alone = fill(example("hessa"), "wwn.snap")
    against = fill(example("hessa"), "wwn.snap", target={"sheet": example("ilo")})

    assert not any(key.startswith("counter.") for key, _ in alone["pairs"])
    assert dict(against["pairs"])["counter.weapon.damage"] == "1d6"


def test_each_filled_input_says_what_it_is_called_on_the_sheet_and_whose_it_is() -> None:
    reply = fill(example("hessa"), target={"sheet": example("ilo")})
    told = {one["key"]: one for one in reply["filled"]}

    assert told["skill"] == {
        "key": "skill",
        "label": "Weapon skill",
        "text": "1",
        "theirs": False,
        "options": [],
        "allowed": [],
    }
    assert (told["target_ac"]["label"], told["target_ac"]["theirs"]) == ("Armor Class now", True)
    assert reply["weapons"] == ["Heirloom sword", "Light spear", "Fists"]


def test_the_weapon_in_hand_is_the_one_asked_for_or_the_first() -> None:
    def damage(weapon: Any) -> str:
        return dict(fill(example("hessa"), weapon=weapon)["pairs"])["weapon.damage"]

    assert [damage(one) for one in (0, 1, 2, 3, -1, "1", None)] == ["1d8", "1d6", "1d2", "1d8", "1d8", "1d8", "1d8"]


@pytest.mark.parametrize(("slug", "asked", "taken"), [("ranged_attack", 1, 0), ("close_attack", 0, 1)])
def test_a_weapon_that_is_not_for_this_gives_way_to_one_that_is(slug: str, asked: int, taken: int) -> None:
    """A bow does not stay in hand as one goes from shooting to a fight, nor a knife the other way."""
    reply = fill(example("ysmel", "openquest"), f"openquest.{slug}", weapon=asked)
    names = ["Reed bow", "Fishing knife"]
    assert reply["weapon"] == taken
    assert reply["notes"] == [f"{names[asked]} {UNSUITED}: {names[taken]} is taken."]
    kept = fill(example("ysmel", "openquest"), f"openquest.{slug}", weapon=taken)
    assert (kept["weapon"], kept["notes"]) == (taken, [])


@pytest.mark.parametrize("name", ["wwn.stabilize", "wwn.initiative_group", "raiders.assist_block", "obss.multi_attack"])
def test_a_page_that_fills_what_both_sides_together_tell_asks_for_the_weapon_and_the_target(name: str) -> None:
    asked = from_sheet(pyrules.calculator(name))
    assert asked.asks_weapon
    assert asked.takes_target


@pytest.mark.parametrize(
    ("name", "me", "target"),
    [("wwn.swarm", "is attacked", "Who strikes"), ("wwn.stabilize", "heals, or lies", "The other")],
)
def test_a_page_names_the_parts_of_both_sides_where_the_character_does_not_act_on_a_target(
    name: str, me: str, target: str
) -> None:
    roles = from_sheet(pyrules.calculator(name)).roles
    assert roles
    assert (roles.me.startswith(me), roles.target) == (True, target)
    assert from_sheet(pyrules.calculator("wwn.attack")).roles is None


def test_a_page_that_fills_what_one_character_alone_tells_asks_for_neither() -> None:
    asked = from_sheet(pyrules.calculator("wwn.derive"))
    assert not asked.asks_weapon
    assert not asked.takes_target


def test_a_sum_is_called_after_what_adds_something() -> None:
    foe = example("brakka", "openquest", conditions=["prone"])
    reply = fill(example("ysmel", "openquest"), "openquest.close_attack", weapon=1, target={"sheet": foe})
    assert [one["label"] for one in reply["filled"] if one["key"] == "attack.mods"] == ["Conditions of both sides"]


def test_a_condition_is_told_with_what_it_does_and_counts_no_more_where_it_is_left_out() -> None:
    prone = example("hessa", conditions=["prone", "frail"])

    with_it, without = fill(prone), fill(prone, without=["prone"])

    assert ["circumstances", "attacker_prone"] in with_it["pairs"]
    assert ["circumstances", "attacker_prone"] not in without["pairs"]
    effects = {one["id"]: (one["counts"], one["effects"]) for one in without["conditions"]}
    assert effects == {"prone": (False, ["You are prone −4"]), "frail": (True, [])}


@pytest.mark.parametrize(
    ("game_id", "me", "foe", "effect"),
    [("wwn", "hessa", "ilo", "Target prone, beside you +2"), ("openquest", "ysmel", "brakka", "+20")],
)
def test_the_odds_name_what_a_condition_of_the_target_does(game_id: str, me: str, foe: str, effect: str) -> None:
    down = example(foe, game_id, conditions=["prone"])

    alone = ask(kind="sheet", system=game_id, pairs=example(me, game_id), target={"sheet": example(foe, game_id)})
    against = ask(kind="sheet", system=game_id, pairs=example(me, game_id), target={"sheet": down})

    assert "Conditions of" not in alone["html"]
    _, _, told = against["html"].partition(f"Conditions of {dict(map(tuple, down))['name']}</h3>")
    assert effect in told.partition("</section>")[0]
    assert "data-counts" not in against["html"], "mine are none"


def test_a_condition_of_the_target_that_changes_nothing_says_so() -> None:
    tired = example("ilo", conditions=["frail"])

    reply = ask(kind="sheet", system="wwn", pairs=example("hessa"), target={"sheet": tired})

    assert "Frail <small>changes nothing here</small>" in reply["html"]


def test_chips_that_no_sheet_knows_of_stay_in_lists_too() -> None:
    """A character in cover stays there, also in the attacks against the character."""
    charge = pyrules.calculator("wwn.charge")
    chips = "incoming.0.circumstances"
    form = [*start(charge), [chips, "half_cover"], [chips, "attacker_prone"]]

    reply = fill(example("hessa"), charge.id, pairs=form, own=[chips], target={"sheet": example("ilo")})

    assert [text for key, text in reply["pairs"] if key == "incoming.0.circumstances"] == ["half_cover"]


def test_a_value_that_does_not_fit_is_said_and_the_input_stays() -> None:
    reply = fill(example("hessa", hit_points=0), "wwn.total_defense", pairs=[["hp", "4"]], own=["hp"])

    assert dict(reply["pairs"])["hp"] == "4"
    [note] = reply["notes"]
    assert note.startswith("Hit points of the sheet does not fit here.")


def test_a_sheet_that_cannot_be_read_fills_nothing_and_says_why() -> None:
    reply = fill([*example("hessa"), ["level", "many"]], pairs=[["skill", "2"]])

    assert not reply["ok"]
    assert reply["pairs"] == [["skill", "2"]]
    assert reply["notes"] and reply["notes"][0].startswith("This sheet cannot be used: Level")


def test_a_form_with_more_rows_than_any_form_has_is_filled_in_no_time() -> None:
    """Rows that a hostile link makes up are not filled one by one for minutes."""
    rows = [[f"incoming.{index}.misc_hit", "1"] for index in range(1500)]

    reply = fill(example("hessa"), "wwn.charge", pairs=rows, own=["incoming"], target={"sheet": example("ilo")})

    assert len({one["key"].split(".")[1] for one in reply["filled"] if one["key"].startswith("incoming.")}) == 100


pairs = st.lists(st.tuples(strange_keys | st.sampled_from(("skill", "weapon.damage", "name", "conditions")), texts))


@examples(5, 40, 150)
@given(
    st.fixed_dictionaries(
        {},
        optional={
            "calculator": st.sampled_from(("wwn.attack", "wwn.charge", "raiders.strike", "obss.attack")) | junk,
            "pairs": pairs | junk,
            "sheet": pairs | junk,
            "target": st.fixed_dictionaries({}, optional={"sheet": pairs | junk, "pairs": pairs | junk}) | junk,
            "weapon": st.integers(-3, 40) | junk,
            "without": st.lists(st.sampled_from(("prone", "frail"))) | junk,
            "house": pairs | junk,
        },
    )
)
def test_no_request_is_a_fault_of_ours(request: dict[str, Any]) -> None:
    reply = json.loads(endpoint.handle(json.dumps({**request, "kind": "fill"})))

    assert isinstance(reply["ok"], bool)
    assert reply["ok"] or reply["problems"] or reply["notes"]
    assert all(problem["code"] != "internal" for problem in reply["problems"])


def test_what_a_form_would_refuse_is_told_without_its_odds() -> None:
    asked = {"kind": "check", "system": "wwn", "schema": pyrules.sheet("wwn").schema}

    sound, wrong = ask(**asked, data=example("hessa")), ask(**asked, data=[["name", "Anna"], ["level", "99"]])

    assert sound == {"ok": True, "problems": []}
    assert [problem["field"] for problem in wrong["problems"]] == ["level"]


def test_a_form_that_stays_as_it_stands_is_only_compared_with_the_sheet() -> None:
    """As after a reload: what was entered by hand stays, and the reply says what the sheet says there."""
    form = [["skill", "4"], ["target_ac", dict(start(pyrules.calculator(ATTACK)))["target_ac"]], ["misc_hit", "2"]]

    reply = fill(example("hessa"), pairs=form, as_is=True)

    assert dict(reply["pairs"])["skill"] == "1"
    assert dict(reply["pairs"])["target_ac"] == dict(form)["target_ac"]
    rests = {one["key"]: one for one in reply["resting"]}
    assert rests["target_ac"] == {
        "key": "target_ac",
        "text": f"Target AC {dict(form)['target_ac']}",
        "example": True,
        "theirs": True,
    }
    assert "skill" not in rests


@pytest.mark.parametrize("own", [None, 5, "target_ac", [None, 7, ["target_ac"]], {"target_ac": 1}])
def test_keys_of_the_player_that_are_no_list_of_names_do_no_harm(own: Any) -> None:
    assert fill(example("hessa"), own=own)["ok"]


def test_a_sheet_and_its_paper_say_first_what_holds_at_no_hit_points() -> None:
    """The page shows the status above the pools; on paper it stands before what the character can do."""
    down = [["hit_points", "0"]]
    assert ask(kind="sheet", system="wwn", pairs=down)["status"].startswith("Mortally Wounded: 6 rounds to live")
    assert ask(kind="sheet", system="wwn", pairs=[])["status"] == ""
    html = ask(kind="sheet_paper", system="wwn", pairs=down)["html"]
    assert html.index("Mortally Wounded: 6 rounds to live") < html.index("Other actions")
    assert "Mortally Wounded: 6 rounds" not in ask(kind="sheet_paper", system="wwn", pairs=[])["html"]
