"""One attack against one defense, from the two rolls to the damage.

"Attack": S2-ATTACK-02 to S2-ATTACK-04. Every calculator about fights is made of these attacks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any, NamedTuple

from ....engine.calculator import SheetChange
from ....engine.dice import Dist, convolved
from ....engine.explain import note
from ....engine.procedure import Procedure, Step, settle, throw
from ..rolls.rolls import HIGHER, ROLL_RULES, Total, answer_die, beats
from ..tables import FACTS
from .defense import BEST, DEFENSE_RULES, answers, best_of, refuse_closed, refuse_impossible
from .fighters import Attacker, Defender
from .strike import ACTIONS, STRIKE_RULES, THROW, Armor, Strike, refuse_unfit, strike

BLOW_RULES = (*ROLL_RULES, *STRIKE_RULES, *DEFENSE_RULES)
"""The rules that any attack against any defense cites."""


@dataclass(frozen=True, slots=True)
class Blow:
    """One attack with the defense it meets: both totals, the armor and the target's Health."""

    strike: Strike
    defence: str
    answer: Total
    armor: Armor
    health: int
    bash_drops: bool = False

    @property
    def p_hit(self) -> Fraction:
        """The chance that the attack's total is higher than the defense (S2-ATTACK-03)."""
        return beats(self.strike.total, self.answer)

    @property
    def damage(self) -> int:
        """The damage of a hit after armor, lethal or not."""
        return self.armor.through(self.strike.action, self.strike.damage)

    @property
    def lethal(self) -> int:
        """The Health that a hit takes; a table rule lets non-lethal damage count (S2-BASH-01)."""
        return self.damage if self.strike.action.lethal or self.bash_drops else 0

    @property
    def expected(self) -> Fraction:
        """The average damage."""
        return self.p_hit * self.damage

    @property
    def p_drop(self) -> Fraction:
        """The chance that this attack alone drops the target."""
        return self.p_hit if self.lethal >= self.health else Fraction(0)

    def damages(self) -> Dist[int]:
        """The distribution of the damage."""
        return hit_or_miss(self.p_hit, self.damage)

    def lethals(self) -> Dist[int]:
        """The distribution of the Health lost."""
        return hit_or_miss(self.p_hit, self.lethal)


def hit_or_miss(p: Fraction, points: int) -> Dist[int]:
    """`points` with the chance `p`, otherwise 0."""
    weights = {0: p.denominator - p.numerator}
    weights[points] = weights.get(points, 0) + p.numerator
    return Dist(weights)


def lethal_sum(made: Sequence[Blow]) -> Dist[int]:
    """The distribution of the Health that all attacks take; non-lethal damage takes none (ruling, S2-BASH-01)."""
    total: Dist[int] = Dist({0: 1})
    for one in made:
        total = convolved(total, one.lethals())
    return total


def p_no_hit(made: Sequence[Blow]) -> Fraction:
    """The chance that no attack hits."""
    return prod((1 - one.p_hit for one in made), start=Fraction(1))


def blow(s: Strike, d: Defender, *, defence: str = BEST, min_damage: int = 0) -> Blow:
    """An attack against the defense asked for, or against the best defense if that one is closed."""
    open_to = answers(d, ranged=is_ranged(s, d), must_dodge=s.must_dodge)
    kind = defence if defence in open_to else best_of(s.total, open_to)
    return Blow(s, kind, open_to[kind], Armor(d.armor_dr, d.helmet_dr, min_damage), d.health, d.bash_drops)


def is_ranged(s: Strike, d: Defender) -> bool:
    """Whether a parry treats the attack as ranged; a table rule exempts thrown weapons (S2-PARRY-02)."""
    return s.action.ranged and not (s.action.id == THROW and d.thrown_parried)


def refuse_impossible_blow(
    a: Attacker, action: str, d: Defender, defence: str, *, attacker: str = "attacker", defender: str = "defender"
) -> None:
    """Refuses what the rules exclude: a block without a shield, the wrong weapon, a closed defense."""
    refuse_impossible(d, defender)
    refuse_unfit(a, action, attacker)
    made = strike(a, action)
    refuse_closed(d, defence, ranged=is_ranged(made, d), must_dodge=made.must_dodge)


# Steps.


class Struck(NamedTuple):
    """The state: the attack's total during the comparison, whether it hit, and the sums over all hits."""

    attack: int = 0
    hit: bool = False
    hits: int = 0
    damage: int = 0
    lethal: int = 0


def blow_steps(b: Blow) -> tuple[Step[Struck], ...]:
    """The steps of one attack; hits and damage add up over several attacks."""
    return (*contest_steps(b), damage_step(b))


def contest_steps(b: Blow) -> tuple[Step[Struck], Step[Struck]]:
    """The attack roll and the defense roll."""
    reaction = FACTS.table("defense_choices").row(b.defence)
    return (
        throw(
            f"{b.strike.action.label}: {b.strike.total.dice_text}",
            b.strike.total.die,
            lambda x, rolled: x._replace(attack=rolled, hit=False),
            rule="S2-ATTACK-02",
            modifiers=b.strike.total.modifiers,
            adds=b.strike.total.modifiers,
            tell=lambda rolled, x: b.strike.total.tell(rolled),
        ),
        throw(
            f"{reaction['label']}: {b.answer.dice_text}",
            lambda x: answer_die(x.attack, b.answer),
            lambda x, met: x._replace(attack=0, hit=met.result == HIGHER, hits=x.hits + (met.result == HIGHER)),
            rule="S2-ATTACK-03",
            modifiers=b.answer.modifiers,
            cites=(reaction["rule"],),
            adds=b.answer.modifiers,
            tell=lambda met, x: b.answer.tell(met.rolled, "hit" if x.hit else "no hit"),
        ),
    )


def damage_step(b: Blow) -> Step[Struck]:
    """The damage of a hit."""
    kind = "damage" if b.strike.action.lethal else "non-lethal damage"
    return settle(
        "Damage" if b.damage or not b.strike.damage else "Damage, stopped by armor",
        lambda x: x._replace(damage=x.damage + b.damage, lethal=x.lethal + b.lethal),
        rule="S2-ATTACK-04",
        when=lambda x: x.hit,
        modifiers=b.armor.parts(b.strike.action, b.strike.points),
        cites=(b.strike.action.dr_rule,) if b.strike.damage else (),
        tell=lambda _, x: f"{b.damage} {kind}" if b.strike.damage else b.strike.action.does.rstrip("."),
    )


def struck_change(action: str, x: Struck) -> SheetChange:
    """What an attack changes on the target's sheet: Health, and a maimed limb (S2-MAIM-01)."""
    maimed = ACTIONS[action].maims
    return SheetChange(x.lethal, conditions={f"{maimed}_maimed": True} if x.hits and maimed else {})


def blow_procedure(b: Blow) -> Procedure[Struck]:
    """One attack, from the attack roll to the damage."""
    return Procedure(Struck(), blow_steps(b), outcome)


def outcome(x: Struck) -> str:
    """The name of an attack's end state."""
    if not x.hits:
        return "No hit"
    return "Hit" if x.damage else "Hit without damage"


def down_at(health: int) -> Step[Any]:
    """A note of the points that drop a target."""
    return note(f"Down at {health} or more in all", "S2-HEALTH-01")


def values_of(b: Blow) -> dict[str, Any]:
    """The answer's figures for one attack."""
    return {
        "action": b.strike.action.id,
        "defence": b.defence,
        "p_hit": b.p_hit,
        "damage_on_hit": b.damage,
        "expected_damage": b.expected,
        "p_drop": b.p_drop,
    }
