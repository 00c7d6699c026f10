"""Mounted combat, a character's numbers and the tables that are looked up."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pyrules.games.openquest.close.mounts import MOUNTED
from pyrules.games.openquest.reference import REFERENCE, TABLES
from pyrules.games.openquest.skills.derived import DERIVED
from pyrules.games.openquest.tables import FACTS

from ..asking import ask

RIDER: dict[str, Any] = {"skill": {"base": 80, "mods": -10}, "riding": {"base": 45}}


@pytest.mark.parametrize(
    ("side", "base", "modifier"),
    [("rider_attack", 45, 20), ("rider_parry", 45, 20), ("rider_dodge", 80, 0), ("foot_defence", 80, -20)],
)
def test_riding_limits_weapons_and_helps_against_those_on_foot(side: str, base: int, modifier: int) -> None:
    values = ask(MOUNTED, side=side, **RIDER)
    assert (values["base_used"], values["modifier"], values["modified"]) == (base, modifier, base - 10 + modifier)


@pytest.mark.parametrize("changed", [{"foe_on_foot": False}, {"adjacent": False}, {"tall_foe": True}])
def test_the_rider_needs_a_small_target_in_reach(changed: dict[str, bool]) -> None:
    assert ask(MOUNTED, side="rider_attack", **RIDER, **changed)["modifier"] == 0
    on_foot = ask(MOUNTED, side="foot_defence", **RIDER, **changed)["modifier"]
    assert on_foot == (0 if "tall_foe" in changed else -20)


def test_riding_decides_who_is_a_master_in_the_saddle() -> None:
    values = ask(MOUNTED, side="rider_attack", skill={"base": 120}, riding={"base": 90})
    assert (values["modified"], values["p_success"]) == (110, Fraction(99, 100))
    assert ask(MOUNTED, side="rider_attack", skill={"base": 120}, riding={"base": 100})["p_success"] == 1


def test_an_untrained_mount_is_a_risk_every_round() -> None:
    values = ask(MOUNTED, side="rider_dodge", **RIDER, trained=False, rounds=4)
    assert values["p_no_flight"] == values["p_control"] ** 4 == Fraction(45, 100) ** 4
    assert values["mean_rounds_controlled"] == Fraction(9, 5)
    assert ask(MOUNTED, side="rider_dodge", **RIDER, rounds=4)["p_no_flight"] == 1


# A character.

AVERAGE = {"str": 12, "con": 11, "siz": 14, "dex": 13, "int": 10, "pow": 12, "cha": 9}


@pytest.mark.parametrize(
    ("weight", "modifier"),
    [
        (2, "-1d6"),
        (10, "-1d6"),
        (11, "-1d4"),
        (16, "0"),
        (25, "0"),
        (26, "+1d4"),
        (30, "+1d4"),
        (31, "+1d6"),
        (75, "+3d6"),
        (76, "+4d6"),
        (90, "+4d6"),
        (91, "+5d6"),
        (400, "+25d6"),
    ],
)
def test_the_damage_modifier_grows_in_steps(weight: int, modifier: str) -> None:
    siz = weight // 2
    assert ask(DERIVED, **{**AVERAGE, "siz": siz, "str": weight - siz})["damage_mod"] == modifier


def test_the_table_of_damage_modifiers_is_what_its_steps_give() -> None:
    start, step = FACTS.number("damage_modifier_from"), FACTS.number("damage_modifier_step")
    for row in FACTS.table("damage_modifiers").rows:
        if row["from"] and row["from"] > 30:
            assert row["modifier"] == f"+{(row['from'] - start) // step}d6" == f"+{(row['to'] - start) // step}d6"


def test_half_a_hit_point_is_a_whole_one() -> None:
    assert [ask(DERIVED, **{**AVERAGE, "con": con})["hp"] for con in (10, 11, 12)] == [12, 13, 13]


def test_strength_throws_farther() -> None:
    ranges = {row["weapon"]: row["range"] for row in ask(DERIVED, **AVERAGE)["throwing"]}
    assert (ranges["Javelin"], ranges["Rock"]) == (24, 12)


# Tables.


@pytest.mark.parametrize("table", [option.id for option in TABLES])
def test_every_table_shows_its_rows_and_no_other(table: str) -> None:
    values = ask(REFERENCE, table=table)
    shown = [option.id for option in TABLES if values[f"{option.id}_table"] is not None]
    assert shown == [table]
    assert len(values[f"{table}_table"]) == len(values["rows"]) > 0
    assert values["external"] == (table in ("armour", "damage_modifier"))


def test_an_empty_cell_is_nothing() -> None:
    assert ask(REFERENCE, table="ranged_modifiers")["rows"][2] == {
        "group": "wind",
        "situation": "hurricane",
        "value": "auto_fail",
    }
    assert ask(REFERENCE, table="healing_magic")["rows"][1]["magnitude"] is None
    assert ask(REFERENCE, table="shields")["rows"][0]["missile_cover"] == 0
