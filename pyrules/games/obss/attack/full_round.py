"""A full round of attacks on one target: hits, damage, and whether it drops.

"Multiple attacks". The attacks are independent; `multi_attack.py` has the bonus of each.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Dice
from ....engine.inputs import many, number, record, same
from ....engine.procedure import Procedure
from ..modifiers.circumstances import (
    CIRCUMSTANCE_RULES,
    Circumstances,
    defense_explanation,
    dice_explanation,
    refuse_circumstances,
)
from ..table_rules import monster, triples_critical
from ..weapons.damage import reduction
from ..weapons.harm import Harm
from ..weapons.weapon import fillings, refuse_wrong_ed, weapon
from .attack import Aimed, aimed_in_turn, attack_bonus, defense
from .attack_roll import AttackRoll, mean_criticals, p_hit
from .several_strikes import (
    MOST_WORK,
    Round,
    all_top,
    expected_damage,
    p_any_hit,
    p_drop,
    refuse_long_sums,
    round_of,
    total_damage,
)
from .strike import STRIKE_RULES, StrikeInputs
from .strike_odds import Strike, mean_damage, open_ended, strike

HP = (1, 400)


def hit_points(*, group: str = "") -> Any:
    """The optional input `hp`: the hit points of the target."""
    return number(
        "Target's hit points",
        *HP,
        None,
        help="What it takes to drop the target; empty if you do not know.",
        rule="OBSS-LIFE-02",
        nullable=True,
        empty="unknown",
        group=group,
    )


@dataclass(frozen=True, kw_only=True)
class OneAttack:
    """One attack of a round."""

    modifier: int = attack_bonus()
    weapon: Dice = weapon(presets=fillings())
    damage_bonus: int = same(StrikeInputs, "damage_bonus")
    ed: int | None = same(StrikeInputs, "ed")
    dice: int = same(StrikeInputs, "dice")
    d4: int = same(StrikeInputs, "d4")
    extra_crits: int = same(StrikeInputs, "extra_crits")


@dataclass(frozen=True, kw_only=True)
class FullRound(Circumstances):
    """All attacks of a round on one target."""

    attacks: tuple[OneAttack, ...] = many(
        "Attacks",
        record("Attack", OneAttack, help="An attack with the bonus it has in this round.", rule="OBSS-MULT-05"),
        1,
        12,
        help="Every attack of the round, penalties for several attacks counted.",
        rule="OBSS-MULT-05",
    )
    defense: int = defense()
    hp: int | None = hit_points()
    reduction: int = reduction()
    triples_critical: bool = triples_critical()
    monster: bool = monster()


def _check(a: FullRound) -> None:
    refuse_circumstances(a)
    for index, one in enumerate(a.attacks):
        refuse_wrong_ed(one.weapon, one.ed, f"attacks.{index}.")
    refuse_long_sums(strikes_of(a), a.hp, 2 * MOST_WORK)


def aimed_attacks(a: FullRound) -> list[Aimed]:
    """Each attack in its circumstances."""
    return aimed_in_turn(a, [(one.modifier, one.dice) for one in a.attacks], a.defense)


def strikes_of(a: FullRound) -> tuple[Strike, ...]:
    """The strikes of these inputs."""
    return tuple(
        strike(
            AttackRoll(held.check(one.d4, a.triples_critical), one.extra_crits, a.monster),
            Harm(one.weapon, one.damage_bonus, one.ed, True, a.reduction),
        )
        for one, held in zip(a.attacks, aimed_attacks(a), strict=True)
    )


def full_round(a: FullRound) -> Procedure[Round]:
    """The round as a procedure."""
    attacks = zip(a.attacks, aimed_attacks(a), strikes_of(a), strict=True)
    strikes = (
        (f"Attack {index}, {one.weapon}, against Defense {held.against}", s, held.added)
        for index, (one, held, s) in enumerate(attacks, 1)
    )
    return round_of(strikes, a.hp, "OBSS-MULT-05")


def explanation(a: FullRound) -> Procedure[Round]:
    """The dice and the Defense with their situations, then the attacks."""
    attacks = full_round(a)
    dice = dice_explanation([held.more_dice for held in aimed_attacks(a)])
    return replace(attacks, steps=(*dice, *defense_explanation(a), *attacks.steps))


def _values(a: FullRound) -> dict[str, Any]:
    strikes = strikes_of(a)
    top = all_top(strikes, a.hp)
    each = [p_hit(s.attack) for s in strikes]
    means = [mean_damage(s) for s in strikes]
    crits = [mean_criticals(s.attack) for s in strikes]
    return {
        "p_drop": None if a.hp is None else p_drop(strikes, a.hp),
        "p_any_hit": p_any_hit(strikes),
        "expected_hits": sum(each, Fraction(0)),
        "expected_crits": sum(crits, Fraction(0)),
        "expected_damage": expected_damage(strikes),
        "p_hit_each": each,
        "expected_damage_each": means,
        "attacks": [
            {"p_hit": p, "damage": mean, "crits": crit} for p, mean, crit in zip(each, means, crits, strict=True)
        ],
        "damage": open_ended(total_damage(strikes, top), top),
    }


FULL_ROUND_RULES = (*STRIKE_RULES, "OBSS-MULT-05", "OBSS-MULT-10")

FULL_ROUND = Calculator(
    id="obss.full_round",
    title="Round of attacks",
    summary="What several attacks on one target do together.",
    inputs=FullRound,
    outputs=(
        out.percent("p_drop", "drops the target", rule="OBSS-LIFE-02", headline=True),
        out.figure("expected_damage", "damage", rule="OBSS-HIT-02", unit="on average", headline=True),
        out.percent("p_any_hit", "hits at all", rule="OBSS-HIT-01", headline=True),
        out.figure("expected_hits", "Hits", rule="OBSS-HIT-01", unit="on average"),
        out.figure("expected_crits", "Criticals", rule="OBSS-CRIT-01", unit="on average"),
        out.rows(
            "attacks",
            "Attack by attack",
            (out.percent("p_hit", "Hits"), out.figure("damage", "Damage"), out.figure("crits", "Criticals")),
            rule="OBSS-MULT-05",
            counts="Attack",
        ),
        out.distribution("damage", "Damage of the round", rule="OBSS-HIT-02", unit="damage"),
        api_only(out.curve("p_hit_each", "Hits, attack by attack", rule="OBSS-HIT-01", unit="Attack")),
        api_only(out.listing("expected_damage_each", "Damage, attack by attack", rule="OBSS-HIT-02")),
    ),
    compute=_values,
    check=_check,
    explain=explanation,
    also=(*FULL_ROUND_RULES, *CIRCUMSTANCE_RULES),
    start={
        "attacks": [
            {"modifier": 12, "weapon": "1d8", "damage_bonus": 3},
            {"modifier": 7, "weapon": "1d8", "damage_bonus": 3},
            {"modifier": 2, "weapon": "1d8", "damage_bonus": 3},
        ],
        "defense": 16,
        "hp": 20,
    },
    rolls=(RollOption("round", "Attacks", full_round),),
)
