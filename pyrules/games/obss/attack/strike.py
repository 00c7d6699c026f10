"""A strike: one attack and its damage, from the attack roll on.

"Defense and attack", "Critical hit", "Exploding damage" and "Life and death".
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.answer import Output, api_only
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Dice, Die
from ....engine.inputs import toggle
from ....engine.procedure import Modifier, Procedure, Step, throw
from ..checks.check_dice import Grade
from ..checks.check_step import ATTACK_WORDS, check_step, dice
from ..modifiers.circumstances import CIRCUMSTANCE_RULES, Circumstances, attack_index
from ..table_rules import monster, triples_critical
from ..weapons.damage import amount_outputs, amounts, at_least, damage_bonus, harm_modifiers, reduction, weapon_label
from ..weapons.harm import HARM_RULES, Harm, taken
from ..weapons.weapon import ed, fillings, refuse_wrong_ed, weapon, weapon_rolls_to
from .attack import (
    ATTACK_RULES,
    SPECIAL,
    Aimed,
    aimed,
    aimed_explanation,
    attack_bonus,
    defense,
    extra_crits,
    margins_explanation,
    precise_dice,
    refuse_impossible,
)
from .attack_roll import (
    MOST_CRITICALS,
    AttackRoll,
    mean_criticals,
    outcome,
    p_critical_failure,
    p_hit,
    read,
    result_chances,
)
from .strike_odds import Strike, damage, mean_damage, open_ended, picture_top, reaching, strike

_PMF_TO = 12
CRITICAL_DICE = "OBSS-CRIT-01"
"""The rule of the critical dice."""

STRIKE_RULES = (
    *ATTACK_RULES,
    *HARM_RULES,
    "OBSS-LIFE-02",
    "OBSS-SPL-02",
    "OBSS-THR-02",
    "OBSS-THR-03",
    "OBSS-THR-06",
    "OBSS-UNA-01",
    "EXT-29",
)
"""The rules that every strike cites."""


@dataclass(frozen=True, kw_only=True)
class StrikeInputs(Circumstances):
    """One attack with a weapon."""

    modifier: int = attack_bonus()
    defense: int = defense()
    weapon: Dice = weapon(presets=fillings())
    damage_bonus: int = damage_bonus()
    ed: int | None = ed(group="Weapon")
    dice: int = dice(group=SPECIAL)
    d4: int = precise_dice(group=SPECIAL)
    extra_crits: int = extra_crits(group=SPECIAL)
    attack_index: int = attack_index()
    reduction: int = reduction()
    at_least: tuple[int, ...] = at_least()
    triples_critical: bool = triples_critical()
    monster: bool = monster()
    bank: bool = toggle(
        "Criticals go to the bank",
        help="They do no damage; Critical Actions, an optional rule, spend them later.",
        rule="OBSS-CACT-01",
        group=SPECIAL,
    )


def aimed_of(a: StrikeInputs) -> Aimed:
    """The attack of these inputs with its circumstances."""
    return aimed(a, a.modifier, a.defense, a.dice, a.attack_index, no_penalty=a.monster)


def strike_of(a: StrikeInputs) -> Strike:
    """The strike of these inputs."""
    check = aimed_of(a).check(a.d4, a.triples_critical)
    harm = Harm(a.weapon, a.damage_bonus, a.ed, True, a.reduction)
    return strike(AttackRoll(check, a.extra_crits, a.monster), harm)


def harm_of(a: StrikeInputs) -> Strike:
    """The strike of these inputs as its damage counts it: banked criticals do none (OBSS-CACT-01)."""
    s = strike_of(a)
    return Strike(s.attack._replace(monster=True), s.harm) if a.bank else s


# Steps.


class Struck(NamedTuple):
    """The state: the attack's grade, the sum of the critical dice until it is added, and the damage."""

    grade: Grade | None = None
    extra: int = 0
    damage: int = 0


def strike_steps(s: Strike, against: int, added: tuple[Modifier, ...], *, top: int = 1) -> tuple[Step[Struck], ...]:
    """The attack roll, the critical dice and the weapon dice.

    `against` is the Defense and `added` the attack's modifiers; the steps show both. The odds of the critical dice
    distinguish damage only up to `top`, since a roll's outcome needs only the grade.
    """
    return (
        check_step(
            f"Attack roll against Defense {against}",
            s.attack.check,
            lambda x, grade: x._replace(grade=grade, extra=0),
            rule="OBSS-HIT-01",
            added=added,
            words=ATTACK_WORDS,
            read=lambda grade: read(s.attack, grade),
        ),
        throw(
            f"Critical dice, {s.harm.weapon} for each",
            lambda x: _critical_die(s, top, x.grade.criticals if x.grade else 0),
            lambda x, n: x._replace(extra=n, grade=_capped_criticals(x.grade)),
            rule=CRITICAL_DICE,
            when=lambda x: _hit(x) and bool(x.grade and x.grade.criticals),
            adds=(),
        ),
        throw(
            weapon_label(s.harm),
            s.harm.roll,
            lambda x, n: x._replace(extra=0, damage=x.damage + taken(s.harm, n + x.extra)),
            rule="OBSS-HIT-02",
            when=_hit,
            modifiers=harm_modifiers(s.harm),
            tell=lambda n, x: f"{x.damage} damage in all" if x.damage else "no damage",
        ),
    )


