"""Initiative, the order of acting, and surprise."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import pytest

from pyrules.games.obss.checks.check_dice import check_die
from pyrules.games.obss.turns.initiative import INITIATIVE, initiative
from pyrules.games.obss.turns.initiative_order import INITIATIVE_ORDER
from pyrules.games.obss.turns.surprise import SURPRISE

from ..asking import ask, refused


def rolling(*fighters: tuple[int, int, int]) -> dict[str, Any]:
    """Combatants named A, B, ... by modifier, ability and dice."""
    held = [
        {"name": name, "modifier": modifier, "ability": ability, "dice": dice}
        for name, (modifier, ability, dice) in zip("ABCDEF", fighters, strict=False)
    ]
    return {"combatants": held}


# Initiative.


def by_hand(*fighters: tuple[int, int, int]) -> tuple[dict[str, list[Fraction]], Fraction]:
    """Every fall of everybody's dice, one by one: first, leads of 8 and 16; and several at once."""
    pools = [check_die(dice).read(lambda rolled: rolled.total) for _, _, dice in fighters]
    seen = {name: [0] * 3 for name in "ABCDEF"[: len(fighters)]}
    tied = 0
    for fall in product(*(pool.weights.items() for pool in pools)):
        weight = prod(one for _, one in fall)
        results = [
            (modifier + total, ability, name)
            for (modifier, ability, _), (total, _), name in zip(fighters, fall, seen, strict=True)
        ]
        (best, score, name), (second, other, _) = sorted(results, reverse=True)[:2]
        if (best, score) == (second, other):
            tied += weight
        else:
            seen[name][0] += weight
        for at, points in ((1, 8), (2, 16)):
            seen[name][at] += weight * (best - second >= points)
    whole = prod(pool.total for pool in pools)
    return {name: [Fraction(one, whole) for one in held] for name, held in seen.items()}, Fraction(tied, whole)


@pytest.mark.parametrize(
    "fighters",
    [((0, 0, 1), (0, 0, 1)), ((3, 1, 1), (2, 1, 1)), ((3, 1, 1), (3, 2, 1)), ((-4, 5, 1), (4, 0, 0))],
)
def test_every_fall_of_the_dice_counted_by_hand(fighters: tuple[tuple[int, int, int], ...]) -> None:
    values = ask(INITIATIVE, **rolling(*fighters))
    seen, tied = by_hand(*fighters)
    chances = {name: list(held.values()) for name, held in values["combatants"].items()}
    assert chances == seen
    assert values["p_simultaneous_top"] == tied


def test_the_formula_agrees_with_walking_roll_by_roll() -> None:
    inputs = INITIATIVE.parse(rolling((0, 1, 1), (1, 1, 1), (2, 0, 0)))
    quick = initiative(inputs)
    walked = replace(quick, ends=None)

    def classes(odds: Any) -> dict[str, Fraction]:
        return {
            name: odds.p(lambda end, one=name: quick.outcome(end) == one) for name in map(quick.outcome, odds.weights)
        }

    assert classes(quick.odds()) == classes(walked.odds())


def test_a_tie_goes_to_the_better_ability_or_to_neither_side() -> None:
    equal = ask(INITIATIVE, **rolling((4, 2, 3), (4, 2, 3)))
    better = ask(INITIATIVE, **rolling((4, 3, 3), (4, 2, 3)))
    assert equal["p_simultaneous_top"] > 0
    assert better["p_simultaneous_top"] == 0
    gained = better["combatants"]["A"]["p_first"] - equal["combatants"]["A"]["p_first"]
    assert gained == equal["p_simultaneous_top"]
    assert (equal["likeliest"], better["likeliest"]) == ("A and B", "A")


def test_without_dice_only_the_bonus_counts() -> None:
    values = ask(INITIATIVE, **rolling((9, 0, 0), (1, 0, -2)))
    assert values["combatants"]["A"] == {"p_first": 1, "p_lead_8": 1, "p_lead_16": 0}


