"""A strike: one attack and its damage, from the attack roll on.

"Defense and attack", "Critical hit", "Exploding damage" and "Life and death".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.answer import Output, api_only
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Dice
from ....engine.inputs import toggle
from ....engine.open_dice import up_to
from ....engine.procedure import Modifier, Procedure, Step, settle, throw
from ..checks.check_dice import Grade
from ..checks.check_step import ATTACK_WORDS, check_step, dice
from ..modifiers.circumstances import CIRCUMSTANCE_RULES, Circumstances, attack_index
from ..table_rules import monster, triples_critical
from ..weapons.damage import amount_outputs, amounts, at_least, damage_bonus, harm_modifiers, reduction, weapon_label
from ..weapons.harm import HARM_RULES, Harm, critical_dice, taken
from ..weapons.weapon import ed, fillings, refuse_wrong_ed, weapon
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
STRIKE_RULES = (
    *ATTACK_RULES,
    *HARM_RULES,
    "OBSS-LIFE-02",
    "OBSS-SPL-02",
    "OBSS-THR-02",
    "OBSS-THR-03",
    "OBSS-THR-06",
    "OBSS-UNA-01",
    "OBSS-WM12-4",
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
    highest_crits: bool = toggle(
        "Criticals at their highest",
        help="Each critical counts the highest roll of the weapon, by Lethal Insight.",
        rule="OBSS-WM12-4",
        group=SPECIAL,
    )


def aimed_of(a: StrikeInputs) -> Aimed:
    """The attack of these inputs with its circumstances."""
    return aimed(a, a.modifier, a.defense, a.dice, a.attack_index, no_penalty=a.monster)


def strike_of(a: StrikeInputs) -> Strike:
    """The strike of these inputs."""
    check = aimed_of(a).check(a.d4, a.triples_critical)
    harm = Harm(a.weapon, a.damage_bonus, a.ed, True, a.reduction, a.highest_crits)
    return strike(AttackRoll(check, a.extra_crits, a.monster), harm)


def harm_of(a: StrikeInputs) -> Strike:
    """The strike of these inputs as its damage counts it: banked criticals do none (OBSS-CACT-01)."""
    s = strike_of(a)
    return Strike(s.attack._replace(monster=True), s.harm) if a.bank else s


# Steps.


class Struck(NamedTuple):
    """The state: the attack's grade, the weapon's roll until the criticals are added to it, and the damage."""

    grade: Grade | None = None
    rolled: int = 0
    damage: int = 0


def strike_steps(
    s: Strike, against: int, added: tuple[Modifier, ...], *, top: int = 1, banked: bool = False
) -> tuple[Step[Struck], ...]:
    """The attack roll, the weapon dice and the critical dice; criticals that are `banked` have none.

    `against` is the Defense and `added` the attack's modifiers; the steps show both. The odds of the dice distinguish
    damage only up to `top`, since a roll's outcome needs only the grade.
    """
    limit = max(0, reaching(s.harm, top))

    def adds_criticals(x: Struck) -> bool:
        return not banked and bool(x.grade and x.grade.success and x.grade.criticals)

    def with_weapon(x: Struck, n: int) -> Struck:
        return x._replace(rolled=n) if adds_criticals(x) else x._replace(damage=taken(s.harm, n))

    criticals = _highest_criticals if s.harm.highest else _critical_dice
    return (
        check_step(
            f"Attack roll against Defense {against}",
            s.attack.check,
            lambda x, grade: x._replace(grade=grade),
            rule="OBSS-HIT-01",
            added=added,
            words=ATTACK_WORDS,
            read=lambda grade: read(s.attack, grade),
        ),
        throw(
            weapon_label(s.harm),
            up_to(s.harm.roll, limit),
            with_weapon,
            rule="OBSS-HIT-02",
            when=lambda x: x.grade is not None and x.grade.success,
            modifiers=harm_modifiers(s.harm),
            adds=harm_modifiers(s.harm),
            tell=lambda n, x: "" if adds_criticals(x) else _in_all(n, x),
        ),
        *(() if banked else (criticals(s.harm, limit, adds_criticals),)),
    )


def _critical_dice(harm: Harm, limit: int, when: Callable[[Struck], bool]) -> Step[Struck]:
    return throw(
        f"Critical dice, {harm.weapon} for each",
        lambda x: critical_dice(harm, _criticals(x), max(0, limit - x.rolled)),
        lambda x, n: _with_criticals(harm, x, n),
        rule="OBSS-CRIT-01",
        when=when,
        adds=(),
        tell=_in_all,
    )


def _highest_criticals(harm: Harm, limit: int, when: Callable[[Struck], bool]) -> Step[Struck]:
    return settle(
        f"Criticals at their highest, {harm.highest_critical} for each",
        lambda x: _with_criticals(harm, x, harm.highest_critical * _criticals(x)),
        rule="OBSS-WM12-4",
        when=when,
        tell=_in_all,
        cites=("OBSS-CRIT-01",),
    )


def _criticals(x: Struck) -> int:
    return x.grade.criticals if x.grade else 0


def _with_criticals(harm: Harm, x: Struck, extra: int) -> Struck:
    return Struck(_capped_criticals(x.grade), 0, taken(harm, x.rolled + extra))


def _in_all(rolled: object, x: Struck) -> str:
    return f"{x.damage} damage in all" if x.damage else "no damage"


def _capped_criticals(grade: Grade | None) -> Grade | None:
    """The grade with its criticals capped, so that states with more criticals are one."""
    return grade and grade._replace(criticals=min(grade.criticals, MOST_CRITICALS))


def struck(a: StrikeInputs) -> Procedure[Struck]:
    """The strike as a procedure."""
    held = aimed_of(a)
    return Procedure(Struck(), strike_steps(strike_of(a), held.against, held.added, banked=a.bank), strike_outcome)


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
