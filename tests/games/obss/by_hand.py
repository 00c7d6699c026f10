"""Check dice counted die by die from their faces: the slow equivalent of `check_dice`."""

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
    """Everything that three dice can show, counted in whole numbers, which is much faster than in fractions."""
    die = one_die()
    whole = max(chance.denominator for chance in die.values())
    weighed = [(face, worth, int(chance * whole)) for (face, worth), chance in die.items()]
    found: dict[Shown, int] = {}
    for (face1, worth1, weight1), (face2, worth2, weight2), (face3, worth3, weight3) in product(weighed, repeat=3):
        alike = face1 == face2 == face3
        key = Shown(alike and face1 == 1, alike and face1 == 6, min(FAR, worth1 + worth2 + worth3))
        found[key] = found.get(key, 0) + weight1 * weight2 * weight3
    return {shown: Fraction(weight, whole**3) for shown, weight in found.items()}


THREE = three_dice()


def p_success(need: int) -> Fraction:
    """The chance that three dice, of which so much is needed, succeed."""
    return sum(
        (p for shown, p in THREE.items() if not shown.ones and (shown.sixes or shown.total >= need)), Fraction(0)
    )
