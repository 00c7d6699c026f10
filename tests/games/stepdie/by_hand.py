"""The rules of the step-die game counted over every face, for comparison with its calculators."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any

Odds = dict[int, Fraction]

LADDER = [4, 6, 8, 10, 12]


def lower(sides: int, steps: int) -> int:
    """A die some steps down the ladder."""
    return LADDER[max(0, LADDER.index(sides) - steps)]


def die(sides: int, again: int = 0) -> Odds:
    """A die that goes on `again` times at most when it shows its top face."""
    odds: defaultdict[int, Fraction] = defaultdict(Fraction)
    for face in range(1, sides + 1):
        further = die(sides, again - 1) if face == sides and again else {0: Fraction(1)}
        for more, p in further.items():
            odds[face + more] += p / sides
    return dict(odds)


def total(*dice: Odds, plus: int = 0, halved: bool = False) -> Odds:
    """Dice added up with a number, perhaps halved."""
    sums: Odds = {plus: Fraction(1)}
    for one in dice:
        added: defaultdict[int, Fraction] = defaultdict(Fraction)
        for so_far, p in sums.items():
            for face, q in one.items():
                added[so_far + face] += p * q
        sums = dict(added)
    if not halved:
        return sums
    halves: defaultdict[int, Fraction] = defaultdict(Fraction)
    for rolled, p in sums.items():
        halves[rolled // 2 if rolled > 0 else rolled] += p
    return dict(halves)


def higher(one: Odds, other: Odds) -> Fraction:
    """The chance that the first is strictly higher."""
    return sum((p * q for a, p in one.items() for b, q in other.items() if a > b), Fraction(0))


# The table of actions as calculators.md has it: modifier, damage for D = 3, what reduces it.
ACTIONS: dict[str, tuple[int, int, str]] = {
    "attack": (0, 3, "armor"),
    "lunging": (-2, 3, "armor"),
    "power": (-3, 4, "armor"),
    "disarm": (-3, 0, ""),
    "maim_arm": (-3, 1, "armor"),
    "maim_leg": (-3, 1, "armor"),
    "avoid_armor": (-4, 3, ""),
    "critical": (-5, 5, "helmet"),
    "shoot": (0, 3, "armor"),
    "rapid_shot": (-3, 3, "armor"),
    "maim_shot_arm": (-3, 1, "armor"),
    "maim_shot_leg": (-3, 1, "armor"),
    "avoid_armor_shot": (-4, 3, ""),
    "critical_shot": (-5, 5, "helmet"),
}

FIGHTER: dict[str, Any] = {"agility_die": 8, "skill": 4, "damage": 3, "bladed": True}
TARGET: dict[str, Any] = {"acrobatics": 1, "parry": 2, "armor_dr": 2, "helmet_dr": 1, "health": 4}
