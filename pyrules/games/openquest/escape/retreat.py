"""Fighting Retreat: back off while defending, and leave the fight if no attack gets through.

"Movement": OQ-MOV-09 to OQ-MOV-11. `sprint.py` shares the results of a round.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ....engine import answer as out
from ....engine.answer import Output
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Dist
from ....engine.explain import note
from ....engine.inputs import choice, same, toggle
from ....engine.procedure import Modifier, Procedure, Step, settle
from ..exchange.attack_inputs import Attack, hit_points
from ..exchange.exchange import Exchange, Strike
from ..exchange.exchange_answer import EXCHANGE_RULES
from ..exchange.incoming import (
    Incoming,
    attack_rows,
    attack_table,
    attacks_steps,
    incoming,
    refuse_missing_skills,
    strikes_on,
    summed,
    throughout,
)
from ..rolls.damage import armor
from ..rolls.defense import SCHEDULES, defence, dodge, parry, prior_defences
from ..rolls.shields import EXTRA_PARRY, NORMAL
from ..skills.skill import Skill
from ..tables import FACTS

DEFENDER = "Defender"
WAYS_TO_PARRY = tuple(option for option in SCHEDULES if option.id in (NORMAL, EXTRA_PARRY))


def mean_rounds(chance: Fraction) -> Fraction | None:
    """The mean number of equal rounds until success; None if success is impossible."""
    return 1 / chance if chance else None


def nothing_through(strikes: tuple[Strike, ...]) -> Fraction:
    """The chance that no attack gets through (OQ-MOV-11, OQ-MOV-13)."""
    return throughout(strikes, lambda x: not x.hits)


def way_out(x: Exchange) -> str:
    """The name of a round's end state."""
    return "Held in the fight" if x.hits else "Out of the fight"


def ends(rule: str) -> Step[Exchange]:
    """The outputs of a round."""
    return settle("Out of the fight if nothing got through", rule=rule, tell=lambda _, x: way_out(x).lower())


def once_more(rule: str) -> Step[Any]:
    """A note that a failed round is followed by another."""
    return note("If not, another round like this one", rule)


def damage_of_round(damage: Dist[int], hp: int | None) -> dict[str, Any]:
    """The outputs of the damage of all attacks."""
    return {
        "mean": damage.mean(lambda n: n),
        "p_drop": None if hp is None else damage.p(lambda n: n >= hp),
        "damage": out.text_keys(damage.probabilities()),
    }


@dataclass(frozen=True, kw_only=True)
class FightingRetreat:
    """The retreating fighter, and the attacks of the round."""

    attacks: tuple[Incoming, ...] = incoming(0)
    defence: str = defence()
    dodge: Skill | None = dodge(group=DEFENDER)
    parry: Skill | None = parry(group=DEFENDER)
    large_shield: bool = toggle(
        "Large shield", help="Behind one, parries are easier still.", rule="OQ-MOV-10", group=DEFENDER
    )
    schedule: str = choice(
        "Several defenses",
        WAYS_TO_PARRY,
        NORMAL,
        help="Each defense after the first is harder, unless the off hand parries once more.",
        rule="OQ-DEF-17",
        group=DEFENDER,
    )
    prior_defences: int = prior_defences(group=DEFENDER)
    target_ap: int = armor(group=DEFENDER)
    target_hp: int | None = hit_points(group=DEFENDER)
    mastery: str = same(Attack, "mastery")
    hundred: str = same(Attack, "hundred")
    dodge_fumble: str = same(Attack, "dodge_fumble")
    crit_vs_success: str = same(Attack, "crit_vs_success")
    crit_parry: str = same(Attack, "crit_parry")


def retreat_bonus(a: FightingRetreat) -> Modifier:
    """The bonus of a retreat to parries, never to dodges (OQ-MOV-09, OQ-MOV-10)."""
    return FACTS.modifier("large_shield_retreat_bonus" if a.large_shield else "fighting_retreat_bonus")


def retreat_strikes(a: FightingRetreat) -> tuple[Strike, ...]:
    """The attacks, each with its defense."""
    return strikes_on(a, retreat_bonus(a))


def fighting_retreat(a: FightingRetreat) -> Procedure[Exchange]:
    """The attacks of the round, and whether the fighter gets away."""
    return Procedure(Exchange(), (*attacks_steps(retreat_strikes(a)), ends("OQ-MOV-11")), way_out)


def _retreat_explanation(a: FightingRetreat) -> Procedure[Exchange]:
    """The bonus, the steps of a round, and the note about further rounds."""
    bonus = note("What the retreat adds to parries", "OQ-MOV-09", (retreat_bonus(a),), also=("OQ-MOV-10",))
    return fighting_retreat(a).explained(once_more("OQ-MOV-11"), before=(bonus,))


def _retreat_values(a: FightingRetreat) -> dict[str, Any]:
    strikes = retreat_strikes(a)
    chance = nothing_through(strikes)
    return {
        "p_disengage": chance,
        "mean_rounds": mean_rounds(chance),
        "parry_bonus": retreat_bonus(a).value,
        "each_attack": attack_rows(strikes),
        **damage_of_round(summed(strikes), a.target_hp),
    }


def out_headlines(rule: str) -> tuple[Output, ...]:
    """The headline outputs; `rule` is the rule for leaving the fight."""
    return (
        out.percent("p_disengage", "out of the fight", rule=rule, headline=True),
        out.figure("mean_rounds", "average time until then", rule=rule, unit="in rounds", headline=True),
        out.figure("mean", "damage", rule="OQ-DAM-03", unit="on average", headline=True),
        out.percent("p_drop", "Drops this round", rule="OQ-DAM-05"),
    )


FIGHTING_RETREAT = Calculator(
    id="openquest.fighting_retreat",
    title="Fighting Retreat",
    summary="Back away and only defend, at a bonus: the chance to get out of the fight.",
    inputs=FightingRetreat,
    outputs=(
        *out_headlines("OQ-MOV-11"),
        out.figure("parry_bonus", "Added to parries", rule="OQ-MOV-09", unit="%", signed=True),
        attack_table("OQ-MOV-11"),
        out.distribution("damage", "Damage of all attacks", rule="OQ-DAM-03", unit="damage"),
    ),
    compute=_retreat_values,
    check=lambda a: refuse_missing_skills(a, a.attacks),
    explain=_retreat_explanation,
    also=(
        "OQ-MOV-08",
        "OQ-SHD-07",
        "OQ-ACT-09",
        "OQ-END-04",
        *(option.rule for option in WAYS_TO_PARRY),
        *EXCHANGE_RULES,
    ),
    start={
        "attacks": [
            {"attack": {"base": 60}, "damage": "1d8", "damage_mod": "+1d4"},
            {"attack": {"base": 45}, "damage": "1d6"},
        ],
        "defence": "parry",
        "parry": {"base": 60},
        "target_ap": 3,
        "target_hp": 12,
    },
    rolls=(RollOption("round", "Roll the round", fighting_retreat),),
)
