"""Strikes and rounds of them: the combined odds against steps and enumeration."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from pyrules.engine.dice import Dist
from pyrules.engine.procedure import Procedure
from pyrules.games.obss.attack.attack_roll import attack_die, result_chances
from pyrules.games.obss.attack.full_round import FULL_ROUND, full_round, strikes_of
from pyrules.games.obss.attack.several_strikes import Blow, blow_die, total_damage
from pyrules.games.obss.attack.strike import STRIKE, Struck, strike_of, strike_outcome, strike_steps, struck
from pyrules.games.obss.attack.strike_odds import Strike, damage, mean_damage, picture_top
from pyrules.games.obss.checks.check_dice import Grade
from pyrules.games.obss.weapons.harm import hit_die

from ..asking import ask

STRIKES: list[dict[str, Any]] = [
    {"modifier": 8, "defense": 16, "weapon": "1d8", "damage_bonus": 2},
    {"modifier": 10, "defense": 17, "weapon": "1d10", "ed": 9, "d4": 1, "extra_crits": 1},
    {"modifier": 4, "defense": 12, "weapon": "1d6", "damage_bonus": -4, "reduction": 2},
    {"modifier": 0, "defense": 20, "weapon": "2d4", "dice": 2, "reduction": 5},
    {"modifier": 7, "defense": 17, "weapon": "2d6", "damage_bonus": 4, "monster": True},
    {"modifier": 9, "defense": 14, "weapon": "1d10", "ed": 9, "damage_bonus": 1, "reduction": 3, "highest_crits": True},
]
each_strike = pytest.mark.parametrize("inputs", STRIKES)


def read(inputs: dict[str, Any]) -> Strike:
    return strike_of(STRIKE.parse(inputs))


def grade_by_grade(s: Strike, top: int) -> Dist[int]:
    """The damage from the die of each grade, criticals far out left as they are."""

    def after(grade: Grade) -> Dist[int]:
        if not grade.success:
            return Dist({0: 1})
        highest = grade.criticals if s.harm.highest else 0
        return hit_die(s.harm, grade.criticals, highest).read(lambda n: min(n, top))

    return attack_die(s.attack).chain(after)


@each_strike
def test_the_combined_odds_equal_those_of_each_grade_with_its_die(inputs: dict[str, Any]) -> None:
    s = read(inputs)
    for top in (1, 7, 30):
        assert damage(s, top) == grade_by_grade(s, top)
    assert mean_damage(s) == grade_by_grade(s, 10**6).mean(lambda n: n)


@each_strike
def test_the_steps_come_to_the_same_damage(inputs: dict[str, Any]) -> None:
    s = read(inputs)
    top = picture_top(s)
    steps = strike_steps(s, inputs["defense"], (), top=top)
    assert Procedure(Struck(), steps, strike_outcome).odds().read(lambda x: min(x.damage, top)) == damage(s, top)


@each_strike
def test_a_roll_asks_for_no_more_of_the_odds_than_its_class(inputs: dict[str, Any]) -> None:
    end = struck(STRIKE.parse(inputs)).odds()
    assert end.dist(strike_outcome) == dict(sorted(result_chances(read(inputs).attack).items()))


@each_strike
def test_one_die_for_a_strike_knows_hits_that_do_nothing(inputs: dict[str, Any]) -> None:
    s = read(inputs)
    die = blow_die(s, 12)
    assert die.p(lambda blow: blow.hit) == attack_die(s.attack).p(lambda grade: grade.success)
    assert die.read(lambda blow: blow.damage) == damage(s, 12)


def test_the_rolls_of_a_strike_agree_with_its_odds() -> None:
    faces = iter((6, 5, 5, 6, 1, 9, 4, 3))  # 22 and 10 against 17: one critical; 9 and 4, then 3
    blow, shown = blow_die(read(STRIKES[1] | {"d4": 0, "extra_crits": 0}), 40).throw(lambda sides: next(faces))
    assert blow == Blow(True, 3 + 9 + 4)
    assert [face.sides for face in shown] == [6] * 5 + [10] * 3


def test_the_weapon_is_rolled_before_the_criticals() -> None:
    inputs = STRIKE.parse({"modifier": 10, "defense": 10, "weapon": "1d8", "damage_bonus": 2})
    faces = iter((4, 4, 2, 5, 3))  # 20 against 10: one critical
    rolled = struck(inputs).roll(lambda sides: next(faces))
    assert [[face.value for face in step.faces] for step in rolled.steps] == [[4, 4, 2], [5], [3]]
    assert [(step.sum_text, step.text) for step in rolled.steps[1:]] == [("5 + 2 = 7", ""), ("", "10 damage in all")]


def test_criticals_at_their_highest_have_no_dice() -> None:
    inputs = STRIKE.parse({"modifier": 10, "defense": 10, "weapon": "1d8", "damage_bonus": 2, "highest_crits": True})
    faces = iter((5, 5, 5, 3, 4))  # 25 against 10: one critical, and no die for it
    rolled = struck(inputs).roll(lambda sides: next(faces))
    assert rolled.end.damage == 3 + 2 + 8
    assert next(faces) == 4
    banked = STRIKE.parse({"modifier": 10, "defense": 10, "weapon": "1d8", "highest_crits": True, "bank": True})
    faces = iter((5, 5, 5, 3))
    assert struck(banked).roll(lambda sides: next(faces)).end.damage == 3


def test_more_defense_never_means_more_damage() -> None:
    means = [ask(STRIKE, modifier=10, defense=defense, weapon="1d8")["expected_damage"] for defense in range(0, 60, 4)]
    assert means == sorted(means, reverse=True)


def test_amounts_at_the_edges() -> None:
    values = ask(STRIKE, **STRIKES[0], at_least=[0, 1, 3])
    assert values["p_at_least"] == {"0": 1, "1": values["p_hit"], "3": values["p_hit"]}
    assert sum(values["damage"].values()) == 1


def test_a_round_is_its_attacks_added_up() -> None:
    attacks = [{"modifier": 9, "weapon": "1d8", "damage_bonus": 1}, {"modifier": 4, "weapon": "1d6"}]
    inputs = FULL_ROUND.parse({"attacks": attacks, "defense": 15, "hp": 10})
    first, second = strikes_of(inputs)
    both = damage(first, 10).chain(lambda m: damage(second, 10).read(lambda n: min(10, m + n)))
    assert total_damage((first, second), 10) == both
    values = FULL_ROUND.answer(inputs).values
    assert values["p_drop"] == full_round(inputs).odds().p(lambda x: x.damage >= 10)
    assert values["damage"]["10+"] == values["p_drop"]


def test_a_rolled_round_tells_the_chance_of_its_class() -> None:
    inputs = FULL_ROUND.parse({"attacks": [{"modifier": 9, "weapon": "1d8"}] * 2, "defense": 15, "hp": 12})
    generator = random.Random(7)
    seen = {roll.outcome: roll.chance for roll in (_roll(inputs, generator) for _ in range(40))}
    assert set(seen) == {"Down", "Still up"}
    assert sum(seen.values()) == Fraction(1)


def _roll(inputs: Any, generator: random.Random) -> Any:
    return full_round(inputs).roll(lambda sides: generator.randint(1, sides))
