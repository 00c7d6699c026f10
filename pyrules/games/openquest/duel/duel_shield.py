"""The exact odds of a duel against a Shield Defense: one side attacks, the other strikes back on a critical parry.

One exchange can damage both sides, so the sum runs over both hit points, from the highest down. The weights are
integers, over one power of `changes` for each hit point lost.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import NamedTuple

from ....engine.dice import Dist
from ....engine.quotient import quotient
from ..exchange.incoming import after, is_critical_parry
from ..rolls.damage import Harm, hit_die
from ..rolls.results import HIT_ROLLED
from .duel_odds import DuelOdds, Start, Wins
from .fighters import Turn


class Blow(NamedTuple):
    """The results of one attack and its counterstrike, as weights over `every`.

    `idle` is the weight of no damage. `hurts` and `parried` have the weights by the damage to the bearer. `parried` has
    the attacks that bring a counterstrike, and `back` has its damage. An attack whose counterstrike does no damage is
    in `idle` or `hurts`.
    """

    every: int
    idle: int
    hurts: list[tuple[int, int]]
    parried: list[tuple[int, int]]
    back: list[tuple[int, int]]

    def fatal(self, hp: int) -> int:
        """The weight of dropping a bearer with `hp` hit points, who then cannot strike back."""
        struck_back = sum(v for _, v in self.back)
        return sum(w for n, w in self.hurts if n >= hp) + struck_back * sum(w for n, w in self.parried if n >= hp)


def blow(attacks: Turn, counter: Harm) -> Blow:
    """One attack on the shield; every attack of a round is alike, since a Shield Defense has no penalty."""
    odds: Dist[tuple[int, bool]] = after(attacks.strikes[0], 0).read(lambda x: (x.damage, is_critical_parry(x)))
    back = hit_die(counter, HIT_ROLLED)
    harmless = back.weights.get(0, 0)
    hurts: defaultdict[int, int] = defaultdict(int)
    for (n, parried), w in odds.weights.items():
        hurts[n] += w * (harmless if parried else back.total)
    return Blow(
        odds.total * back.total,
        hurts.pop(0, 0),
        list(hurts.items()),
        [(n, w) for (n, parried), w in odds.weights.items() if parried],
        [(n, v) for n, v in back.weights.items() if n],
    )


def against_shield(attacks: Turn, counter: Harm, hp: int, bearer: Start) -> DuelOdds | None:
    """The odds of the attacker, as first side, against the shield's bearer; None if nobody ever drops.

    `bearer` has the weights of the bearer's starting hit points.
    """
    bearer_hp = max(bearer)
    b = blow(attacks, counter)
    twice = len(attacks.strikes) > 1
    changes = b.every**2 - b.idle**2 if twice else b.every - b.idle
    if not changes:
        return None
    power = [changes**n for n in range(max(hp, bearer_hp) + 1)]
    # Weights by the attacker's hit points, the next attack of the round, and the bearer's hit points.
    arriving: list[list[list[int]]] = [[[0] * (bearer_hp + 1) for _ in range(2)] for _ in range(hp + 1)]
    for left, weight in bearer.items():
        arriving[hp][0][left] = weight * power[bearer_hp - left]
    starts = sum(bearer.values())
    bearer_wins = [0] * (bearer_hp + 1)
    attacker_wins = [0] * (hp + 1)
    rounds = 0
    for own in range(hp, 0, -1):
        struck = [[0] * (bearer_hp + 1) for _ in range(2)]
        won = begun = 0
        for left in range(bearer_hp, 0, -1):
            first, second = arriving[own][0][left], arriving[own][1][left]
            going = (b.every * first + b.idle * second, b.every * second + b.idle * first) if twice else (first,)
            won = won * changes + sum(going) * b.fatal(left)
            begun = begun * changes + going[0] * b.every
            killed = 0
            for place, weight in enumerate(going):
                following = 1 - place if twice else 0
                if weight:
                    for n, w in b.hurts:
                        if n < left:
                            arriving[own][following][left - n] += weight * w * power[n - 1]
                    for n, w in b.parried:
                        if n < left:
                            struck[following][left - n] += weight * w * power[n]
                stands = struck[following][left]
                if stands:
                    for n, v in b.back:
                        if n < own:
                            arriving[own - n][following][left] += stands * v * power[n - 1]
                        else:
                            killed += stands * v
            bearer_wins[left] = bearer_wins[left] * changes + killed
        attacker_wins[own] = won
        rounds += begun * power[own]
    level = hp + bearer_hp

    def chance(weight: int, points: int = 0) -> Fraction:
        return quotient(weight, changes ** (level - points) * starts, changes * starts)

    def wins(weights: list[int]) -> Wins:
        """The chances of a winner; the weights are by hit points n, each over `changes` ** (level - n)."""
        return Wins(
            chance(sum(weight * power[n] for n, weight in enumerate(weights))),
            {n: chance(weight, n) for n, weight in enumerate(weights) if weight},
        )

    return DuelOdds(wins(attacker_wins), wins(bearer_wins), chance(rounds))
