"""What a hit does: weapon dice, explosion, critical dice, what is added, and what the target is spared.

"Life and death", "Critical hit" and "Exploding damage". The order of all that is told in `taken`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from ....engine.dice import Dice, Die
from ..tables import FACTS
from .weapon import explodes_at, weapon_roll, weapon_rolls

HARM_RULES = (
    "OBSS-HIT-02",
    "OBSS-HIT-12",
    "OBSS-HIT-13",
    "OBSS-HIT-14",
    "OBSS-CRIT-01",
    *(f"OBSS-EXPL-{row:02}" for row in (1, 2, 3, 4, 6, 7)),
)
"""What every damage cites."""


@dataclass(frozen=True, slots=True)
class Harm:
    """What the hits of a weapon do to this target."""

    weapon: Dice
    bonus: int = 0
    ed: int | None = None
    explode: bool = True
    reduction: int = 0

    @property
    def explodes_at(self) -> int | None:
        """The roll from which the weapon explodes, if it does."""
        return explodes_at(self.weapon, self.ed) if self.explode else None

    @property
    def roll(self) -> Die[int]:
        """The weapon rolled once, with its explosion."""
        return weapon_roll(self.weapon, self.explodes_at)


def taken(harm: Harm, rolled: int, factor: Fraction = Fraction(1)) -> int:
    """What the dice come to in the end: at least 1, then doubled or halved, then reduced, but to no less than 0.

    (OBSS-HIT-12, OBSS-HIT-13, EXT-20.)
    """
    dealt = max(FACTS.number("least_damage"), rolled + harm.bonus)
    return max(FACTS.number("least_reduced_damage"), int(dealt * factor) - harm.reduction)


@lru_cache(maxsize=256)
def hit_die(harm: Harm, criticals: int, highest: int = 0, factor: Fraction = Fraction(1)) -> Die[int]:
    """The damage of a hit with so many criticals; the dice of `highest` of them are not rolled, but at their most."""
    rolled = weapon_rolls(harm.weapon, (criticals - highest) * FACTS.number("critical_weapon_rolls"))
    most = harm.weapon.maximum * highest
    return harm.roll.plus(rolled).map(lambda n: taken(harm, n + most, factor))
