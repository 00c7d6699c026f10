"""An attack and its damage in one: every number of criticals weighed at once, for all that strikes more than once.

"Defense and attack", "Critical hit". What a strike does is cached, so that a round, a planner and a trade of points for
dice share what they have in common.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from ....engine.dice import Dice, Dist, convolved
from ..checks.check_dice import whole
from ..tables import FACTS
from ..weapons.harm import Harm, taken
from ..weapons.weapon import weapon_roll, weapon_rolls
from .attack_roll import AttackRoll, hits, mean_criticals, p_hit


class Strike(NamedTuple):
    """An attack, and what a hit of it does."""

    attack: AttackRoll
    harm: Harm


def strike(attack: AttackRoll, harm: Harm) -> Strike:
    """An attack and its harm; a monster's dice do not explode (EXT-29)."""
    return Strike(attack, Harm(harm.weapon, harm.bonus, None, False, harm.reduction) if attack.monster else harm)


@lru_cache(maxsize=1024)
def mean_damage(s: Strike) -> Fraction:
    """The mean damage of an attack.

    The means of the dice add up; only rolls so low that a rule lifts them are looked at one by one.
    """
    harm, chance = s.harm, p_hit(s.attack)
    each = harm.weapon.count * Fraction(harm.weapon.sides + 1, 2) * FACTS.number("critical_weapon_rolls")
    added = harm.bonus - harm.reduction
    plain = chance * (harm.roll.mean(lambda n: n) + added) + mean_criticals(s.attack) * each
    lifted, total = _rolled_below(s, max(FACTS.number("least_damage"), harm.reduction) - harm.bonus)
    return plain + Fraction(sum((taken(harm, n) - (n + added)) * weight for n, weight in lifted.items()), total)


@lru_cache(maxsize=256)
def damage(s: Strike, top: int) -> Dist[int]:
    """The damage of an attack, a miss for 0; `top` (1 or more) stands for itself and all beyond."""
    harm, every = s.harm, whole(s.attack.check)
    rolled, total = _rolled_below(s, reaching(harm, top))
    missed = every - sum(hits(s.attack).values())
    weights = {0: missed * (total // every)}
    for n, weight in rolled.items():
        weights[taken(harm, n)] = weights.get(taken(harm, n), 0) + weight
    weights[top] = weights.get(top, 0) + total - sum(weights.values())
    return Dist(weights)


def reaching(harm: Harm, top: int) -> int:
    """The roll from which the dice do `top` damage (1 or more); below it, no more than a hit does at least."""
    return top - harm.bonus + harm.reduction


def _rolled_below(s: Strike, limit: int) -> tuple[dict[int, int], int]:
    """What the dice of all hits come to below `limit`, and the whole of those weights.

    The dice of each number of criticals are summed once for a weapon; a strike only weighs those sums by its chances.
    """
    held = hits(s.attack)
    sums = _dice_below(s.harm.weapon, s.harm.explodes_at, limit)
    numbers = [criticals for criticals in held if criticals < len(sums)]
    most = max(numbers, default=0)
    each = weapon_rolls(s.harm.weapon, FACTS.number("critical_weapon_rolls")).total
    rolled: dict[int, int] = {}
    for criticals in numbers:
        weight = held[criticals] * each ** (most - criticals)
        for n, ways in sums[criticals].items():
            rolled[n] = rolled.get(n, 0) + weight * ways
    return rolled, whole(s.attack.check) * each**most * s.harm.roll.total


@lru_cache(maxsize=64)
def _dice_below(weapon: Dice, explodes: int | None, limit: int) -> tuple[dict[int, int], ...]:
    """For each number of criticals: the sums of all dice below `limit`, while there are any. The last one is the most.

    The weight of a sum with n criticals is over the weapon's roll and n times its plain dice.
    """
    die, once = weapon_rolls(weapon, FACTS.number("critical_weapon_rolls")), weapon_roll(weapon, explodes)
    found: list[dict[int, int]] = []
    sums = {n: ways for n, ways in once.weights.items() if n < limit}
    while sums and len(found) <= _MOST_CRITICALS:
        found.append(sums)
        sums = _below(convolved(Dist(sums), die).weights, limit)
    return tuple(found)


_MOST_CRITICALS = 200
"""More criticals than any roll of the check dice is told apart by, with what every hit may have on top."""


def _below(sums: dict[int, int], limit: int) -> dict[int, int]:
    return {n: ways for n, ways in sums.items() if n < limit and ways}


# As a picture.


_PICTURE = (1, 120)


def picture_top(s: Strike) -> int:
    """Where a picture of the damage ends: above what a hit and three more rolls at their highest can do."""
    rolls = 1 if s.attack.monster else 4 + s.attack.extra_crits
    low, high = _PICTURE
    return max(low, min(high, s.harm.weapon.maximum * rolls + s.harm.bonus - s.harm.reduction + 1))


def open_ended(dist: Dist[int], top: int) -> dict[str, Fraction]:
    """A distribution as answers hold it, where `top` stands for itself and all beyond."""
    return {f"{n}+" if n == top else str(n): p for n, p in dist.probabilities().items()}
