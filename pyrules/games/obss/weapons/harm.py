"""The damage of a hit: weapon dice, explosion, critical dice, bonus, and the target's protection.

"Life and death", "Critical hit" and "Exploding damage". `taken` has the order of the rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from ....engine.dice import Dice, Die, always
from ..tables import FACTS
from .weapon import explodes_at, weapon_roll, weapon_rolls, weapon_rolls_to

HARM_RULES = (
    "OBSS-HIT-02",
    "OBSS-HIT-12",
    "OBSS-HIT-13",
    "OBSS-HIT-14",
    "OBSS-CRIT-01",
    *(f"OBSS-EXPL-{row:02}" for row in (1, 2, 3, 4, 6, 7)),
)
"""The rules that all damage cites."""


@dataclass(frozen=True, slots=True)
class Harm:
    """The damage of a weapon's hits on this target; with `highest` its criticals count their highest roll."""

    weapon: Dice
    bonus: int = 0
    ed: int | None = None
    explode: bool = True
    reduction: int = 0
    highest: bool = False

    @property
    def explodes_at(self) -> int | None:
        """The roll from which the weapon explodes; None if it never does."""
        return explodes_at(self.weapon, self.ed) if self.explode else None

    @property
    def highest_critical(self) -> int:
        """The highest roll of a critical."""
        return self.weapon.maximum * FACTS.number("critical_weapon_rolls")

    @property
    def roll(self) -> Die[int]:
        """One roll of the weapon, with its explosion."""
        return weapon_roll(self.weapon, self.explodes_at)


def taken(harm: Harm, rolled: int, factor: Fraction = Fraction(1)) -> int:
    """The damage from the rolled dice: at least 1, then doubled or halved, then reduced, at least 0 (OBSS-HIT-12, OBSS-
    HIT-13, EXT-20)."""
    dealt = max(FACTS.number("least_damage"), rolled + harm.bonus)
    return max(FACTS.number("least_reduced_damage"), int(dealt * factor) - harm.reduction)


def critical_dice(harm: Harm, criticals: int, limit: int | None = None) -> Die[int]:
    """What criticals add: their dice, or their highest roll without dice (OBSS-CRIT-01, OBSS-WM12-4).

    In the odds `limit` includes all higher sums.
    """
    rolls = criticals * FACTS.number("critical_weapon_rolls")
    if harm.highest:
        return always(criticals * harm.highest_critical)
    return weapon_rolls(harm.weapon, rolls) if limit is None else weapon_rolls_to(harm.weapon, rolls, limit)


@lru_cache(maxsize=256)
def hit_die(harm: Harm, criticals: int, highest: int = 0, factor: Fraction = Fraction(1)) -> Die[int]:
    """The damage of a hit with `criticals` criticals; `highest` of them count their maximum without a roll."""
    rolled = weapon_rolls(harm.weapon, (criticals - highest) * FACTS.number("critical_weapon_rolls"))
    most = harm.highest_critical * highest
    return harm.roll.plus(rolled).map(lambda n: taken(harm, n + most, factor))
