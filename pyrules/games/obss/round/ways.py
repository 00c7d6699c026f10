"""Every plan under every declaration, and the best of them.

"Multiple attacks", "Charge", "Power Attack" and "Combat Mastery". `round_planner.py` has the calculator.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from ....engine.formatting import figure
from ..attack.several_strikes import expected_damage, p_drop
from ..attack.strike_odds import Strike
from ..tables import FACTS
from .declared import Stance, defenses, masteries, movements, power_attacks, trades
from .round_inputs import Planned
from .round_plans import CHARGES, NOTHING, PLAN_WORDS, Plan, deciding_bonus, plans, strike_of


class Way(NamedTuple):
    """A plan with its declaration and its average result."""

    stance: Stance
    plan: Plan
    strikes: tuple[Strike, ...]
    mean: Fraction

    @property
    def actions(self) -> int:
        """The number of Actions."""
        return self.stance.actions + self.plan.actions

    @property
    def label(self) -> str:
        """The label: the attacks, then the declaration."""
        attacks = PLAN_WORDS[self.plan.id]
        if not self.stance.label:
            return attacks
        if not self.plan.swings:
            return self.stance.label
        if self.stance.first:
            return f"{self.stance.label}, then {attacks[0].lower()}{attacks[1:]}"
        return f"{attacks}; {self.stance.label}"

    @property
    def defense(self) -> int:
        """The change of your Defense."""
        return self.stance.defense + self.plan.defense

    @property
    def priced(self) -> str:
        """The label with the change of your Defense."""
        return f"{self.label} ({figure(self.defense, signed=True)} Defense)" if self.defense else self.label


@lru_cache(maxsize=64)
def ways(a: Planned, stance: Stance) -> tuple[Way, ...]:
    """Every plan under this stance, best first: by mean damage, then fewer Actions, then by name."""
    left = a.actions - stance.actions
    traded = FACTS.number("luck_points") * stance.traded
    found = []
    for plan in plans(a, deciding_bonus(a, stance), left, traded) if stance.attacks and left else [NOTHING]:
        strikes = tuple(strike_of(a, stance, swing) for swing in plan.swings)
        found.append(Way(stance, plan, strikes, expected_damage(strikes)))
    return tuple(sorted(found, key=_best_first))


def _best_first(way: Way) -> tuple[Fraction, int, str]:
    return -way.mean, way.actions, way.plan.id


@lru_cache(maxsize=2)
def options(a: Planned) -> tuple[Way, ...]:
    """All plans without a stance, and the best plan under each stance, best first.

    Of several steps or trades only the best number is listed. The best plan is the likeliest to drop the target if its
    hit points are known. Then damage decides.
    """
    declared = [
        *_best(a, power_attacks(a)),
        *(way for stance in masteries(a) for way in ways(a, stance)[:1]),
        *(way for stance in defenses(a) for way in _with_charge(ways(a, stance))),
        *(way for stance in movements(a) for way in _on_foot(ways(a, stance))[:1] if stance.actions < a.actions),
        *_best(a, trades(a)),
    ]
    return tuple(sorted((*ways(a, Stance()), *declared), key=lambda way: _decided(a, way)))


def _with_charge(found: Sequence[Way]) -> list[Way]:
    """The best way, and the best charge; a charge leaves an Action for Prepare Defense (OBSS-LONG-03)."""
    return [*found[:1], *(way for way in found[1:] if way.plan.id in CHARGES)]


def _on_foot(found: Sequence[Way]) -> list[Way]:
    """The ways without a charge, which includes its own movement."""
    return [way for way in found if way.plan.id not in CHARGES]


def _decided(a: Planned, way: Way) -> tuple[Fraction, Fraction, int, str]:
    """The sort key of a way: whether the target drops, then damage, then fewer Actions."""
    drops = p_drop(way.strikes, a.hp) if a.hp is not None and way.strikes else Fraction(0)
    return -drops, *_best_first(way)


def _best(a: Planned, stances: Iterable[Stance]) -> list[Way]:
    return sorted((ways(a, stance)[0] for stance in stances), key=_best_first)[:1]
