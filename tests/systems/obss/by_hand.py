"""Check dice counted die by die, from their faces alone: the slow twin of `check_dice`."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import NamedTuple

FAR = 60
"""All that lies further counts as this."""


class Shown(NamedTuple):
    """What so many dice show: whether the first three are all 1 or all 6, and the total."""

    ones: bool
    sixes: bool
    total: int


def one_die() -> dict[tuple[int, int], Fraction]:
    """The first face and the worth of one die, which goes on after each 6."""
    found = {(face, 0 if face == 1 else face): Fraction(1, 6) for face in range(1, 6)}
    worth, chance = 6, Fraction(1, 6)
    while worth < FAR:
        for face in range(1, 6):
            key = (6, worth + (0 if face == 1 else face))
            found[key] = found.get(key, Fraction(0)) + chance / 6
        worth, chance = worth + 6, chance / 6
    found[6, FAR] = chance
    return found


def three_dice() -> dict[Shown, Fraction]:
    """Everything that three dice can show."""
    found: dict[Shown, Fraction] = {}
    for fallen in product(one_die().items(), repeat=3):
        first = {face for (face, _), _ in fallen}
        total = min(FAR, sum(worth for (_, worth), _ in fallen))
        chance = fallen[0][1] * fallen[1][1] * fallen[2][1]
        key = Shown(first == {1}, first == {6}, total)
        found[key] = found.get(key, Fraction(0)) + chance
    return found


THREE = three_dice()


def p_success(need: int) -> Fraction:
    """The chance that three dice, of which so much is needed, succeed."""
    return sum(
        (p for shown, p in THREE.items() if not shown.ones and (shown.sixes or shown.total >= need)), Fraction(0)
    )
