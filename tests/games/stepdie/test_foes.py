"""Foes of the step-die game: sheets with the numbers of our table, or of a quick foe."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pyrules
from pyrules.engine.errors import InvalidInput, UnknownName
from pyrules.engine.inputs import Number, input_fields
from pyrules.engine.sheet.values import Values
from pyrules.games.stepdie.fight.foes import FOES, TRAITS, QuickFoe

from ...drawing import examples
from .fighting import Fighting

SHEET = pyrules.sheet("stepdie")
ROWS = {row["id"]: row for row in pyrules.facts("stepdie").table("foes").rows}
EVERY_FOE = pytest.mark.parametrize("foe", ROWS)
TARGET = {"agility_die": 8, "acrobatics": 1, "health_max": 5, "armor_dr": 1}


def values(pairs: list[tuple[str, str]]) -> Values:
    held, problems = SHEET.from_text(pairs)
    assert problems == []
    assert SHEET.to_pairs(held) == pairs
    return Values(SHEET, held)


def against_target(pairs: list[tuple[str, str]], act: str) -> Fighting:
    """A foe in a fight with a target."""
    fight = Fighting({"id": "target", "sheet": TARGET}, begun=False)
    fighters = [{"id": "foe", "name": "Foe"}]
    sheet = [[*pair] for pair in pairs]
    fight.add({"do": "join", "side": "foes", "schema": SHEET.schema, "sheet": sheet, "fighters": fighters})
    assert fight.why_not(act, "foe", "target", 0) == ""
    return fight


def as_asked(action: str, attacker: dict[str, Any]) -> dict[str, Any]:
    """The answer to an attack with these numbers on the target."""
    defender = {"agility_die": 8, "acrobatics": 1, "health": 5, "armor_dr": 1}
    return pyrules.answer("stepdie.attack", {"action": action, "attacker": attacker, "defender": defender}).values


def test_a_handful_of_foes_says_whose_they_are() -> None:
    facts = pyrules.facts("stepdie")
    assert len(FOES.rows) >= 5
    assert "our own" in facts.table("foes").title
    assert {facts.rule(row["rule"]).source for row in ROWS.values()} == {"Ours: not from the chapter"}


@EVERY_FOE
def test_a_foe_is_a_sheet_with_its_row(foe: str) -> None:
    row, me = ROWS[foe], values(FOES.pairs(foe))

    assert me["name"] == row["label"]
    assert {name: me[name] for name in TRAITS} == {name: row[name] for name in TRAITS}
    assert (me["health"], me["stance"], SHEET.status(me)) == (row["health_max"], "normal", "")
    assert me["block"] == (row["shield_block"] if row["shield_block"] != "" else None)
    assert FOES.hit_points(foe) is None


@EVERY_FOE
def test_an_attack_has_the_numbers_of_the_row(foe: str) -> None:
    row = ROWS[foe]
    act, skill = ("shoot", row["archery"]) if row["kind"] == "bow" else ("attack", row["fighting"])
    attacker = {"agility_die": row["agility_die"], "skill": skill, "damage": row["damage"], "kind": row["kind"]}

    answer = against_target(FOES.pairs(foe), act).odds(act, "foe", "target", 0).answer
    assert answer is not None
    assert answer.values == as_asked(act, attacker)


def test_lines_say_the_numbers() -> None:
    assert FOES.row("cutpurse").line == "d8 + 1 · Dagger 1 · Armor 0 · Health 3"
    assert FOES.row("crossroads_archer").line == "d8 + 3 · Short bow 2 · Armor 0 · Health 4"


def test_foes_have_attacks_of_their_own() -> None:
    assert not any(row.bears_weapon for row in FOES.rows)
    with pytest.raises(InvalidInput):
        FOES.pairs("cutpurse", "huge_sword")
    with pytest.raises(UnknownName):
        FOES.pairs("nobody")


NUMBERS = [one for one in input_fields(QuickFoe) if isinstance(one.input, Number)]


@given(
    quick=st.fixed_dictionaries({one.name: st.integers(one.input.low, one.input.high) for one in NUMBERS}),  # type: ignore[attr-defined]
    die=st.sampled_from([4, 6, 8, 10, 12]),
)
@examples(10, 30, 200)
def test_a_quick_foe_has_just_its_numbers(quick: dict[str, int], die: int) -> None:
    pairs = FOES.of_quick(QuickFoe(name="Rat king", die=die, **quick))  # type: ignore[arg-type]
    me = values(pairs)

    assert (me["name"], me["agility_die"], me["strength_die"], me["health"]) == ("Rat king", die, die, quick["health"])
    assert (me["armor_dr"], me["acrobatics"]) == (quick["armor"], quick["skill"])
    answer = against_target(pairs, "attack").odds("attack", "foe", "target", 0).answer
    assert answer is not None
    attacker = {"agility_die": die, "skill": quick["skill"], "damage": quick["damage"]}
    assert answer.values == as_asked("attack", attacker)


def test_a_quick_foe_of_defaults_is_a_sheet() -> None:
    assert SHEET.summary(values(FOES.of_quick(QuickFoe()))) == "Agility d6 · Strength d6 · Health 5 of 5"
