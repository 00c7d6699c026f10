"""Splash weapons: hits, near misses, and where a wide miss lands."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from pyrules.games.obss.attack.splash import SPLASH
from pyrules.games.obss.attack.splash_rolled import SPLASH_RESOLVE

from ..asking import ask, refused
from .by_hand import THREE

AWAY = {1: (-1, 0), 2: (-1, 1), 3: (0, 1), 4: (1, 1), 5: (1, 0), 6: (1, -1), 7: (0, -1), 8: (-1, -1)}
"""The diagram, seen by a thrower who stands beside the 7."""


def thrown(need: int) -> tuple[Fraction, Fraction, Fraction]:
    """Hit, near miss and scatter, roll by roll."""
    hit = near = Fraction(0)
    for shown, p in THREE.items():
        if not shown.ones and (shown.sixes or shown.total >= need):
            hit += p
        elif shown.total > need - 5:
            near += p
    return hit, near, 1 - hit - near


def landed(scatters: Fraction) -> dict[tuple[int, int], Fraction]:
    """Where it ends by direction and two dice, one by one."""
    found: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for (x, y), first, second in product(AWAY.values(), range(1, 7), range(1, 7)):
        found[x * (first + second), y * (first + second)] += scatters / (8 * 36)
    return found


def squares(value: dict[str, Any]) -> dict[tuple[int, int], tuple[str, Any]]:
    """What a board holds, by the numbers along its sides."""
    across, down = ([int(text.replace("\u2212", "-")) for text in value[side]] for side in ("across", "down"))
    return {
        (x, y): held
        for y, row in zip(down, value["squares"], strict=True)
        for x, held in zip(across, row, strict=True)
        if held is not None
    }


@pytest.mark.parametrize("defense", [1, 4, 10, 14, 19, 26])
def test_the_three_ends_of_a_throw_are_those_counted_by_hand(defense: int) -> None:
    values = ask(SPLASH, modifier=2, defense=defense)
    assert (values["p_direct_hit"], values["p_near_miss"], values["p_scatter"]) == thrown(defense - 2)


def test_three_ones_miss_but_scatter_only_if_they_are_so_far_below() -> None:
    sure, wide = ask(SPLASH, modifier=20, defense=12), ask(SPLASH, modifier=7, defense=12)
    assert (sure["p_near_miss"], sure["p_scatter"]) == (Fraction(1, 216), 0)
    assert wide["p_scatter"] >= Fraction(1, 216)  # a total of 7 is five below


def test_every_square_has_the_chance_counted_by_hand() -> None:
    values = ask(SPLASH, modifier=0, defense=18)
    held = {at: chance for at, (_, chance) in squares(values["lands"]).items() if chance}
    hit, near, scatters = thrown(18)
    assert held == {(0, 0): hit + near, **landed(scatters)}
    assert sum(held.values()) == 1


def test_near_a_place_is_the_sum_of_its_squares() -> None:
    values = ask(SPLASH, modifier=1, defense=17, near=[5, -4], radius=2, thrower_m=7)
    places = landed(thrown(16)[2])
    assert values["p_within"] == sum(p for (x, y), p in places.items() if abs(x - 5) <= 2 and abs(y + 4) <= 2)
    assert values["p_at_thrower"] == sum(p for (x, y), p in places.items() if abs(x) <= 2 and abs(y + 7) <= 2)


def test_a_wide_miss_goes_seven_meters_on_average() -> None:
    values = ask(SPLASH, modifier=0, defense=20)
    assert values["expected_scatter_metres"] == 7 * values["p_scatter"]


def test_the_map_shows_target_and_thrower_at_every_place() -> None:
    for meters in (1, 6, 18):
        held = squares(ask(SPLASH, modifier=4, defense=14, thrower_m=meters, near=[2, 3])["lands"])
        assert (held[0, 0][0], held[0, -meters][0], held[2, 3][0]) == ("target", "thrower", "asked")


@pytest.mark.parametrize("direction", AWAY)
def test_rolled_dice_lead_where_the_diagram_says(direction: int) -> None:
    x, y = AWAY[direction]
    values = ask(SPLASH_RESOLVE, direction=direction, distance_roll=9)
    assert values["offset"] == [9 * x, 9 * y]
    held = squares(values["lands"])
    assert held == {(0, 0): ("target", None), (9 * x, 9 * y): ("vial", None)}


def test_a_direction_has_one_of_eight_numbers() -> None:
    assert refused(SPLASH_RESOLVE, direction=9, distance_roll=4) == ("direction", "bad_option")
    assert refused(SPLASH_RESOLVE, direction=1, distance_roll=13) == ("distance_roll", "out_of_range")
    assert refused(SPLASH, modifier=0, defense=10, near=[1]) == ("near", "out_of_range")
