"""A round under attack: one defender, several attacks, and defenses that get harder.

"Reactions", with the off-hand parry, Whirling Dervish and Shield Defense.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.dice_text import DiceSum, SignedDice
from ....engine.errors import not_allowed
from ....engine.inputs import same, toggle
from ....engine.procedure import Procedure
from ..exchange.attack_inputs import Attack, hit_points
from ..exchange.exchange import Exchange, Strike
from ..exchange.exchange_answer import EXCHANGE_RULES
from ..exchange.incoming import (
    Incoming,
    attack_rows,
    attack_table,
    attacks_steps,
    hits_through,
    incoming,
    is_critical_parry,
    mean_counterstrike,
    means,
    met_with,
    refuse_missing_skills,
    strikes_on,
    summed,
    throughout,
)
from ..rolls.damage import Harm, armor, damage, damage_modifier
from ..rolls.defense import PARRY, defence, dodge, parry, prior_defences, schedule
from ..rolls.shields import NORMAL, SHIELD_DEFENSE, SHIELD_RULES, WHIRLING_DERVISH, allows, shield, shield_defense
from ..skills.skill import Skill

DEFENDER, SHIELD = "Defender", "Shield"


@dataclass(frozen=True, kw_only=True)
class DefenseRound:
    """The attacks of a round, and how the defender meets them."""

    attacks: tuple[Incoming, ...] = incoming(1)
    defence: str = defence()
    dodge: Skill | None = dodge(group=DEFENDER)
    parry: Skill | None = parry(group=DEFENDER)
    schedule: str = schedule(group=DEFENDER)
    prior_defences: int = prior_defences(group=DEFENDER)
    shield: str = shield(group=SHIELD)
    shield_defence: bool = toggle(
        "Shield Defense",
        help="Defending with a medium or large shield is all that the defender does this round.",
        rule="OQ-SHD-09",
        group=SHIELD,
    )
    counter_damage: DiceSum | None = damage(
        "Counterstrike",
        help="The dice that strike back: the weapon in the other hand, or the shield.",
        default=None,
        nullable=True,
        group=SHIELD,
    )
    counter_damage_mod: SignedDice = damage_modifier("Counterstrike's modifier", group=SHIELD)
    target_ap: int = armor(group=DEFENDER)
    target_hp: int | None = hit_points(group=DEFENDER)
    mastery: str = same(Attack, "mastery")
    hundred: str = same(Attack, "hundred")
    dodge_fumble: str = same(Attack, "dodge_fumble")
    crit_vs_success: str = same(Attack, "crit_vs_success")
    crit_parry: str = same(Attack, "crit_parry")


def _check(a: DefenseRound) -> None:
    refuse_missing_skills(a, a.attacks)
    if a.schedule == WHIRLING_DERVISH and not allows(a.shield, WHIRLING_DERVISH):
        text = "A Whirling Dervish needs a small shield; for a Shield Defense, choose that instead."
        raise not_allowed("schedule", a.schedule, text)
    if not a.shield_defence:
        return
    if not allows(a.shield, SHIELD_DEFENSE):
        raise not_allowed("shield", a.shield, "A Shield Defense needs a medium or large shield.")
    if a.schedule != NORMAL:
        raise not_allowed(
            "schedule", a.schedule, "A Shield Defense has no penalties to get around: leave them as usual."
        )
    for attack in a.attacks:
        met = met_with(a, attack).defence
        if met != PARRY:
            raise not_allowed(
                "defence", met, "A Shield Defense parries: the defense must be Parry against every attack."
            )


def strikes(a: DefenseRound) -> tuple[Strike, ...]:
    """The attacks, each with the defense it meets."""
    met = strikes_on(a)
    if not a.shield_defence or a.parry is None:
        return met
    behind_shield = shield_defense(a.parry)
    return tuple(replace(s, defense=behind_shield) if s.defense.reactions else s for s in met)


def counters(a: DefenseRound) -> tuple[Harm | None, ...]:
    """What strikes back at each attacker, if anything does."""
    dice = a.counter_damage if a.shield_defence else None
    return tuple(Harm(dice, a.counter_damage_mod, one.attacker_ap) if dice else None for one in a.attacks)


def defense_round(a: DefenseRound) -> Procedure[Exchange]:
    """The attacks of the round, one after the other."""
    return Procedure(Exchange(), attacks_steps(strikes(a), counters(a)), hits_through)


def _counterstrikes(a: DefenseRound, met: tuple[Strike, ...]) -> Fraction | None:
    """What all counterstrikes do on average; None if there can be none."""
    if not a.shield_defence or a.counter_damage is None:
        return None
    chances = means(met, is_critical_parry)
    each = [mean_counterstrike(counter) for counter in counters(a) if counter is not None]
    return sum((chance * mean for chance, mean in zip(chances, each, strict=True)), Fraction(0))


def _values(a: DefenseRound) -> dict[str, Any]:
    met = strikes(a)
    damage, hp = summed(met), a.target_hp
    rows = attack_rows(met)
    return {
        "p_no_hit": throughout(met, lambda x: not x.hits),
        "mean": damage.mean(lambda n: n),
        "p_drop": None if hp is None else damage.p(lambda n: n >= hp),
        "mean_hits": sum((row["p_hit"] for row in rows), Fraction(0)),
        "mean_defences": sum((row["p_defended"] for row in rows), Fraction(0)),
        "mean_counterstrike": _counterstrikes(a, met),
        "p_defender_fumble": 1 - throughout(met, lambda x: not x.defender_fumbles),
        "each_attack": rows,
        "damage": out.text_keys(damage.probabilities()),
    }


DEFENCE_ROUND = Calculator(
    id="openquest.defence_round",
    title="Several attackers",
    summary="A round under several attacks: does anything get through, and what does it do to the defender.",
    inputs=DefenseRound,
    outputs=(
        out.percent("p_no_hit", "nothing gets through", rule="OQ-RES-05", headline=True),
        out.figure("mean", "damage", rule="OQ-DAM-03", unit="on average", headline=True),
        out.percent("p_drop", "drops the defender", rule="OQ-DAM-05", headline=True),
        out.figure("mean_hits", "Attacks that get through, on average", rule="OQ-RES-05"),
        out.figure("mean_defences", "Defenses rolled, on average", rule="OQ-DEF-17"),
        out.figure("mean_counterstrike", "Damage of counterstrikes, on average", rule="OQ-SHD-09"),
        out.percent("p_defender_fumble", "The defender fumbles", rule="OQ-RES-04"),
        attack_table("OQ-DAM-03"),
        out.distribution("damage", "Damage of all attacks", rule="OQ-CC-06", unit="damage"),
    ),
    compute=_values,
    check=_check,
    also=("OQ-ACT-15", "OQ-ACT-19", *SHIELD_RULES, *EXCHANGE_RULES),
    start={
        "attacks": [
            {"attack": {"base": 60}, "damage": "1d8", "damage_mod": "+1d4"},
            {"attack": {"base": 45}, "damage": "1d6"},
            {"attack": {"base": 45}, "damage": "1d6"},
        ],
        "defence": "parry",
        "parry": {"base": 65},
        "target_ap": 3,
        "target_hp": 12,
    },
    rolls=(RollOption("round", "Roll the round", defense_round),),
)
