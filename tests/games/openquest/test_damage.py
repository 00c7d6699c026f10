"""Damage of a hit: dice, damage modifier, charge, armor."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from pyrules.engine.dice_text import parse_signed, parse_sum
from pyrules.games.openquest.rolls.damage import DAMAGE, Harm, charge_dice, hit_die
from pyrules.games.openquest.rolls.results import AVOIDED, HIT_MAX, HIT_MAX_ARM, HIT_ROLLED

from ..asking import ask, refused


def hit(**inputs: Any) -> dict[str, Any]:
    return ask(DAMAGE, **{"damage": "1d8", **inputs})


def by_hand(totals: list[int], armor: int) -> dict[str, Fraction]:
    through = Counter(max(0, total - armor) for total in totals)
    return {str(n): Fraction(count, len(totals)) for n, count in sorted(through.items())}


def test_every_face_counts_once_and_armor_takes_its_share() -> None:
    totals = [a + b - c + 1 for a, b, c in product(range(1, 9), range(1, 5), range(1, 7))]
    assert hit(damage="1d8+1d4+1", damage_mod="-1d6", ap=3)["damage"] == by_hand(totals, 3)


def test_a_mechanical_weapon_has_no_damage_modifier() -> None:
    assert hit(damage_mod="+2d6", mechanical=True)["damage"] == hit()["damage"]


@pytest.mark.parametrize(("modifier", "most"), [("+2d6", 12), ("-2d6", -2), ("0", 0)])
def test_the_highest_modifier_is_the_least_that_is_taken_away(modifier: str, most: int) -> None:
    totals = [face + most for face in range(1, 9)]
    assert hit(damage_mod=modifier, dm_mode="max")["damage"] == by_hand(totals, 0)


def test_a_table_rule_decides_whether_the_charge_die_is_highest_or_rolled() -> None:
    blow = {"damage_mod": "+1d4", "extra": "1d6", "maximum": True, "ap": 2}
    assert hit(**blow)["damage"] == {"16": Fraction(1)}
    assert hit(**blow, charge_die="rolled")["damage"] == by_hand([12 + face for face in range(1, 7)], 2)


def test_spread_and_thresholds_agree_with_the_distribution() -> None:
    values = hit(damage="2d6", ap=4, at_least=[0, 5, 9])
    chances = {int(n): p for n, p in values["damage"].items()}
    assert values["mean"] == sum(n * p for n, p in chances.items())
    assert values["variance"] == sum((n - values["mean"]) ** 2 * p for n, p in chances.items())
    assert (values["min"], values["max"], values["p_zero"]) == (0, 8, chances[0])
    assert values["p_at_least"] == {str(h): sum(p for n, p in chances.items() if n >= h) for h in (0, 5, 9)}


def test_armor_may_not_count() -> None:
    assert hit(ap=8)["p_zero"] == 1
    assert hit(ap=8, ignore_ap=True)["p_zero"] == 0


@pytest.mark.parametrize("extra", ["1d6+1", "2"])
def test_extra_dice_are_dice_alone(extra: str) -> None:
    assert refused(DAMAGE, damage="1d8", extra=extra) == ("extra", "not_allowed")


def test_each_result_has_its_damage() -> None:
    dice, modifier = parse_sum("1d6"), parse_signed("+1d4")
    assert dice is not None and modifier is not None
    harm = Harm(dice, modifier, armor=3, extra=charge_dice())
    assert hit_die(harm, HIT_MAX).probabilities() == {16: 1}
    assert hit_die(harm, HIT_MAX_ARM).probabilities() == {13: 1}
    assert max(hit_die(harm, HIT_ROLLED).weights) == 13
    assert hit_die(harm, AVOIDED).probabilities() == {0: 1}
