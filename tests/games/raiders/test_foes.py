"""Foes of Ruins & Raiders: sheets with the numbers of our table, or of a quick foe.

Dodge is 7 and Athlete, Parry is 7, Warrior and the weapon's defense; Protection is Fortitude and armor (RR-DEF-01).
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pyrules
from pyrules.engine.errors import InvalidInput, UnknownName
from pyrules.engine.inputs import Number, input_fields
from pyrules.engine.sheet.values import Values
from pyrules.games.raiders.fight.foes import FOES, QuickFoe

from ...drawing import examples
from ...matchups import filled_inputs, matchup, values_of

SHEET = pyrules.sheet("raiders")
ROWS = {row["id"]: row for row in pyrules.facts("raiders").table("foes").rows}
EVERY_FOE = pytest.mark.parametrize("foe", ROWS)


def values(pairs: list[tuple[str, str]]) -> Values:
    return values_of(SHEET, pairs)


def brannoc() -> Values:
    return Values(SHEET, SHEET.parse(dict(SHEET.example("brannoc").data)))


def struck(me: Values, target: Values) -> dict[str, Any]:
    """The answer to a strike."""
    return pyrules.calculator("raiders.strike").answer(filled_inputs("raiders.strike", matchup(me, target))).values


def as_asked(offense: int, brawn: int, weapon: int, target: Values) -> dict[str, Any]:
    """The answer to a strike with these numbers on a target."""
    asked = {"offense": offense, "brawn": brawn, "weapon": weapon, "wound_limit": 10}
    theirs = {"defense": target["defense_now"], "protection": target["protection"], "wounds_before": target["wounds"]}
    return pyrules.answer("raiders.strike", asked | theirs | {"fortune": target["fortune"]}).values


def test_a_handful_of_foes_says_whose_they_are() -> None:
    facts = pyrules.facts("raiders")
    assert len(FOES.rows) >= 5
    assert "our own" in facts.table("foes").title
    assert {facts.rule(row["rule"]).source for row in ROWS.values()} == {"Ours: not from the game"}


@EVERY_FOE
def test_a_foe_is_a_sheet_with_its_row(foe: str) -> None:
    row, me = ROWS[foe], values(FOES.pairs(foe))

    assert me["name"] == row["label"]
    assert (me["dodge"], me["parry"]) == (7 + row["athlete"], 7 + row["warrior"] + row["defense"])
    assert me["defense_now"] == max(me["dodge"], me["parry"])
    assert me["protection"] == row["fortitude"] + row["armor"]
    assert me["down_at"] == row["wound_limit"]
    assert FOES.hit_points(foe) is None
    assert (me["wounds"], me["fortune"], SHEET.status(me)) == (0, 0, "")


@EVERY_FOE
def test_a_strike_has_the_numbers_of_the_row(foe: str) -> None:
    row, me = ROWS[foe], values(FOES.pairs(foe))
    offense = row["archer"] if row["kind"] == "missile" else row["warrior"]

    assert struck(me, brannoc()) == as_asked(offense, row["brawn"], row["damage"], brannoc())
    asked = filled_inputs("raiders.strike", matchup(brannoc(), me))
    assert (asked.defense, asked.protection, asked.wound_limit) == (me["defense"], me["protection"], row["wound_limit"])


def test_lines_say_the_numbers() -> None:
    assert FOES.row("footpad").line == "Warrior 3 · Knife 5 · Protection 2 · 8 wounds"
    assert FOES.row("poacher").line == "Archer 5 · Hunting bow 7 · Protection 3 · 8 wounds"


def test_foes_have_attacks_of_their_own() -> None:
    assert not any(row.bears_weapon for row in FOES.rows)
    with pytest.raises(InvalidInput):
        FOES.pairs("footpad", "huge_sword")
    with pytest.raises(UnknownName):
        FOES.pairs("nobody")


NUMBERS = [one for one in input_fields(QuickFoe) if isinstance(one.input, Number)]


@given(quick=st.fixed_dictionaries({one.name: st.integers(one.input.low, one.input.high) for one in NUMBERS}))  # type: ignore[attr-defined]
@examples(10, 30, 200)
def test_a_quick_foe_has_just_its_numbers(quick: dict[str, int]) -> None:
    me = values(FOES.of_quick(QuickFoe(name="Rat king", **quick)))  # type: ignore[arg-type]

    assert (me["name"], me["dodge"], me["parry"]) == ("Rat king", quick["defense"], quick["defense"])
    assert (me["protection"], me["down_at"]) == (quick["protection"], quick["wound_limit"])
    assert struck(me, brannoc()) == as_asked(quick["offense"], 0, quick["damage"], brannoc())
    asked = filled_inputs("raiders.strike", matchup(brannoc(), me))
    assert (asked.defense, asked.protection) == (quick["defense"], quick["protection"])


def test_a_quick_foe_of_defaults_is_a_sheet() -> None:
    assert SHEET.summary(values(FOES.of_quick(QuickFoe()))) == "Warrior 4 · Defense 11 · Protection 4"
