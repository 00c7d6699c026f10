"""Checks, opposed checks, the dice alone, and help in melee."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from pyrules.engine.dice import Dist
from pyrules.games.obss.attack.help import HELP_ATTACK
from pyrules.games.obss.checks.check_dice import Grade, Rolled, check_die
from pyrules.games.obss.checks.checks import CHECK
from pyrules.games.obss.checks.contest import Contest, compared, contest, dc, won_by
from pyrules.games.obss.checks.dice_pool import DICE_POOL
from pyrules.games.obss.checks.opposed import OPPOSED_CHECK

from ..asking import ask, refused


def test_even_a_sure_check_fails_on_three_ones_and_a_hopeless_one_succeeds_on_three_sixes() -> None:
    assert ask(CHECK, dc=3, modifier=4)["p_failure"] == Fraction(1, 216)
    assert ask(CHECK, dc=100, modifier=-50)["p_success"] >= Fraction(1, 216)


def test_untrained_is_one_die_less() -> None:
    untrained, fewer = ask(CHECK, dc=15, modifier=2, untrained=True), ask(CHECK, dc=15, modifier=2, dice=2)
    assert untrained == fewer


@pytest.mark.parametrize(("take", "success"), [(10, False), (14, True), (18, True)])
def test_without_pressure_the_dice_count_a_fixed_number(take: int, success: bool) -> None:
    values = ask(CHECK, dc=16, modifier=2, take=take)
    assert (values["total"], values["success"], values["p_critical_success"]) == (take + 2, success, 0)


def test_what_does_not_exist_cannot_be_taken() -> None:
    assert refused(CHECK, dc=16, take=12) == ("take", "bad_option")


def test_totals_of_the_dice_add_up_and_one_is_none_of_them() -> None:
    values = ask(DICE_POOL, dice=4, target=12, pmf_to=30)
    assert sum(values["totals"].values()) == 1
    assert values["pmf"][1] == 0
    assert values["p_at_least"] == 1 - sum(values["pmf"][:12])
    assert (values["mean"], values["variance"]) == (16, Fraction(232, 5))


# Opposed checks.


def both_rolled(c: Contest, mine: int, theirs: int) -> dict[str, Fraction]:
    """Both sides' every roll, up to 60 on the dice, compared one by one."""
    low = [_up_to_60(dice) for dice in (mine, theirs)]
    odds: Dist[Any] = low[0].chain(lambda m: low[1].read(lambda t: compared(c, m, t).success))
    return {"p": odds.p(bool)}


def _up_to_60(dice: int) -> Dist[Rolled]:
    return check_die(dice).read(lambda r: Rolled(r.triple, min(r.total, 60)))


def test_both_sides_rolling_is_every_pair_of_rolls() -> None:
    c = Contest(4, 6, 3, 1, "rolled")
    assert abs(contest(c).p(lambda grade: grade.success) - both_rolled(c, 4, 3)["p"]) < Fraction(1, 10**5)


def test_equals_that_both_roll_win_half_of_what_is_no_tie() -> None:
    taken, given = (
        contest(Contest(3, 3, mode="rolled", tie=tie)).p(lambda g: g.success) for tie in ("attacker", "defender")
    )
    assert taken + given == 1


@pytest.mark.parametrize("mode", ["passive", "rolled"])
def test_the_points_of_success_come_as_often_as_success(mode: str) -> None:
    c = Contest(5, 4, 3, -1, mode)
    won = won_by(c)
    assert abs(won.p(lambda points: points is not None) - contest(c).p(lambda g: g.success)) < Fraction(1, 10**26)
    assert won.p(lambda points: points is not None and points < 0) == 0


def test_a_bigger_defender_raises_the_dc_by_four_a_step() -> None:
    assert [dc(Contest(0, 5, size_steps=steps)) for steps in (1, 0, -1, -2)] == [15, 15, 19, 23]
    assert dc(Contest(0, 5, mode="rolled")) is None


def test_a_rolled_contest_tells_the_chance_of_its_class() -> None:
    inputs = {"attacker_mod": 3, "defender_mod": 3, "mode": "rolled"}
    values = ask(OPPOSED_CHECK, **inputs)
    generator = random.Random(3)
    roll = OPPOSED_CHECK.roll(OPPOSED_CHECK.parse(inputs), lambda sides: generator.randint(1, sides))
    assert roll.chance == values["results"][roll.outcome]
    assert [step.label for step in roll.steps] == ["Opposed check: attacker", "Opposed check: defender"]


# Help.


def test_helpers_add_up() -> None:
    one, four = (ask(HELP_ATTACK, modifier=4, defense=16, helpers=helpers) for helpers in (1, 4))
    assert four["expected_bonus"] == 4 * one["expected_bonus"]
    assert four["bonus"]["8"] == one["p_plus_2"] ** 4
    assert one["p_none"] + one["p_plus_1"] + one["p_plus_2"] == 1


def test_a_triple_that_both_sides_have_decides_nothing() -> None:
    c = Contest(2, 2, mode="rolled")
    sixes, ones, plain = Rolled("sixes", 25), Rolled("ones", 0), Rolled("rest", 12)
    assert compared(c, sixes, Rolled("sixes", 20)) == Grade(True, 0)
    assert compared(c, ones, Rolled("ones", 3)) == Grade(False, 0)
    assert compared(c, Rolled("sixes", 18), Rolled("rest", 30)) == Grade(True, 1)
    assert compared(c, ones, plain) == Grade(False, 1)
