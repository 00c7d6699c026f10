"""Double Shots, whose two results share one roll, and the turns that reloading takes."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from pyrules.engine.procedure import Procedure
from pyrules.games.stepdie.exchange.blow import Struck
from pyrules.games.stepdie.shooting.double_shot import DOUBLE_SHOT
from pyrules.games.stepdie.shooting.reload import RANGED_CYCLE, plan_steps, plans

from ..asking import ask, refused, rolled

ARCHER: dict[str, Any] = {"agility_die": 8, "skill": 6, "damage": 3, "kind": "bow"}
TARGET: dict[str, Any] = {"armor_dr": 1, "health": 4}
OTHER: dict[str, Any] = {"agility_die": 4, "acrobatics": 2, "health": 3}


def of_faces(*sides: int) -> list[tuple[int, ...]]:
    return list(product(*(range(1, one + 1) for one in sides)))


def test_two_targets_share_the_attack_roll() -> None:
    values = ask(DOUBLE_SHOT, attacker=ARCHER, defender=TARGET, second_defender=OTHER)

    ways = of_faces(8, 6, 4)  # the total is the d8 + 6 - 5
    both = Fraction(sum(a + 1 > x and a + 1 > y + 2 for a, x, y in ways), len(ways))
    first = Fraction(sum(a + 1 > x for a, x, _ in ways), len(ways))
    second = Fraction(sum(a + 1 > y + 2 for a, _, y in ways), len(ways))
    assert values["p_both"] == both > first * second
    assert values["p_first_only"] == first - both
    assert values["p_second_only"] == second - both
    assert values["p_none"] == 1 - first - second + both
    assert values["expected_damage"] == 2 * first + 3 * second
    assert (values["p_drop_first"], values["p_drop_second"]) == (0, second)


@pytest.mark.parametrize("separate", [False, True])
def test_the_same_target_twice(separate: bool) -> None:
    inputs: dict[str, Any] = {"attacker": ARCHER, "defender": TARGET, "separate_defence": separate}
    values = ask(DOUBLE_SHOT, **inputs)

    ways = of_faces(8, 6, 6)
    both = Fraction(sum(a + 1 > x and a + 1 > (y if separate else x) for a, x, y in ways), len(ways))
    assert values["p_both"] == values["p_drop_first"] == both  # armor leaves 2 of each 3, and 4 drop the target
    assert values["p_drop_second"] is None
    assert rolled(DOUBLE_SHOT, **inputs)["Two hits"] == both


def test_what_a_double_shot_takes() -> None:
    assert refused(DOUBLE_SHOT, attacker=ARCHER, defender={}, loaded_double=False) == ("loaded_double", "not_allowed")
    crossbow = ARCHER | {"kind": "ranged_other"}
    assert refused(DOUBLE_SHOT, attacker=crossbow, defender={}) == ("attacker.kind", "not_allowed")


@pytest.mark.parametrize(("loaded", "shots"), [(True, [1, 1, 2, 2, 3]), (False, [0, 1, 1, 2, 2])])
def test_every_other_turn_goes_into_reloading(loaded: bool, shots: list[int]) -> None:
    for turns, shot in enumerate(shots, start=1):
        values = ask(RANGED_CYCLE, attacker=ARCHER, defender=TARGET, turns=turns, start_loaded=loaded)
        made = {row["plan"]: row["shots"] for row in values["plans"]}
        assert made == dict.fromkeys(made, shot) | {"rapid_shot": turns}


@pytest.mark.parametrize("loaded", [True, False])
def test_the_turns_as_they_are_rolled_drop_the_target_as_often(loaded: bool) -> None:
    inputs = RANGED_CYCLE.parse({"attacker": ARCHER, "defender": TARGET, "turns": 5, "start_loaded": loaded})
    strategies = RANGED_CYCLE.answer(inputs).values["strategies"]

    for name, plan in plans(inputs).items():
        ends = Procedure(Struck(), plan_steps(plan), str).odds()
        assert ends.p(lambda x: x.lethal >= 4) == strategies[name]["p_drop_by_turn"][-1]
        assert all(x.lethal < 4 + plan.damage for x in ends.weights)  # nobody shoots at who is down
        throw = next(one for one in RANGED_CYCLE.rolls if one.option == name)
        assert throw.procedure(inputs).steps


def test_only_bows_shoot_rapidly_or_twice_and_swords_not_at_all() -> None:
    values = ask(RANGED_CYCLE, attacker=ARCHER | {"kind": "ranged_other"}, defender=TARGET)
    assert list(values["strategies"]) == ["shoot", "avoid_armor_shot", "critical_shot"]
    assert refused(RANGED_CYCLE, attacker={}, defender={}) == ("attacker.kind", "not_allowed")


def test_an_attacker_without_damage_drops_no_target() -> None:
    values = ask(RANGED_CYCLE, attacker=ARCHER | {"damage": 1}, defender=TARGET, turns=3)
    assert values["strategies"]["shoot"] == {"expected_damage": 0, "p_drop_by_turn": [0, 0, 0]}
