"""How answers are explained: the steps that lead to a figure, and what was decided."""

from __future__ import annotations

from typing import Any

import pytest

import pyrules
from pyrules.engine.inputs import input_fields
from web.builder.site import forms
from web.worker.render import explanation

FIGHTER = {"offense": 5, "defense": 12, "brawn": 3, "weapon": 4}


def explained(name: str, output: str, **changed: Any) -> tuple[Any, list[dict[str, Any]]]:
    """The value of an output, and the steps shown under it."""
    calculator = pyrules.calculator(f"raiders.{name}")
    inputs = calculator.parse({**calculator.start, **changed})
    [declared] = [one for one in calculator.outputs if one.name == output]
    value = calculator.answer(inputs).values[output]
    return value, explanation.explain(calculator, inputs)(declared, value).steps


def labels(name: str, output: str, **changed: Any) -> list[str]:
    return [step["label"] for step in explained(name, output, **changed)[1]]


def test_wounds_of_a_roll_are_told_from_the_mox_to_the_last_point_of_fortune() -> None:
    assert labels("damage", "wounds_after_fortune", fortune_spent=3, weapon_used=9) == [
        "Damage before Protection, 6 held back",
        "Wounds",
        "Wounds after Fortune",
    ]


def test_a_natural_2_is_told_where_the_sum_would_do() -> None:
    assert labels("strike", "p_hit", offense=6) == ["Hit roll against 10"]
    assert labels("strike", "p_hit", offense=9)[0] == "A natural 2 fails, although 11 is rolled against 10"
    assert labels("strike", "p_hit", offense=9, extremes=False) == ["Hit roll against 10"]


def test_a_natural_12_is_told_where_the_sum_falls_short() -> None:
    assert labels("strike", "p_hit", offense=0, defense=20) == [
        "A natural 12 succeeds with mox 1, although 12 is rolled against 20",
        "Hit roll against 20",
    ]


def test_a_trivial_task_is_told_without_a_roll_or_its_bonus() -> None:
    value, [step] = explained("roll", "mean_mox_on_success", no_roll=True, bonus=4)

    assert step["label"] == "No roll: the trait is the mox"
    assert step["total"] == value


def test_a_chance_is_told_by_the_best_way_and_not_by_the_first() -> None:
    assert labels("rounds_to_drop", "p_dropped_at_end")[0] == "Haymaker: Strike against 13"
    best, lines = explained("round_options", "best_by_net")
    assert best == "haymaker"
    assert [line["label"].partition(":")[0] for line in lines] == [
        "Strike twice",
        "Aim and strike",
        "Haymaker",
        "Strike and defend",
        "Full defense",
    ]


def test_who_cannot_throw_a_haymaker_is_told_so() -> None:
    told = labels("round_options", "best_net", me={**FIGHTER, "melee": False})

    assert "Haymaker: not without a melee attack" in told
    assert not any(label.startswith("Haymaker: 0") for label in told)


def test_a_defending_foe_is_told_with_the_defense_it_comes_to() -> None:
    _, [raised, strike, *_] = explained("duel", "p_a_wins", a_option="strike_defend", b_option="defend_defend")

    assert (raised["label"], raised["total"]) == ("Side B: Defense", 19)
    assert "A natural 12" in strike["label"]


def test_a_try_to_escape_is_told_even_if_the_first_squeeze_ends_it() -> None:
    assert labels("grapple", "p_escape_one_try", warrior=30, brawn=30)[-1].startswith("Escape against")


@pytest.mark.parametrize(
    ("table", "key", "rule"),
    [
        ("lift", 23, "RR-REF-01"),
        ("cost", 29, "RR-REF-02"),
        ("challenge", 12, "RR-REF-03"),
        ("extra_time", 3, "RR-REF-04"),
        ("rush", 2, "RR-REF-04"),
    ],
)
def test_what_is_looked_up_is_told_by_the_rule_of_its_table(table: str, key: int, rule: str) -> None:
    calculator = pyrules.calculator("raiders.tables")
    inputs = calculator.parse({"table": table, "key": key})
    values = calculator.answer(inputs).values
    [given] = [one for one in calculator.outputs if one.visible and values[one.name] is not None]

    assert (values[given.name], given.rule) == (values["value"], rule)
    assert {step["rule"] for step in explained("tables", "reading", table=table, key=key)[1]} == {rule}


def test_a_row_of_the_look_up_says_what_it_is() -> None:
    readings = {
        ("lift", 23): "10000 kg for Brawn 23",
        ("cost", 4): "6 points for level 4",
        ("challenge", 12): "Moderate for challenge 12",
        ("extra_time", 3): "+5 for 3 times as long",
        ("rush", 2): "+6 for the time halved 2×",
    }
    for (table, key), reading in readings.items():
        assert pyrules.answer("raiders.tables", {"table": table, "key": key}).values["reading"] == reading


def test_the_look_up_says_which_rows_there_are() -> None:
    [key] = [field.input for field in input_fields(pyrules.calculator("raiders.tables").inputs) if field.name == "key"]
    assert "Extra time: 2, 3, 4, 5, 6, 8 or 10" in key.help and "levels 0 to 60" in key.help

    with pytest.raises(pyrules.InvalidInput, match="no row for 7, only for 2, 3, 4, 5, 6, 8 or 10"):
        pyrules.answer("raiders.tables", {"table": "extra_time", "key": 7})


def test_a_round_shows_bonuses_only_where_they_can_count() -> None:
    rows = pyrules.answer("raiders.round_tracker", {"events": ["defend", "strike"]}).values["round"]
    assert [(row["hit_bonus"], row["damage_bonus"], row["defense_bonus"]) for row in rows] == [
        (None, None, 3),
        (0, 0, None),
    ]


def test_the_two_rolls_of_a_ride_have_a_house_rule_each() -> None:
    seat = pyrules.calculator("raiders.seat").inputs
    own = {field.name: field.input for field in input_fields(seat)}
    blow = {field.name: field.input for field in input_fields(own["strike"].of)}  # type: ignore[attr-defined]

    assert own["extremes"].label != blow["extremes"].label


def test_a_duel_asks_first_what_the_sides_do_and_still_reads_the_sides_first() -> None:
    duel = pyrules.calculator("raiders.duel")
    shown = [one["key"] for one in forms.form(duel, duel.parse(dict(duel.start)))["open"]]

    assert shown == ["a_option", "b_option", "a", "b"]
    assert [field.name for field in input_fields(duel.inputs)][:4] == ["a", "b", "a_option", "b_option"]


@pytest.mark.parametrize("name", ["area", "defend", "assist_block"])
def test_what_is_always_needed_is_not_folded_away(name: str) -> None:
    needed = {
        "area": {"damage", "athlete", "spaces_to_leave"},
        "defend": {"offense", "defense", "brawn", "weapon", "protection"},
        "assist_block": {"offense", "friend_defense", "blocker_parry"},
    }
    declared = input_fields(pyrules.calculator(f"raiders.{name}").inputs)

    assert needed[name] <= {field.name for field in declared if not field.input.group}


@pytest.mark.parametrize("name", ["defend", "assist_block"])
def test_numbers_of_two_sides_say_whose_they_are(name: str) -> None:
    declared = input_fields(pyrules.calculator(f"raiders.{name}").inputs)
    asked = [
        field.input.label for field in declared if type(field.input).__name__ == "Number" and field.name != "attacks"
    ]

    assert [label for label in asked if label.split()[0] not in ("Attacker's", "Your", "Friend's")] == []
