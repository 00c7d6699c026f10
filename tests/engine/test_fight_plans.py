"""Plans of a game's fights: what a declaration must and must not have."""

from __future__ import annotations

from typing import Any

import pytest

from pyrules.engine.errors import DeclarationError
from pyrules.engine.fight.acts import Ask, FightAct
from pyrules.engine.fight.plans import refuse_no_plans

SOUND: dict[str, Any] = {
    "id": "plan",
    "label": "Plan",
    "rule": "X-1",
    "calculator": "c",
    "ranked": "best",
    "roll": None,
}


def test_a_calculator_and_its_ranked_output_make_a_plan() -> None:
    refuse_no_plans([FightAct(**SOUND), FightAct(**SOUND, per_weapon=True)])


@pytest.mark.parametrize(
    "wrong",
    [
        {"calculator": ""},
        {"ranked": ""},
        {"roll": ""},
        {"cost": {"actions": 1}},
        {"cost": lambda here: {}},
        {"asks": lambda here: (Ask("defense", "Defense", ()),)},
    ],
)
def test_a_plan_neither_rolls_nor_costs_nor_asks(wrong: dict[str, Any]) -> None:
    with pytest.raises(DeclarationError, match="'plan'"):
        refuse_no_plans([FightAct(**{**SOUND, **wrong})])
