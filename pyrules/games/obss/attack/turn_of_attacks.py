"""Attacks that follow each other in a turn, each with a bonus and dice of its own, and their odds against a Defense.

"Multiple Attacks".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod
from typing import Any

from ....engine.errors import not_allowed
from ....engine.explain import note
from ....engine.inputs import number
from ....engine.procedure import Modifier, Procedure, Step, counted, if_any
from ..checks.check_dice import Check, Grade
from ..checks.check_step import ATTACK_WORDS, check_step, modifier
from ..modifiers.sequence import SEQUENCE_RULES, Turn
from .attack import ATTACK_RULES, DEFENSE
from .attack_roll import AttackRoll, mean_criticals, p_hit, read
from .multi_attack import BONUS

TURN_RULES = (*ATTACK_RULES, *SEQUENCE_RULES)
"""What the attacks of a turn cite, besides what sets them apart."""


def first_bonus() -> Any:
    """`bonus`: what is added to the dice of the first attack, nothing if it is left out."""
    help = "Weapon Proficiency, ability and all else that is added to the dice."
    return modifier("Attack bonus", 0, help=help, rule="OBSS-AR-01", limits=BONUS)


def target_defense(**common: Any) -> Any:
    """`target_defense`: what the attacks have to reach, if the odds are wanted."""
    return number(
        "Target's Defense",
        *DEFENSE,
        None,
        help="What the attacks have to reach; without it there are no odds.",
        rule="OBSS-AR-05",
        nullable=True,
        empty="unknown",
        **common,
    )


@dataclass(frozen=True, slots=True)
class InTurn:
    """One attack of a turn: what it is called, the bonus and the dice of them all, and what its place changes."""

    label: str
    rule: str
    bonus: int
    dice: int
    turn: Turn = Turn()
    extra_crits: int = 0

    @property
    def modifiers(self) -> tuple[Modifier, ...]:
        """What is added to its dice."""
        return (*if_any("Attack bonus", self.bonus, "OBSS-AR-01"), *self.turn.penalties)

    @property
    def total_bonus(self) -> int:
        """What that comes to."""
        return self.bonus + self.turn.penalty

    @property
    def total_dice(self) -> int:
        """How many dice it has."""
        return self.dice + self.turn.dice

    def roll(self, defense: int, triples_critical: bool) -> AttackRoll:
        """Its Attack Roll."""
        check = Check(defense - self.total_bonus, self.total_dice, triples_critical=triples_critical)
        return AttackRoll(check, self.extra_crits)


def odds(attacks: Sequence[InTurn], defense: int | None, triples_critical: bool) -> list[dict[str, Any]]:
    """The chance to hit and the criticals of each; None without a Defense to reach."""
    if defense is None:
        return [{"p_hit": None, "crits": None} for _ in attacks]
    rolls = [attack.roll(defense, triples_critical) for attack in attacks]
    return [{"p_hit": p_hit(roll), "crits": mean_criticals(roll)} for roll in rolls]


def p_any(each: Sequence[dict[str, Any]]) -> Fraction | None:
    """The chance that at least one of them hits."""
    chances = [one["p_hit"] for one in each]
    return None if None in chances else 1 - prod((1 - p for p in chances), start=Fraction(1))


def rolled(attacks: Sequence[InTurn], defense: int | None, triples_critical: bool) -> Procedure[int]:
    """The attacks one after the other; the state counts the hits."""
    if defense is None:
        raise not_allowed("target_defense", None, "Give the target's Defense to roll against.")
    steps = tuple(_step(attack, attack.roll(defense, triples_critical), defense) for attack in attacks)
    return Procedure(0, steps, lambda hits: counted(hits, "hit") if hits else "No hit")


def _step(attack: InTurn, roll: AttackRoll, defense: int) -> Step[int]:
    def change(hits: int, grade: Grade) -> int:
        return hits + grade.success

    return check_step(
        f"{attack.label}, against Defense {defense}",
        roll.check,
        change,
        rule="OBSS-HIT-01",
        added=attack.modifiers,
        words=ATTACK_WORDS,
        read=lambda grade: read(roll, grade),
    )


def told_bonuses(attacks: Sequence[InTurn]) -> tuple[Step[Any], ...]:
    """The bonus of each attack, and what it has lost."""
    return tuple(note(f"{attack.label}: bonus", attack.rule, attack.modifiers) for attack in attacks)


def told_odds(attacks: Sequence[InTurn], defense: int | None, triples_critical: bool) -> tuple[Step[Any], ...]:
    """The rolls that the odds come from, if there is a Defense to reach."""
    if defense is None:
        return ()
    first, *others = rolled(attacks, defense, triples_critical).steps
    return (replace(first, starts_new_explanation=True), *others)
