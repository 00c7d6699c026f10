"""The check dice: their faces, and how a total and the first three dice make a grade."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from pyrules.engine.dice import d
from pyrules.games.obss.checks.check_dice import (
    ONES,
    REST,
    SIXES,
    Check,
    Grade,
    Rolled,
    check_die,
    grade_die,
    graded,
    most,
    pool,
    successes,
    whole,
)


def faces(*values: int) -> Iterator[int]:
    return iter(values)


def thrown(check: Check, *values: int) -> Grade:
    source = faces(*values)
    grade, _ = grade_die(check).throw(lambda sides: next(source))
    assert next(source, None) is None  # no face is left over
    return grade


@pytest.mark.parametrize("dice", [-2, 0, 1, 2, 3, 4, 6])
@pytest.mark.parametrize("need", [-20, 0, 3, 10, 11, 25])
@pytest.mark.parametrize("tie_fails", [False, True])
def test_counting_by_margins_is_the_same_as_reading_every_total(dice: int, need: int, tie_fails: bool) -> None:
    check = Check(need, dice, tie_fails=tie_fails)
    assert grade_die(check) == check_die(dice).read(lambda rolled: graded(check, rolled))


def test_plain_dice_on_top_are_added_to_every_total() -> None:
    check = Check(10, 3, d4=2)
    on_top = d(4).times(2)
    by_hand = check_die(3).chain(lambda r: on_top.read(lambda n: graded(check, Rolled(r.triple, r.total + n))))
    assert grade_die(check) == by_hand


def test_a_triple_comes_once_in_216_with_three_dice_and_never_with_two() -> None:
    for triple in (ONES, SIXES):
        assert check_die(4).p(lambda r, t=triple: r.triple == t) == Fraction(1, 216)  # type: ignore[misc]
    assert check_die(2).p(lambda r: r.triple != REST) == 0


def test_three_ones_fail_and_three_sixes_succeed_whatever_the_total() -> None:
    assert thrown(Check(-40), 1, 1, 1) == Grade(False, 1)
    assert thrown(Check(60), 6, 6, 6, 1, 1, 1) == Grade(True, 1)
    assert thrown(Check(60, triples_critical=False), 6, 6, 6, 1, 1, 1) == Grade(True, 0)


def test_the_fourth_die_makes_no_triple() -> None:
    assert thrown(Check(3, 4), 1, 1, 2, 1) == Grade(False, 0)
    assert thrown(Check(3, 4), 1, 1, 1, 5) == Grade(False, 1)


def test_every_full_margin_of_eight_is_a_critical() -> None:
    assert thrown(Check(15), 6, 4, 5, 6, 6, 4) == Grade(True, 2)  # the book's 31 against 15
    assert [graded(Check(10), Rolled(REST, total)).criticals for total in (10, 17, 18, 25, 26)] == [0, 0, 1, 1, 2]
    assert [graded(Check(20), Rolled(REST, total)).criticals for total in (19, 13, 12, 5, 4)] == [0, 0, 1, 1, 2]


def test_a_tie_can_fail() -> None:
    assert graded(Check(10), Rolled(REST, 10)).success
    assert not graded(Check(10, tie_fails=True), Rolled(REST, 10)).success


def test_chances_of_the_book() -> None:
    chances = {6: ".8981", 8: ".7801", 10: ".6227", 12: ".4630", 14: ".3302", 16: ".2353", 20: ".1047"}
    for total, p in chances.items():
        assert f"{float(pool(3).p_at_least(total)):.4f}"[1:] == p


@pytest.mark.parametrize("dice", [3, 12, 18, 27])
def test_what_is_left_out_of_means_is_next_to_nothing(dice: int) -> None:
    assert 0 < pool(dice).p_at_least(most(dice)) < Fraction(1, 10**26)


@pytest.mark.parametrize("dice", [0, 2, 3, 6])
@pytest.mark.parametrize("need", [-30, 0, 7, 18, 40])
@pytest.mark.parametrize("more", [{}, {"d4": 2}, {"tie_fails": True}, {"triples_critical": False}])
def test_successes_are_those_of_the_grades(dice: int, need: int, more: dict[str, Any]) -> None:
    check = Check(need, dice, **more)
    die = grade_die(check)
    by_grade = {grade.criticals: weight for grade, weight in die.weights.items() if grade.success}
    assert (successes(check), whole(check)) == (by_grade, die.total)
