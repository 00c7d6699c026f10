"""Rolls agree with odds: every combination of faces, through `roll`, gives exactly the odds."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

import pyrules
from pyrules.engine.procedure import Procedure, Roll

GAME = pyrules.game("raiders")
THROWS = [(calculator, throw) for calculator in GAME.calculators for throw in calculator.rolls]
OTHER_INPUTS: dict[str, dict[str, Any]] = {
    "raiders.grapple": {"escape_tries_per_round": 1},  # four dice instead of six
}


def every_roll(procedure: Procedure[Any], faces: tuple[int, ...] = ()) -> Iterator[tuple[Roll, Fraction]]:
    """Every way the dice can fall, and how likely it is."""
    source = iter(faces)

    def face(sides: int) -> int:
        value = next(source, None)
        if value is None:
            raise pyrules.NeedsFace(sides)
        return value

    try:
        rolled = procedure.roll(face)
    except pyrules.NeedsFace as needs:
        for value in range(1, needs.sides + 1):
            yield from every_roll(procedure, (*faces, value))
    else:
        yield rolled, Fraction(1, 6 ** len(faces))


@pytest.mark.parametrize(("calculator", "throw"), THROWS, ids=[f"{c.id}-{t.option}" for c, t in THROWS])
def test_all_rolls_together_are_the_odds(calculator: Any, throw: Any) -> None:
    procedure = throw.procedure(calculator.parse({**calculator.start, **OTHER_INPUTS.get(calculator.id, {})}))
    rolled: dict[str, Fraction] = {}
    chances: dict[str, Fraction] = {}
    for roll, chance in every_roll(procedure):
        rolled[roll.outcome] = rolled.get(roll.outcome, Fraction(0)) + chance
        chances[roll.outcome] = roll.chance
    assert rolled == chances == procedure.odds().dist(procedure.outcome)


def outcome_chance(calculator: str, option: str | None, faces: list[int], **inputs: Any) -> tuple[str, Fraction]:
    source = iter(faces)
    rolled = pyrules.roll(calculator, inputs, lambda sides: next(source), option)
    return rolled.outcome, rolled.chance


def test_a_roll_lands_where_the_answer_counts() -> None:
    juk = dict(pyrules.calculator("raiders.strike").start)
    assert outcome_chance("raiders.strike", None, [2, 3], **juk) == ("Target down", Fraction(35, 36))
    assert outcome_chance("raiders.strike", None, [1, 1], **juk) == ("Miss", Fraction(1, 36))


def test_a_known_mox_is_slammed_without_dice() -> None:
    rolled = pyrules.roll("raiders.slam", {"mox": 2, "brawn": 6}, lambda sides: pytest.fail("no die is due"))
    assert (rolled.outcome, rolled.chance) == ("Slammed", 1)


def test_a_trivial_task_needs_no_dice() -> None:
    rolled = pyrules.roll(
        "raiders.roll", {"trait": 4, "target": 3, "no_roll": True}, lambda sides: pytest.fail("no die is due")
    )
    assert (rolled.outcome, rolled.chance) == ("Success", 1)


def test_the_step_that_waits_for_a_face_is_named() -> None:
    def nothing(sides: int) -> int:
        raise pyrules.NeedsFace(sides)

    with pytest.raises(pyrules.NeedsFace, match="One more d6 is due for: Hit roll against 10"):
        pyrules.roll("raiders.strike", dict(pyrules.calculator("raiders.strike").start), nothing)


def test_an_archer_cannot_roll_a_haymaker() -> None:
    start = pyrules.calculator("raiders.round_options").start
    inputs = {**start, "me": {**start["me"], "melee": False}}
    with pytest.raises(pyrules.InvalidInput, match="haymaker needs a melee attack"):
        pyrules.roll("raiders.round_options", inputs, lambda sides: 1, "haymaker")


def test_what_cannot_be_rolled() -> None:
    with pytest.raises(pyrules.UnknownName, match="nothing to roll"):
        pyrules.roll("raiders.tables", {"table": "lift", "key": 1}, lambda sides: 1)
    with pytest.raises(pyrules.UnknownName, match="it can roll: strike"):
        pyrules.roll("raiders.strike", {"offense": 1, "defense": 1}, lambda sides: 1, "dance")
