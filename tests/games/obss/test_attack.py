"""Attacks: hit chances, what triples change, and dice with given faces."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pyrules.games.obss.attack.attack import ATTACK
from pyrules.games.obss.attack.attack_rolled import ATTACK_RESOLVE
from pyrules.games.obss.checks.check_dice import check_die

from ..asking import ask, refused


def by_faces(modifier: int, defense: int, dice: int) -> dict[str, Fraction]:
    """The same chances from every total and triple, read by hand."""
    found = dict.fromkeys(("p_hit", "p_critical_failure", "p_miss_by_5", "p_at_least_1_crit"), Fraction(0))
    die = check_die(dice)
    for rolled, weight in die.weights.items():
        margin = rolled.total + modifier - defense
        hit = rolled.triple == "sixes" or (rolled.triple != "ones" and margin >= 0)
        held = {
            "p_hit": hit,
            "p_critical_failure": not hit and (margin <= -8 or rolled.triple == "ones"),
            "p_miss_by_5": not hit and margin <= -5,
            "p_at_least_1_crit": hit and (margin >= 8 or rolled.triple == "sixes"),
        }
        for name, holds in held.items():
            found[name] += Fraction(weight * holds, die.total)
    return found


@pytest.mark.parametrize("modifier", [-20, 0, 6, 40])
@pytest.mark.parametrize("dice", [0, 2, 3, 5])
def test_chances_are_those_of_every_total_read_by_hand(modifier: int, dice: int) -> None:
    values = ask(ATTACK, modifier=modifier, defense=15, dice=dice)
    expected = by_faces(modifier, 15, dice)
    assert {name: values[name] for name in expected} == expected


def test_three_dice_never_hit_or_miss_always() -> None:
    assert ask(ATTACK, modifier=100, defense=0)["p_hit"] == Fraction(215, 216)
    assert ask(ATTACK, modifier=-100, defense=100)["p_hit"] == Fraction(1, 216) + _reached_anyway(200)
    assert ask(ATTACK, modifier=100, defense=0, dice=2)["p_hit"] == 1


def _reached_anyway(need: int) -> Fraction:
    return check_die(3).p(lambda r: r.triple == "rest" and r.total >= need)


def test_criticals_of_every_hit_are_added_to_hits_alone() -> None:
    plain, charged = (ask(ATTACK, modifier=8, defense=16, extra_crits=extra) for extra in (0, 1))
    assert charged["p_hit"] == plain["p_hit"]
    assert charged["p_crits_exactly"] == [0, *plain["p_crits_exactly"][:5]]
    assert charged["expected_crits"] == plain["expected_crits"] + plain["p_hit"]


def test_what_an_attack_comes_to_adds_up_from_the_worst_to_the_best() -> None:
    results = ask(ATTACK, modifier=8, defense=16)["results"]
    assert sum(results.values()) == 1
    assert list(results)[:4] == ["Critical failure", "Miss", "Hit", "Hit, 1 critical"]
    assert list(results)[-1] == "Hit, 6 criticals or more"


def rolled(chains: list[list[int]], defense: int = 15, modifier: int = 0, **more: Any) -> dict[str, Any]:
    return ask(ATTACK_RESOLVE, chains=chains, defense=defense, modifier=modifier, **more)


def test_the_example_of_the_book() -> None:
    values = rolled([[6, 6, 6, 4], [4], [5]])
    assert (values["total"], values["criticals"], values["weapon_rolls"]) == (31, 2, 3)


def test_three_ones_miss_and_are_a_critical_failure_without_scattering() -> None:
    values = rolled([[1], [1], [1], [5]], modifier=30)
    assert (values["hit"], values["critical_failure"], values["scatter"]) == (False, True, False)


def test_a_table_rule_removes_the_critical_of_triples() -> None:
    ones, sixes = [[1], [1], [1]], [[6, 1], [6, 1], [6, 1]]
    assert not rolled(ones, modifier=15, triples_critical=False)["critical_failure"]
    assert rolled(sixes, defense=60, triples_critical=False)["criticals"] == 0
    assert rolled(sixes, defense=60)["criticals"] == 1


@pytest.mark.parametrize("chain", [[6], [6, 6], [4, 2], [1, 6, 2]])
def test_a_die_goes_on_after_a_six_and_after_nothing_else(chain: list[int]) -> None:
    assert refused(ATTACK_RESOLVE, chains=[[2], chain, [3]], modifier=0, defense=10) == ("chains.1", "not_allowed")
