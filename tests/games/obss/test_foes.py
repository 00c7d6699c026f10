"""Foes of OBSS: sheets with the numbers of our table, or of a quick foe.

Attacks add Weapon Proficiency and Strength (or Dexterity for shots); Defense is 10, Dexterity and armor (OBSS-AR-05).
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pyrules
from pyrules.engine.dice import Dice
from pyrules.engine.errors import InvalidInput, UnknownName
from pyrules.engine.inputs import Number, input_fields
from pyrules.engine.sheet.values import Values
from pyrules.games.obss.fight.foes import FOES, QuickFoe

from ...drawing import examples
from ...matchups import filled_inputs, matchup, values_of

SHEET = pyrules.sheet("obss")
ROWS = {row["id"]: row for row in pyrules.facts("obss").table("foes").rows}
EVERY_FOE = pytest.mark.parametrize("foe", ROWS)


def values(pairs: list[tuple[str, str]]) -> Values:
    return values_of(SHEET, pairs)


def grunda() -> Values:
    return Values(SHEET, SHEET.parse(dict(SHEET.example("grunda").data)))


def strike(me: Values, target: Values) -> Any:
    return filled_inputs("obss.strike", matchup(me, target))


def test_a_handful_of_foes_says_whose_they_are() -> None:
    facts = pyrules.facts("obss")
    assert len(FOES.rows) >= 5
    assert "our own" in facts.table("foes").title
    assert {facts.rule(row["rule"]).source for row in ROWS.values()} == {"Ours: not from the game"}


@EVERY_FOE
def test_a_foe_is_a_sheet_with_its_row(foe: str) -> None:
    row, me = ROWS[foe], values(FOES.pairs(foe))

    assert me["name"] == row["label"]
    assert me["defense_now"] == 10 + row["dex"] + row["defense_abilities"]
    assert me["hit_points"] == row["hit_points_max"]
    assert me["reflex"] == row["save_reflex"] + row["dex"]
    assert me["body_now"] == row["save_fortitude"] + row["con"], "a save stands in for Athletics"
    assert FOES.hit_points(foe) is None
    assert (me["nonlethal"], me["falls"], me["fatigue"], SHEET.status(me)) == (0, 0, 0, "")


@EVERY_FOE
def test_a_strike_has_the_numbers_of_the_row(foe: str) -> None:
    row, me = ROWS[foe], values(FOES.pairs(foe))
    shoots = row["kind"] == "shot"

    asked = strike(me, grunda())
    assert asked.modifier == row["wp"] + (row["dex"] if shoots else row["str"])
    assert asked.damage_bonus == (0 if shoots else row["str"])
    assert str(asked.weapon) == row["damage"]
    assert strike(grunda(), me).defense == me["defense_now"]


def test_lines_say_the_numbers() -> None:
    assert FOES.row("bandit").line == "Short blade +2, 1d6+1 · Defense 14 · 10 HP"
    assert FOES.row("archer").line == "Shortbow +6, 1d6 · Defense 15 · 16 HP"


def test_foes_have_attacks_of_their_own() -> None:
    assert not any(row.bears_weapon for row in FOES.rows)
    with pytest.raises(InvalidInput):
        FOES.pairs("bandit", "longsword")
    with pytest.raises(UnknownName):
        FOES.pairs("nobody")


NUMBERS = [one for one in input_fields(QuickFoe) if isinstance(one.input, Number)]


@given(quick=st.fixed_dictionaries({one.name: st.integers(one.input.low, one.input.high) for one in NUMBERS}))  # type: ignore[attr-defined]
@examples(10, 30, 200)
def test_a_quick_foe_has_just_its_numbers(quick: dict[str, int]) -> None:
    me = values(FOES.of_quick(QuickFoe(name="Rat king", damage=Dice(2, 4), **quick)))  # type: ignore[arg-type]

    assert (me["name"], me["defense_now"], me["hit_points"]) == ("Rat king", quick["defense"], quick["hit_points"])
    assert {me[name] for name in ("fortitude", "reflex", "will")} == {quick["saves"]}
    asked = strike(me, grunda())
    assert (asked.modifier, asked.damage_bonus, str(asked.weapon)) == (quick["attack"], quick["damage_bonus"], "2d4")


def test_a_quick_foe_of_defaults_is_a_sheet() -> None:
    assert SHEET.summary(values(FOES.of_quick(QuickFoe()))) == "Level 1 · WP 0 · Defense 13"
