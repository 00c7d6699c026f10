"""One attack against one defense, from the two rolls to the damage. Every fight is made of these.

"Attack", with the comparison that all actions share.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from ....engine.calculator import SheetChange
from ....engine.dice import Dist
from ....engine.procedure import Modifier, Procedure, Step, settle, throw
from ..rolls.rolls import HIGHER, ROLL_RULES, Total, answer_die, beats
from ..tables import FACTS
from .defense import BEST, DEFENSE_RULES, answers, best_of, refuse_closed, refuse_impossible
from .fighters import Attacker, Defender
from .strike import ACTIONS, STRIKE_RULES, THROW, Armor, Strike, refuse_unfit, strike

BLOW_RULES = (*ROLL_RULES, *STRIKE_RULES, *DEFENSE_RULES)
"""What any attack against any defense cites."""


@dataclass(frozen=True, slots=True)
class Blow:
    """An attack that meets a defense: which one, what it rolls, and what a hit does."""

    strike: Strike
    defence: str
    answer: Total
    armor: Armor
    health: int
    bash_drops: bool = False

    @property
    def p_hit(self) -> Fraction:
        """The chance that the attack's total is the higher one (S2-ATTACK-03)."""
        return beats(self.strike.total, self.answer)

    @property
    def damage(self) -> int:
        """What a hit does, after armor; lethal or not."""
        return self.armor.through(self.strike.action, self.strike.damage)

    @property
    def lethal(self) -> int:
        """What of it comes off Health; damage that is not lethal does at some tables (S2-BASH-01)."""
        return self.damage if self.strike.action.lethal or self.bash_drops else 0

    @property
    def expected(self) -> Fraction:
        """The damage on average."""
        return self.p_hit * self.damage

    @property
    def p_drop(self) -> Fraction:
        """The chance that this one attack drops the target."""
        return self.p_hit if self.lethal >= self.health else Fraction(0)

    def damages(self) -> Dist[int]:
        """The damage as a distribution."""
        return hit_or_miss(self.p_hit, self.damage)

    def lethals(self) -> Dist[int]:
        """What comes off Health as a distribution."""
        return hit_or_miss(self.p_hit, self.lethal)


def hit_or_miss(p: Fraction, points: int) -> Dist[int]:
    """A number of points with a chance, else none."""
    weights = {0: p.denominator - p.numerator}
    weights[points] = weights.get(points, 0) + p.numerator
    return Dist(weights)


def blow(s: Strike, d: Defender, *, defence: str = BEST, min_damage: int = 0) -> Blow:
    """An attack against a defender, who takes the defense asked for, or the best where that is not open."""
    open_to = answers(d, ranged=is_ranged(s, d), must_dodge=s.must_dodge)
    kind = defence if defence in open_to else best_of(s.total, open_to)
    return Blow(s, kind, open_to[kind], Armor(d.armor_dr, d.helmet_dr, min_damage), d.health, d.bash_drops)


def is_ranged(s: Strike, d: Defender) -> bool:
    """Whether an attack counts as ranged for a parry: what is thrown does, unless the table says no (S2-PARRY-02)."""
    return s.action.ranged and not (s.action.id == THROW and d.thrown_parried)


def refuse_impossible_blow(
    a: Attacker, action: str, d: Defender, defence: str, *, attacker: str = "attacker", defender: str = "defender"
) -> None:
    """Refuse what the rules rule out: a block without a shield, the wrong weapon, a defense that is no answer."""
    refuse_impossible(d, defender)
    refuse_unfit(a, action, attacker)
    made = strike(a, action)
    refuse_closed(d, defence, ranged=is_ranged(made, d), must_dodge=made.must_dodge)


# As steps.


class Struck(NamedTuple):
    """The state: the attack's total while it is compared, whether it hit, what all hits so far have done."""

    attack: int = 0
    hit: bool = False
    hits: int = 0
    damage: int = 0
    lethal: int = 0


def blow_steps(b: Blow) -> tuple[Step[Struck], ...]:
    """The steps of one attack; damage and hits add up over several."""
    return (*contest_steps(b), damage_step(b))


def contest_steps(b: Blow) -> tuple[Step[Struck], Step[Struck]]:
    """The two rolls."""
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
            modifiers=(*b.answer.modifiers, Modifier("", 0, reaction["rule"])),
            adds=b.answer.modifiers,
            tell=lambda met, x: f"{b.answer.tell(met.rolled)}: {'hit' if x.hit else 'no hit'}",
        ),
    )


def damage_step(b: Blow) -> Step[Struck]:
    """What a hit does."""
    kind = "damage" if b.strike.action.lethal else "non-lethal damage"
    return settle(
        "Damage" if b.damage or not b.strike.damage else "Damage, stopped by armor",
        lambda x: x._replace(damage=x.damage + b.damage, lethal=x.lethal + b.lethal),
        rule="S2-ATTACK-04",
        when=lambda x: x.hit,
        modifiers=(*b.strike.points, *b.armor.against(b.strike.action)),
        tell=lambda _, x: f"{b.damage} {kind}" if b.strike.damage else b.strike.action.does.rstrip("."),
    )


def struck_change(action: str, x: Struck) -> SheetChange:
    """What one attack with this action changes on the target's sheet: Health, and a maimed limb (S2-MAIM-01)."""
    maimed = ACTIONS[action].maims
    return SheetChange(x.lethal, conditions={f"{maimed}_maimed": True} if x.hits and maimed else {})


def blow_procedure(b: Blow) -> Procedure[Struck]:
    """One attack, from the attack roll to the damage."""
    return Procedure(Struck(), blow_steps(b), explanation)


def explanation(x: Struck) -> str:
    """The class of an attack that is over."""
    if not x.hits:
        return "No hit"
    return "Hit" if x.damage else "Hit without damage"


def values_of(b: Blow) -> dict[str, Any]:
    """What one attack comes to, as answers name it."""
    return {
        "action": b.strike.action.id,
        "defence": b.defence,
        "p_hit": b.p_hit,
        "damage_on_hit": b.damage,
        "expected_damage": b.expected,
        "p_drop": b.p_drop,
    }