def _hit(x: Struck) -> bool:
    return x.grade is not None and x.grade.success


def _capped_criticals(grade: Grade | None) -> Grade | None:
    """The grade with its criticals capped, so that states with more criticals are one."""
    return grade and grade._replace(criticals=min(grade.criticals, MOST_CRITICALS))


def _critical_die(s: Strike, top: int, criticals: int) -> Die[int]:
    """The critical dice; in the odds, all rolls that do at least `top` damage are one."""
    return weapon_rolls_to(s.harm.weapon, criticals, max(0, reaching(s.harm, top)))


def struck(a: StrikeInputs) -> Procedure[Struck]:
    """The strike as a procedure."""
    held = aimed_of(a)
    steps = strike_steps(strike_of(a), held.against, held.added)
    kept = tuple(step for step in steps if not (a.bank and step.rule == CRITICAL_DICE))
    return Procedure(Struck(), kept, strike_outcome)


def strike_outcome(x: Struck) -> str:
    """The name of a strike's end state."""
    return outcome(x.grade) if x.grade else ""


def explanation(a: StrikeInputs) -> Procedure[Struck]:
    """The strike, and the rules that decide about it."""
    attack, *rest = struck(a).steps
    return Procedure(Struck(), (*aimed_explanation(aimed_of(a)), attack, *margins_explanation(), *rest), strike_outcome)


# Outputs.


def _check(a: StrikeInputs) -> None:
    refuse_wrong_ed(a.weapon, a.ed)
    refuse_impossible(a, a.modifier, a.attack_index, no_penalty=a.monster)


def chances_at_least(s: Strike, at: tuple[int, ...]) -> dict[int, Fraction]:
    """The chance of at least each of these amounts."""
    dealt = damage(s, max((1, *at)))
    return {n: dealt.p(lambda damage, n=n: damage >= n) for n in at}  # type: ignore[misc]


def _values(a: StrikeInputs) -> dict[str, Any]:
    s, harm = strike_of(a), harm_of(a)
    low = damage(harm, _PMF_TO + 1).probabilities()
    none = Fraction(0)
    return {
        "p_hit": p_hit(s.attack),
        "expected_damage": mean_damage(harm),
        "p_no_damage": low.get(0, none),
        "p_critical_failure": p_critical_failure(s.attack),
        "expected_crits": mean_criticals(s.attack),
        **amounts(chances_at_least(harm, a.at_least)),
        "results": result_chances(s.attack),
        "pmf": [low.get(n, none) for n in range(_PMF_TO + 1)],
        "damage": open_ended(damage(harm, picture_top(harm)), picture_top(harm)),
    }


def headlines() -> tuple[Output, ...]:
    """The headline outputs of a strike."""
    return (
        out.percent("p_hit", "hits", rule="OBSS-HIT-01", headline=True),
        out.figure("expected_damage", "damage", rule="OBSS-HIT-02", unit="on average", headline=True),
    )


STRIKE = Calculator(
    id="obss.strike",
    title="Strike",
    summary="One attack with a weapon: the chance to hit, and the damage it does.",
    inputs=StrikeInputs,
    outputs=(
        *headlines(),
        out.percent("p_no_damage", "No damage", rule="OBSS-HIT-13"),
        out.figure("expected_crits", "Criticals", rule="OBSS-CRIT-01", unit="on average"),
        out.percent("p_critical_failure", "Critical Failure", rule="OBSS-TRI-02"),
        *amount_outputs(),
        out.distribution("damage", "Damage", rule="OBSS-HIT-02", unit="damage"),
        out.distribution("results", "What the attack comes to", rule="OBSS-HIT-14"),
        api_only(out.curve("pmf", "Damage 0 to 12", rule="OBSS-HIT-02", unit="Damage")),
    ),
    compute=_values,
    check=_check,
    explain=explanation,
    also=(*STRIKE_RULES, *CIRCUMSTANCE_RULES),
    start={"modifier": 10, "defense": 17, "weapon": "1d10", "ed": 9, "damage_bonus": 4, "at_least": [12, 20]},
    rolls=(RollOption("strike", "Strike", struck, lambda end: end.damage),),
)
