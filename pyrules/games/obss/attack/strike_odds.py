"""The odds of an attack with its damage, over all numbers of criticals at once.

"Defense and attack", "Critical hit". Results are cached, so that a round, a planner and a trade for dice share them.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from ....engine.convolution import with_equal_dice
from ....engine.dice import Dice, Dist
from ..checks.check_dice import whole
from ..tables import FACTS
from ..weapons.harm import Harm, critical_dice, taken
from ..weapons.weapon import weapon_roll
from .attack_roll import AttackRoll, hits, mean_criticals, p_hit


class Strike(NamedTuple):
    """An attack, and the damage of its hits."""

    attack: AttackRoll
    harm: Harm


def strike(attack: AttackRoll, harm: Harm) -> Strike:
    """An attack and its damage; a monster's dice do not explode (EXT-29)."""
    return Strike(attack, Harm(harm.weapon, harm.bonus, None, False, harm.reduction) if attack.monster else harm)


@lru_cache(maxsize=1024)
def mean_damage(s: Strike) -> Fraction:
    """The mean damage of an attack.

    The means of the dice add up. Only rolls that a rule raises to a minimum are summed one by one.
    """
    harm, chance = s.harm, p_hit(s.attack)
    each = critical_dice(harm, 1).mean(lambda n: n)
    added = harm.bonus - harm.reduction
    plain = chance * (harm.roll.mean(lambda n: n) + added) + mean_criticals(s.attack) * each
    lifted, total = _rolled_below(s, max(FACTS.number("least_damage"), harm.reduction) - harm.bonus)
    return plain + Fraction(sum((taken(harm, n) - (n + added)) * weight for n, weight in lifted.items()), total)


@lru_cache(maxsize=256)
def damage(s: Strike, top: int) -> Dist[int]:
    """The damage of an attack, 0 for a miss; `top` (1 or more) includes all higher damage."""
    harm, every = s.harm, whole(s.attack.check)
    rolled, total = _rolled_below(s, reaching(harm, top))
    missed = every - sum(hits(s.attack).values())
    weights = {0: missed * (total // every)}
    for n, weight in rolled.items():
        weights[taken(harm, n)] = weights.get(taken(harm, n), 0) + weight
    weights[top] = weights.get(top, 0) + total - sum(weights.values())
    return Dist(weights)


def reaching(harm: Harm, top: int) -> int:
    """The dice roll from which the damage is `top` (1 or more); below it a hit does its minimum."""
    return top - harm.bonus + harm.reduction


def _rolled_below(s: Strike, limit: int) -> tuple[dict[int, int], int]:
    """The sums of the dice of all hits below `limit`, and the total of their weights.

    The sums of each number of criticals are cached per weapon; a strike only weights them by its chances.
    """
    held = hits(s.attack)
    sums = _dice_below(s.harm.weapon, s.harm.explodes_at, limit, s.harm.highest)
    numbers = [criticals for criticals in held if criticals < len(sums)]
    most = max(numbers, default=0)
    each = critical_dice(s.harm, 1).total
    rolled: dict[int, int] = {}
    for criticals in numbers:
        weight = held[criticals] * each ** (most - criticals)
        for n, ways in sums[criticals].items():
            rolled[n] = rolled.get(n, 0) + weight * ways
    return rolled, whole(s.attack.check) * each**most * s.harm.roll.total


@lru_cache(maxsize=64)
def _dice_below(weapon: Dice, explodes: int | None, limit: int, highest: bool) -> tuple[dict[int, int], ...]:
    """For each number of criticals, the sums of all dice below `limit`, up to the last one that has any.

    The weight of a sum with n criticals is over the weapon's roll times n plain rolls; with `highest` the criticals
    have no rolls.
    """
    once, rolls = weapon_roll(weapon, explodes), FACTS.number("critical_weapon_rolls")
    sums = [once.weights.get(n, 0) for n in range(limit)]
    found: list[dict[int, int]] = []
    while any(sums) and len(found) <= _MOST_CRITICALS:
        found.append({n: ways for n, ways in enumerate(sums) if ways})
        if highest:
            sums = ([0] * (rolls * weapon.maximum) + sums)[:limit]
        else:
            sums = ([0] * (rolls * weapon.minimum) + with_equal_dice(sums, weapon.sides, rolls * weapon.count))[:limit]
    return tuple(found)


_MOST_CRITICALS = 200
"""More criticals than the odds of any roll distinguish, with those that every hit has."""


# Charts.


_PICTURE = (1, 120)


def picture_top(s: Strike) -> int:
    """The end of the damage chart: above the maximum of a hit and three more rolls."""
    once = 2 if s.harm.explodes_at else 1
    rolls = once if s.attack.monster else 4 + s.attack.extra_crits
    low, high = _PICTURE
    return max(low, min(high, s.harm.weapon.maximum * rolls + s.harm.bonus - s.harm.reduction + 1))


def open_ended(dist: Dist[int], top: int) -> dict[str, Fraction]:
    """A distribution for an answer, in which `top` includes all higher values."""
    return {f"{n}+" if n == top else str(n): p for n, p in dist.probabilities().items()}
