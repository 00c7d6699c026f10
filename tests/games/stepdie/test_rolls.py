"""The roll itself, against a number and against another roll: counted over every face."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from pyrules.games.stepdie.rolls.checks import CHECK, ROLL
from pyrules.games.stepdie.rolls.opposed import OPPOSED

from ..asking import ask, refused, rolled
from .by_hand import LADDER, die, higher, lower, total


@pytest.mark.parametrize(("sides", "steps"), list(product(LADDER, range(5))))
def test_a_lower_die_is_one_down_the_ladder_and_d4_stays(sides: int, steps: int) -> None:
    values = ask(ROLL, roll={"die": sides, "lower": steps})

    assert values["max"] == lower(sides, steps)


@pytest.mark.parametrize("again", range(3))
def test_both_dice_go_on_at_their_top_face(again: int) -> None:
    values = ask(ROLL, roll={"die": 6, "skill_die": 4, "explode": again, "skill": 2})

    expected = total(die(6, again), die(4, again), plus=2)
    assert values["dist"] == {str(n): expected[n] for n in sorted(expected)}
    assert values["max"] == 2 + 10 * (1 + again)


def test_halving_comes_last_rounds_down_and_leaves_what_is_not_above_0() -> None:
    values = ask(ROLL, roll={"die": 6, "mod": -3, "halve": True})

    # -2, -1, 0 stay; 1, 2, 3 become 0, 1, 1
    assert {n: int(p * 6) for n, p in values["dist"].items()} == {"-2": 1, "-1": 1, "0": 2, "1": 2}


def test_a_number_is_met_by_reaching_it() -> None:
    assert ask(CHECK, roll={"die": 6, "skill": 1}, tn=7)["p_success"] * 6 == 1
    assert ask(CHECK, roll={"die": 6, "skill": 1}, tn=8)["p_success"] == 0


def test_a_check_falls_as_often_as_its_odds_say() -> None:
    inputs = {"roll": {"die": 6, "skill_die": 4, "explode": 1}, "tn": 7}

    values = ask(CHECK, **inputs)
    assert rolled(CHECK, **inputs) == {"Success": values["p_success"], "Failure": values["p_fail"]}


def test_a_rolled_step_says_its_total_once() -> None:
    def steps(**inputs: Any) -> list[tuple[str, str]]:
        roll = CHECK.roll(CHECK.parse(inputs), lambda sides: 3)
        return [(step.sum_text, step.text) for step in roll.steps]

    assert steps(roll={"die": 6, "mod": -4}, tn=6) == [("3 − 4 = −1", "failure")]
    assert steps(roll={"die": 6, "skill": 2, "halve": True}, tn=2) == [("3 + 2 = 5", "halved to 2: success")]


def test_the_answer_is_the_one_that_is_beaten_least_often() -> None:
    act, answers = {"die": 8, "skill": 2}, [{"die": 6, "skill": 2}, {"die": 10}, {"die": 4, "skill": 4}]

    values = ask(OPPOSED, a=act, b=answers)

    beaten = [higher(total(die(8), plus=2), total(die(one["die"]), plus=one.get("skill", 0))) for one in answers]
    assert [row["p_a_higher"] for row in values["answers"]] == beaten
    assert (values["choice"], values["p_a_higher"]) == (2, min(beaten))


def test_of_equal_answers_the_first_is_taken() -> None:
    assert ask(OPPOSED, a={"die": 6}, b=[{"die": 8}, {"die": 8}])["choice"] == 0


def test_a_contest_falls_as_often_as_its_odds_say() -> None:
    inputs = {"a": {"die": 6, "halve": True, "skill": 3}, "b": [{"die": 4, "explode": 1}]}

    values = ask(OPPOSED, **inputs)
    names = {"Higher": "p_a_higher", "Tie": "p_tie", "Lower": "p_b_higher"}
    assert rolled(OPPOSED, **inputs) == {outcome: values[name] for outcome, name in names.items()}


def test_a_rolled_contest_tells_both_totals() -> None:
    faces = iter([8, 3])
    inputs = OPPOSED.parse({"a": {"die": 8, "skill": 1}, "b": [{"die": 6, "skill": 2}]})

    result = OPPOSED.roll(inputs, lambda sides: next(faces))
    assert [step.total for step in result.steps] == [9, 5]
    assert [step.sum_text for step in result.steps] == ["8 + 1 = 9", "3 + 2 = 5"]


def test_bad_dice_and_lists_are_refused() -> None:
    for die_given in (7, "6", True, None, 6.0):
        assert refused(ROLL, roll={"die": die_given}) == ("roll.die", "bad_dice")
    assert refused(ROLL, roll={"skill_die": 2}) == ("roll.skill_die", "bad_dice")
    assert refused(ROLL, roll={"skill": True}) == ("roll.skill", "bad_type")
    assert refused(ROLL) == ("roll", "missing_field")
    assert refused(OPPOSED, a={}, b=[]) == ("b", "bad_type")
    assert refused(OPPOSED, a={}, b=[{}] * 5) == ("b", "out_of_range")
