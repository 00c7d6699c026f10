"""What a roll says of the dice that are due, against the dice that fall in the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import pyrules
from pyrules.engine.calculator import Calculator
from pyrules.engine.errors import InvalidInput, NeedsFace

MASTERS = {
    "openquest.chase": {"pursuer": {"base": 120}, "mastery": "auto_crit"},
    "openquest.surprise": {"npc": {"base": 120}, "mastery": "auto_crit"},
}
"""Inputs where a side succeeds without a roll."""

ROLLED = [
    pytest.param(calculator, each.option, more, id=f"{calculator.id} {each.option}{' of a master' if more else ''}")
    for game in pyrules.GAMES
    for calculator in game.calculators
    for each in calculator.rolls
    for more in [{}, *([MASTERS[calculator.id]] if calculator.id in MASTERS else [])]
]


def merged(start: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    """The inputs of the example, with others inside."""
    inner = {name: {**start.get(name, {}), **one} if isinstance(one, dict) else one for name, one in more.items()}
    return start | inner


def middle(sides: int) -> int:
    return (sides + 1) // 2


@pytest.mark.parametrize("calculator, option, more", ROLLED)
def test_no_more_dice_are_promised_than_fall(calculator: Calculator[Any], option: str, more: dict[str, Any]) -> None:
    inputs = calculator.parse(merged(dict(calculator.start), more))
    try:
        rolled = calculator.roll(inputs, middle, option)
    except InvalidInput:
        return  # the example excludes this option
    steps = [[face.value for face in step.faces] for step in rolled.steps]
    typed: list[int] = []
    for faces in steps:
        for at, value in enumerate(faces):
            left = iter(typed)

            def typed_face(sides: int, left: Iterator[int] = left) -> int:
                found = next(left, None)
                if found is None:
                    raise NeedsFace(sides)
                return found

            with pytest.raises(NeedsFace) as needs:
                calculator.roll(inputs, typed_face, option)
            promised = needs.value.before + 1 + needs.value.after
            assert needs.value.before == at
            assert promised == len(faces) or (needs.value.more and promised < len(faces))
            typed.append(value)
