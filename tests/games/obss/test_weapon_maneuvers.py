"""Weapon maneuvers: which a round of misses opens, and how likely that is."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from pyrules.games.obss.maneuvers.weapon_maneuver_odds import WEAPON_MANEUVER_ODDS
from pyrules.games.obss.maneuvers.weapon_maneuvers import MANEUVERS, WEAPON_MANEUVERS

from ..asking import ask, refused, rolled
from .by_hand import THREE, Shown


def missed(*totals: int, wp: int = 12, **more: Any) -> dict[str, Any]:
    return ask(WEAPON_MANEUVERS, wp=wp, totals=list(totals), hits=[False] * len(totals), **more)


def test_an_odd_miss_opens_odd_ones_and_both_open_all() -> None:
    odd, even, both = missed(13, 11), missed(12, -2), missed(12, 11)
    assert (odd["count"], even["count"], both["count"]) == (15, 15, 25)
    assert set(odd["open"]) | set(even["open"]) == set(both["open"])
    assert set(odd["open"]) & set(even["open"]) == {
        row["label"] for row in MANEUVERS.rows if row["activator"] == "missed"
    }


@pytest.mark.parametrize(("wp", "count"), [(3, 0), (4, 5), (5, 5), (6, 10), (11, 20), (12, 25), (40, 25)])
def test_proficiency_opens_level_after_level(wp: int, count: int) -> None:
    assert missed(12, 11, wp=wp)["count"] == count


def test_one_attack_or_one_hit_opens_nothing() -> None:
    assert missed(13)["open"] == missed()["open"] == []
    assert ask(WEAPON_MANEUVERS, wp=12, totals=[13, 18], hits=[False, True])["open"] == []


def test_a_critical_failure_allows_the_critical_effect_of_what_is_open() -> None:
    failed = [False, True]
    assert missed(13, 1, critical_failures=failed)["critical_effect"]
    assert not missed(13, 1, wp=3, critical_failures=failed)["critical_effect"]
    assert not missed(13, 1)["critical_effect"]
    assert len(missed(13, 1, critical_failures=failed)["failures"]) == 17
    assert missed(13, 1)["failures"] is None


def test_the_lists_fit_each_other() -> None:
    assert refused(WEAPON_MANEUVERS, wp=4, totals=[13, 11], hits=[False]) == ("hits", "not_allowed")
    asked: dict[str, Any] = {"wp": 4, "totals": [13, 11]}
    uneven = refused(WEAPON_MANEUVERS, **asked, hits=[False, False], critical_failures=[True])
    assert uneven == ("critical_failures", "not_allowed")
    both = refused(WEAPON_MANEUVERS, **asked, hits=[True, False], critical_failures=[True, False])
    assert both == ("critical_failures.0", "not_allowed")


# The odds.


def misses(shown: Shown, need: int) -> bool:
    return shown.ones or (not shown.sixes and shown.total < need)


def by_hand(defense: int, *bonuses: int) -> dict[str, Fraction]:
    """Every pair of rolls, one by one."""
    found = dict.fromkeys(("p_open", "p_odd", "p_even", "p_critical", "p_odd_critical", "p_even_critical"), Fraction(0))
    rolls = [[(one, b, p) for one, p in THREE.items() if misses(one, defense - b)] for b in bonuses]
    for fallen in product(*rolls):
        p = Fraction(1)
        for _, _, chance in fallen:
            p *= chance
        odd = any((one.total + b) % 2 for one, b, _ in fallen)
        even = any((one.total + b) % 2 == 0 for one, b, _ in fallen)
        critical = any(one.ones or one.total + b <= defense - 8 for one, b, _ in fallen)
        held = {"open": True, "odd": odd, "even": even}
        for name, holds in held.items():
            found[f"p_{name}"] += p * holds
        found["p_critical"] += p * critical
        found["p_odd_critical"] += p * (odd and critical)
        found["p_even_critical"] += p * (even and critical)
    return found


@pytest.mark.parametrize(("defense", "bonuses"), [(17, (4, -1)), (20, (13, 8)), (15, (5, 0, -5))])
def test_the_odds_are_those_of_every_roll(defense: int, bonuses: tuple[int, ...]) -> None:
    values = ask(WEAPON_MANEUVER_ODDS, attacks=[{"modifier": b} for b in bonuses], defense=defense)
    assert {name: values[name] for name in by_hand(0)} == by_hand(defense, *bonuses)


def test_each_maneuver_has_the_chance_of_its_activator() -> None:
    values = ask(WEAPON_MANEUVER_ODDS, attacks=[{"modifier": 4}, {"modifier": -1}], defense=17, wp=6)
    assert {row["level"] for row in values["maneuvers"]} == {4, 6}
    by = {"missed": "p_open", "odd": "p_odd", "even": "p_even"}
    assert all(row["p"] == values[by[row["activator"]]] for row in values["maneuvers"])


def test_three_ones_are_a_critical_failure_only_where_the_table_plays_so() -> None:
    asked: dict[str, Any] = {"attacks": [{"modifier": 20}, {"modifier": 20}], "defense": 17}
    assert ask(WEAPON_MANEUVER_ODDS, **asked)["p_critical"] == Fraction(1, 216) ** 2
    assert ask(WEAPON_MANEUVER_ODDS, **asked, triples_critical=False)["p_critical"] == 0


def test_without_dice_only_the_bonus_counts() -> None:
    asked = {"attacks": [{"modifier": 9, "dice": 0}, {"modifier": 4, "dice": -2}], "defense": 10}
    assert rolled(WEAPON_MANEUVER_ODDS, **asked) == {"All missed, odd and even": 1}
