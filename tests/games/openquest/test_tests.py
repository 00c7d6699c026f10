"""Skill tests and opposed tests, counted over every roll."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from pyrules.games.openquest.skills.opposed import OPPOSED_TEST
from pyrules.games.openquest.skills.skill_test import SKILL_TEST

from ..asking import ask, refused

RANK = {"CR": 3, "S": 2, "F": 1, "FU": 0}


def grade_by_hand(skill: int, roll: int) -> str:
    doubles = roll in (11, 22, 33, 44, 55, 66, 77, 88, 99, 100)
    if roll <= min(skill, 99):
        return "CR" if doubles else "S"
    return "FU" if doubles else "F"


@pytest.mark.parametrize("skill", [0, 1, 10, 11, 50, 98, 99, 100])
def test_grades_agree_with_counting_rolls(skill: int) -> None:
    answer = ask(SKILL_TEST, skill={"base": skill}, mastery="off")
    rolls = [grade_by_hand(skill, roll) for roll in range(1, 101)]
    assert answer["grades"] == {grade: Fraction(rolls.count(grade), 100) for grade in RANK}
    assert answer["p_success"] == Fraction(min(skill, 99), 100)


@pytest.mark.parametrize(
    ("inputs", "roll", "grade"),
    [
        ({"skill": {"base": 60}}, 55, "CR"),
        ({"skill": {"base": 60}}, 5, "S"),  # 05 is no double
        ({"skill": {"base": 60}}, 100, "FU"),
        ({"skill": {"base": 100}}, 100, "CR"),  # a master need not roll
        ({"skill": {"base": 100}, "mastery": "no_fumble"}, 57, "S"),
        ({"skill": {"base": 100, "mods": -20}, "mastery": "no_fumble"}, 88, "F"),
        ({"skill": {"base": 100, "mods": -20}}, 88, "FU"),
        ({"skill": {"base": 120, "cap": 70}}, 71, "F"),
        ({"skill": {"base": 60}, "force": "auto_fail"}, 5, "F"),
    ],
)
def test_a_roll_is_read(inputs: dict[str, Any], roll: int, grade: str) -> None:
    assert ask(SKILL_TEST, **inputs, roll=roll)["roll_grade"] == grade


def test_a_roll_stands_between_1_and_100() -> None:
    assert refused(SKILL_TEST, skill={"base": 60}, roll=101) == ("roll", "out_of_range")


def opposed_by_hand(a: int, b: int, lower_roll: bool) -> dict[str, dict[str, Fraction]]:
    """EXT-08 over all pairs of rolls."""
    joint: dict[str, defaultdict[str, Fraction]] = {side: defaultdict(Fraction) for side in ("a", "b", "draw")}
    for mine, theirs in product(range(1, 101), repeat=2):
        first, second = grade_by_hand(a, mine), grade_by_hand(b, theirs)
        succeeds = first in ("CR", "S") or second in ("CR", "S")
        by = RANK[first] - RANK[second]
        if not by and succeeds:
            by = mine - theirs
        elif not succeeds:
            by = 0 if not lower_roll else by or (theirs - mine if first == "F" else 0)
        joint["a" if by > 0 else "b" if by < 0 else "draw"][f"{first}/{second}"] += Fraction(1, 10_000)
    return {side: dict(held) for side, held in joint.items()}


@pytest.mark.parametrize(("a", "b"), [(60, 40), (5, 95), (33, 33)])
@pytest.mark.parametrize("both_fail", ["nobody", "lower_roll"])
def test_an_opposed_test_agrees_with_counting_every_pair(a: int, b: int, both_fail: str) -> None:
    answer = ask(OPPOSED_TEST, a={"base": a}, b={"base": b}, both_fail=both_fail)
    joint = opposed_by_hand(a, b, both_fail == "lower_roll")
    assert answer["joint"] == joint
    rows = {f"{row['a']}/{row['b']}": row for row in answer["grades"]}
    assert {pair for held in joint.values() for pair in held} == rows.keys()
    assert all(rows[pair][f"p_{side}"] == p for side, held in joint.items() for pair, p in held.items())
    assert [answer[f"p_{side}"] for side in joint] == [sum(held.values()) for held in joint.values()]


def test_both_readings_stand_side_by_side() -> None:
    inputs = {"a": {"base": 60}, "b": {"base": 40}, "draw_to": "b"}
    rows = {row["reading"]: row for row in ask(OPPOSED_TEST, **inputs)["when_both_fail"]}
    assert list(rows) == ["nobody", "lower_roll"]
    for reading, row in rows.items():
        answer = ask(OPPOSED_TEST, **inputs, both_fail=reading)
        assert {name: row[name] for name in ("p_a", "p_b", "p_draw")} == {
            name: answer[name] for name in ("p_a", "p_b", "p_draw")
        }
    assert rows["nobody"]["p_a"] < rows["lower_roll"]["p_a"]


def test_a_draw_can_go_to_one_side() -> None:
    plain = ask(OPPOSED_TEST, a={"base": 60}, b={"base": 40})
    answer = ask(OPPOSED_TEST, a={"base": 60}, b={"base": 40}, draw_to="a")
    assert answer["p_draw"] == 0 and answer["joint"]["draw"] == {}
    assert answer["p_a"] == plain["p_a"] + plain["p_draw"]
    assert sum(answer["joint"]["a"].values()) == answer["p_a"]


def test_between_masters_the_higher_skill_wins() -> None:
    assert ask(OPPOSED_TEST, a={"base": 130}, b={"base": 110})["p_a"] == 1
    assert ask(OPPOSED_TEST, a={"base": 110}, b={"base": 110})["p_draw"] == 1


@pytest.mark.parametrize(("hundred", "p_success", "fumbles"), [("fails", 99, 1), ("by_skill", 100, 0)])
def test_a_roll_equal_to_the_skill_hits_even_at_100_by_a_table_rule(hundred: str, p_success: int, fumbles: int) -> None:
    grades = ask(SKILL_TEST, skill={"base": 60, "mods": 40}, hundred=hundred)["grades"]
    assert grades["CR"] + grades["S"] == Fraction(p_success, 100)
    assert grades["FU"] == Fraction(fumbles, 100)


def test_00_stays_a_fumble_below_100_whatever_the_table_rule() -> None:
    assert ask(SKILL_TEST, skill={"base": 99}, hundred="by_skill") == ask(SKILL_TEST, skill={"base": 99})