def test_a_higher_bonus_is_never_worse() -> None:
    chances = [
        ask(INITIATIVE, **rolling((bonus, 0, 3), (5, 0, 3), (2, 0, 2)))["combatants"]["A"] for bonus in range(12)
    ]
    for key in ("p_first", "p_lead_8", "p_lead_16"):
        row = [held[key] for held in chances]
        assert row == sorted(row) and row[0] < row[-1]


def test_all_who_are_first_make_up_one() -> None:
    values = ask(INITIATIVE, **rolling((4, 2, 3), (4, 2, 3), (1, 0, 4)))
    assert sum(values["who_first"].values()) == 1


def test_names_must_differ_and_two_are_needed() -> None:
    twice = [{"name": "A", "modifier": 1, "ability": 1}] * 2
    assert refused(INITIATIVE, combatants=twice) == ("combatants.1.name", "not_allowed")
    assert refused(INITIATIVE, combatants=twice[:1]) == ("combatants", "out_of_range")


# The order.


def ordered(*rolls: tuple[str, int, int]) -> dict[str, Any]:
    held = [{"name": name, "total": total, "ability": ability} for name, total, ability in rolls]
    return ask(INITIATIVE_ORDER, rolls=held)


def test_ties_are_broken_by_ability_or_act_together() -> None:
    values = ordered(("A", 12, 1), ("B", 12, 3), ("C", 20, 0), ("D", 12, 1))
    assert values["order"] == [["C"], ["B"], ["A", "D"]]
    assert [row["place"] for row in values["places"]] == [1, 2, 3, 3]


@pytest.mark.parametrize(("lead", "more"), [(0, (0, 0)), (7, (0, 0)), (8, (1, 0)), (15, (1, 0)), (16, (1, 1))])
def test_a_long_lead_brings_both(lead: int, more: tuple[int, int]) -> None:
    values = ordered(("A", 10, 0), ("B", 10 + lead, 0), ("C", 3, 9))
    assert values["lead"] == lead
    assert tuple(values["leader_bonus"].values()) == more


def test_alone_there_is_nobody_to_lead() -> None:
    values = ordered(("A", 30, 0))
    assert (values["lead"], values["order"]) == (0, [["A"]])


# Surprise.


def test_a_tie_favors_the_watcher() -> None:
    sure = {"awareness": 0, "stealth_dice": 0}
    assert ask(SURPRISE, stealth_mod=10, **sure)["p_surprised"] == 0
    assert ask(SURPRISE, stealth_mod=11, **sure)["p_surprised"] == 1
    assert ask(SURPRISE, stealth_mod=12, alert=True, **sure)["p_surprised"] == 0


def test_three_ones_give_even_the_best_sneak_away() -> None:
    assert ask(SURPRISE, stealth_mod=50, awareness=0)["p_surprised"] == 1 - Fraction(1, 216)
    assert ask(SURPRISE, stealth_mod=-50, awareness=40)["p_surprised"] >= Fraction(1, 216)


def test_both_surprised_need_more_than_fifteen() -> None:
    (held,) = ask(SURPRISE, stealth_mod=0, awareness=0, reflex_mods=[10])["p_not_surprised_each"]
    assert held == check_die(3).p(lambda rolled: rolled.total > 5)
    assert ask(SURPRISE, stealth_mod=0, awareness=0)["saves"] is None


def test_saves_can_be_rolled_only_where_they_are_made() -> None:
    inputs = SURPRISE.parse({"stealth_mod": 0, "awareness": 0, "reflex_mods": [2, 6]})
    faces = iter([5, 5, 4, 2, 3, 5])
    roll = SURPRISE.roll(inputs, lambda sides: next(faces), "reflex")
    assert [step.total for step in roll.steps] == [16, 16]
    assert roll.outcome == "2 of 2 not surprised"
