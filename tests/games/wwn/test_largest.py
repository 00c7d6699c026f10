"""The work of the largest inputs is bounded: counted in steps, not in seconds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import pyrules
from pyrules.engine import chain
from pyrules.engine.dice import Dist

WEAPON = {"damage": "20d10", "shock": 2, "shock_ac": 15}
BLOW = {"weapon": WEAPON, "target_ac": 20, "class_bonus": 5, "skill": 1, "attr_mod": 3}
GRAPPLER = {"unarmed": "20d10-100", "attr_mod": -3, "skill": -1, "misc": -10}
CHECK = {"skill": 1}

LARGEST: dict[str, dict[str, Any]] = {
    "snap": {"attack": BLOW, "target_hp": 500, "shooters": 6, "counter": BLOW, "self_hp": 500},
    "total_defense": {"incoming": [BLOW | {"misc_hit": n} for n in range(8)], "hp": 500, "shield": True},
    "disengage": {"foes": [BLOW | {"misc_hit": n} for n in range(8)], "hp": 500, "shield": True},
    "screen": {
        "attackers": [{"skill": 1, "misc": n, "attack": {"weapon": WEAPON}} for n in range(8)],
        "screeners": [{"skill": 4, "capacity": 8, "ac": 15}] * 4,
    },
    "grapple_race": {"defender": {"misc": -10}, "grapplers": [GRAPPLER] * 6, "hp": 100, "horizon": 30},
}
MOST = 1_500_000
"""Pairs of outcomes that one answer may bring together."""


@pytest.fixture
def pairs(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Counts the outcomes that chained and convolved distributions bring together."""
    seen = [0]
    chained, kept = Dist.chain, chain.PoolDepletion.kept

    def counting_chain(self: Any, step: Any) -> Any:
        def counted(outcome: Any) -> Any:
            after = step(outcome)
            seen[0] += len(after.weights)
            return after

        return chained(self, counted)

    def counting_kept(self: Any, count: int) -> int:
        before = len(self._kept)
        found = kept(self, count)
        seen[0] += (len(self._kept) - before) * len(self._taken) * len(self._takes) // 2
        return found

    monkeypatch.setattr(Dist, "chain", counting_chain)
    monkeypatch.setattr(chain.PoolDepletion, "kept", counting_kept)
    return lambda: seen[0]


@pytest.mark.parametrize("slug", LARGEST)
def test_the_largest_inputs_take_a_bounded_number_of_steps(slug: str, pairs: Callable[[], int]) -> None:
    calculator = pyrules.calculator(f"wwn.{slug}")
    inputs = calculator.parse(LARGEST[slug])
    calculator.answer(inputs)
    calculator.steps(inputs)
    assert 0 < pairs() < MOST, pairs()


def drop(damage: str, hp: int) -> dict[str, Any]:
    attacks = [{"weapon": {"damage": damage}, "target_ac": 20, "class_bonus": 2, "misc_hit": n} for n in range(8)]
    return {"attacks": attacks, "hp": hp, "horizon": 100}


def test_dice_and_hit_points_beyond_what_can_be_worked_out_are_refused() -> None:
    with pytest.raises(pyrules.InvalidInput) as refused:
        pyrules.calculator("wwn.rounds_to_drop").parse(drop("20d10-100", 500))
    assert (refused.value.field, refused.value.code) == ("attacks", "out_of_range")


@pytest.mark.parametrize(("damage", "hp"), [("1d8", 500), ("3d10", 200), ("2d8", 300)])
def test_what_a_table_fights_is_worked_out(damage: str, hp: int, pairs: Callable[[], int]) -> None:
    calculator = pyrules.calculator("wwn.rounds_to_drop")
    calculator.answer(calculator.parse(drop(damage, hp)))
    assert pairs() < 2 * MOST, pairs()
