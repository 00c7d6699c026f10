"""One shot or throw: distance, sight, cover, aiming, and the reactions that help against it.

"Ranged Combat": OQ-RNG-01 to OQ-RNG-15.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator, RollOption
from ....engine.chain import depletion_curve
from ....engine.dice import Dist, always
from ....engine.dice_text import NO_DICE
from ....engine.explain import note
from ....engine.procedure import Modifier, Procedure, counted, if_any, total
from ..exchange.exchange import Exchange, Strike, exchange
from ..exchange.exchange_answer import EXCHANGE_RULES, exchange_outputs, exchange_values
from ..rolls.damage import Harm
from ..rolls.ranged_modifiers import (
    AUTO_FAIL,
    BANDS,
    OK,
    RANGED_RULES,
    SHOT_STATUSES,
    how_far,
    shot,
    status,
)
from ..rolls.results import readings
from ..skills import stacking
from ..skills.skill import FAILURE, base_of, grade_die, skill_modifiers, skill_roll
from ..tables import FACTS
from .missile_reactions import REACTION_OUTPUTS, defense_against, helps, is_close, reaction_values
from .shot_inputs import RangedAttack, Shooting, refuse_impossible

# The shot.


def aimed(value: int, rounds: int) -> Modifier:
    """The bonus of aiming: capped by the ceiling, and at least 0 (OQ-RNG-02)."""
    ceiling = FACTS.number("aim_ceiling")
    gain = min(ceiling - value, rounds * FACTS.number("aim_step"))
    return Modifier("Aim", max(0, gain), "OQ-RNG-02")


def harm_of(a: Shooting) -> Harm:
    """The damage of a hit."""
    return Harm(a.damage, NO_DICE if a.mechanical else a.damage_mod, a.target_ap)


def shooting_strike(a: Shooting, rounds: int) -> Strike:
    """The attack after `rounds` of aiming; a certain failure has no roll."""
    found = shot(a.situation, a.group_rule)
    plain = base_of(a.attack) + a.attack.mods + total(found.modifiers)
    bonuses = (*found.modifiers, *(one for one in (aimed(plain, rounds),) if one.value))
    rolls = grade_die(skill_roll(a.attack, a, total(bonuses)))
    fails = found.status == AUTO_FAIL
    return Strike(
        always(FAILURE) if fails else rolls,
        () if fails else skill_modifiers(a.attack, *bonuses),
        harm_of(a),
        defense_against(a),
        readings(a),
        status(a.situation).label if fails else "Attack",
        "OQ-ACT-12",
    )


def rounds_spent(a: Shooting, aiming: int) -> int:
    """The rounds of one shot (OQ-RNG-09)."""
    return a.rate + aiming


def shots(a: RangedAttack, rounds: int) -> int:
    """The number of shots in `rounds`, each with loading and aiming (OQ-RNG-09)."""
    first = (1 if a.loaded else a.rate) + a.aim_rounds
    return 0 if rounds < first else 1 + (rounds - first) // rounds_spent(a, a.aim_rounds)


def over_rounds(a: RangedAttack, damage: Dist[int]) -> dict[str, Any]:
    """The shots of the given rounds, their damage, and the chance to drop the target by each round."""
    count = [shots(a, rounds) for rounds in range(1, a.fight_rounds + 1)]
    drops = None
    if a.target_hp is not None:
        by_shot = [Fraction(0), *depletion_curve(damage, a.target_hp, count[-1])]
        drops = [by_shot[one] for one in count]
    return {"shots": count[-1], "mean_within": count[-1] * damage.mean(lambda n: n), "p_drop_by_round": drops}


def ranged_attack(a: RangedAttack) -> Procedure[Exchange]:
    """The shot, step by step."""
    return exchange(shooting_strike(a, a.aim_rounds))


def explanation(a: Shooting, aiming: int) -> Procedure[Exchange]:
    """The modifiers of the situation, the reaction, the shot, and the rounds it takes."""
    found, held = shot(a.situation, a.group_rule), status(a.situation)
    answer = helps(a)
    close = note(
        FACTS.fill("Ranged Combat is for more than {close_distance_m} meters: the Referee decides whether to allow it"),
        "OQ-DIST-02",
        also=("OQ-DIST-01",),
    )
    steps = (
        note(how_far(a.situation), "OQ-RNG-10"),
        *((close,) if is_close(a.situation) else ()),
        note(held.label, held.rule, also=("OQ-RNG-12",)),
        *stacking.explanation(found.weighing, "The situation adds" if held.id == OK else "It would add", "OQ-RNM-15"),
        note(answer.label, answer.rule, also=("OQ-RNG-13",)),
    )
    time = (
        Modifier("Rounds for one shot", a.rate, "OQ-RNG-09"),
        *if_any("Rounds of aiming", aiming, "OQ-RNG-02"),
    )
    shooting = exchange(shooting_strike(a, aiming))
    return replace(shooting, steps=(*steps, *shooting.steps, note("Rounds spent on it", "OQ-RNG-09", time)))


def _explanation(a: RangedAttack) -> Procedure[Exchange]:
    """The shot, and how many of them the rounds have room for."""
    made = counted(shots(a, a.fight_rounds), "shot")
    many = note(f"In {counted(a.fight_rounds, 'round')}: {made}", "OQ-RNG-09", gives="shots")
    return explanation(a, a.aim_rounds).explained(many)


def _values(a: RangedAttack) -> dict[str, Any]:
    found, s = shot(a.situation, a.group_rule), shooting_strike(a, a.aim_rounds)
    odds = exchange(s).odds()
    values = exchange_values(s.modified, odds, a.target_hp)
    spent = rounds_spent(a, a.aim_rounds)
    return {
        **values,
        "modified": None if found.status == AUTO_FAIL else s.modified,
        "status": found.status,
        "total": found.total,
        "lines": found.lines,
        "band": found.band,
        **reaction_values(a),
        "rounds_spent": spent,
        "mean_per_round": values["mean"] / spent,
        **over_rounds(a, odds.read(lambda end: end.damage)),
        "weighed": stacking.rows(found.weighing),
    }


SHOOTING_RULES = (
    "OQ-ACT-12",
    "OQ-RNG-02",
    "OQ-RNG-15",
    "OQ-DAM-02",
    "OQ-SHD-05",
    "OQ-DEF-04",
    "OQ-SHD-02",
    "OQ-DEF-05",
    *RANGED_RULES,
)
"""The rules that inputs and steps of a shot cite."""

RANGED_ATTACK = Calculator(
    id="openquest.ranged_attack",
    title="Shoot or throw",
    summary="One shot or throw: does it hit, how much damage, does it drop the target.",
    inputs=RangedAttack,
    outputs=(
        *exchange_outputs("OQ-ACT-12"),
        out.figure("total", "The situation adds", rule="OQ-RNM-15", unit="%", signed=True),
        out.word("status", "The shot", SHOT_STATUSES, rule="OQ-RNG-12"),
        out.word("band", "Distance", BANDS.options(), rule="OQ-RNG-10"),
        *REACTION_OUTPUTS,
        out.figure("rounds_spent", "Rounds it takes", rule="OQ-RNG-09"),
        out.figure("mean_per_round", "Damage per round of these", rule="OQ-RNG-09"),
        out.figure("shots", "Shots in the rounds of shooting", rule="OQ-RNG-09"),
        out.figure("mean_within", "Their damage, on average", rule="OQ-RNG-09"),
        out.curve("p_drop_by_round", "Target dropped by the end of the round", rule="OQ-DAM-05"),
        stacking.table("What the situation holds, and what counts", rule="OQ-RNM-15"),
        api_only(out.named("lines", "Line by line", out.figure("value", "Skill", unit="%", signed=True))),
    ),
    compute=_values,
    check=refuse_impossible,
    explain=_explanation,
    also=("OQ-RNG-01", *SHOOTING_RULES, *EXCHANGE_RULES),
    start={
        "attack": {"base": 55},
        "damage": "1d10",
        "situation": {"distance": 60, "range": 100, "target_moved": 12, "visibility": "light"},
        "aim_rounds": 1,
        "target_ap": 3,
        "target_hp": 8,
    },
    rolls=(RollOption("shot", "Roll it", ranged_attack, lambda end: end.damage),),
)
