"""One shot or throw: distance, sight and cover, rounds of aiming, and the few reactions that help against it.

"Ranged Combat".
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator, RollOption
from ....engine.chain import depletion_curve
from ....engine.dice import Dist, always
from ....engine.dice_text import NO_DICE, DiceSum, SignedDice
from ....engine.errors import MISSING_FIELD, InvalidInput, not_allowed
from ....engine.explain import note
from ....engine.inputs import after, choice, number, record, same, toggle
from ....engine.procedure import Modifier, Procedure, if_any, total
from ..exchange.attack_inputs import TARGET, Attack, attack_skill, hit_points
from ..exchange.exchange import Exchange, Strike, exchange
from ..exchange.exchange_answer import EXCHANGE_RULES, exchange_outputs, exchange_values
from ..rolls.damage import Harm, armor, damage, damage_modifier
from ..rolls.ranged_modifiers import (
    AUTO_FAIL,
    BANDS,
    IMPOSSIBLE,
    OK,
    RANGED_RULES,
    SHOT_STATUSES,
    Situation,
    how_far,
    refuse_wrong_range,
    shot,
    status,
)
from ..rolls.results import NONE, readings
from ..rolls.weapons import fillings
from ..skills import stacking
from ..skills.skill import FAILURE, Skill, base_of, grade_die, skill, skill_modifiers, skill_roll, switch
from ..tables import FACTS
from .missile_reactions import ANSWERS, SAID, defense_against, helps, is_close, said_of

WEAPON, FIGHT = "Weapon", "Over the rounds"
LONGEST = 20
"""The most rounds of shooting that are looked at."""


@dataclass(frozen=True, kw_only=True)
class Shooting:
    """A shooter, a target and what is between them, before any aiming."""

    attack: Skill = attack_skill(help="The attacker's Ranged Combat skill.", rule="OQ-RNG-07")
    damage: DiceSum = damage(presets=fillings("ranged"))
    damage_mod: SignedDice = damage_modifier(group=WEAPON)
    mechanical: bool = toggle(
        "Mechanical weapon",
        help="A crossbow's force is its own: the damage modifier is left out.",
        rule="OQ-DAM-02",
        group=WEAPON,
    )
    rate: int = number(
        "Rate of Fire",
        1,
        10,
        1,
        help="Rounds for one shot, loading included.",
        rule="OQ-RNG-09",
        unit="rounds",
        group=WEAPON,
    )
    situation: Situation = record(
        "Situation", Situation, help="How far it is, and what makes it harder or easier.", rule="OQ-RNM-15"
    )
    aware: bool = toggle(
        "Target is aware", True, help="Nobody reacts to a throw they do not see coming.", rule="OQ-SHD-04", group=TARGET
    )
    reaction: str = choice(
        "Reaction",
        ANSWERS,
        NONE,
        help="What the target tries; against bows and the like nothing helps.",
        rule="OQ-RNG-13",
        group=TARGET,
    )
    reaction_skill: Skill | None = skill(
        "Reaction's skill", help="Dodge, or Close Combat for a parry.", rule="OQ-RNG-13", nullable=True, group=TARGET
    )
    target_ap: int = armor(group=TARGET)
    target_hp: int | None = hit_points()
    mastery: str = same(Attack, "mastery")
    hundred: str = same(Attack, "hundred")
    dodge_fumble: str = same(Attack, "dodge_fumble")
    crit_vs_success: str = same(Attack, "crit_vs_success")
    crit_parry: str = same(Attack, "crit_parry")
    group_rule: str = switch("group_rule")
    weapon_parry_thrown: str = switch("weapon_parry_thrown")


@dataclass(frozen=True, kw_only=True)
class RangedAttack(Shooting):
    """One shot, perhaps aimed."""

    aim_rounds: int = after(
        "target_hp",
        number(
            "Rounds of aiming",
            0,
            50,
            0,
            help=FACTS.fill("Full rounds spent on nothing else: {aim_step}% each, up to {aim_ceiling}%."),
            rule="OQ-RNG-02",
        ),
    )
    fight_rounds: int = after(
        "aim_rounds",
        number(
            "Rounds of shooting",
            1,
            LONGEST,
            5,
            help="How many rounds to look ahead: each shot takes its Rate of Fire and its aiming.",
            rule="OQ-RNG-09",
            group=FIGHT,
        ),
    )
    loaded: bool = after(
        "fight_rounds",
        toggle("Loaded at the start", True, help="The first shot needs no loading.", rule="OQ-RNG-09", group=FIGHT),
    )


def refuse_impossible(a: Shooting) -> None:
    """What nobody can shoot at, and a reaction without a skill."""
    refuse_wrong_range(a.situation, "situation.")
    held = status(a.situation)
    if held.id == IMPOSSIBLE:
        farthest = shot(a.situation).reach * FACTS.number("long_range_factor")
        text = f"{a.situation.distance} meters are too far: this reaches {farthest} at most."
        raise not_allowed("situation.distance", a.situation.distance, text)
    if a.reaction != NONE and a.reaction_skill is None:
        text = "The skill that the target reacts with is missing."
        raise InvalidInput("reaction_skill", MISSING_FIELD, None, text)


# The shot.


def aimed(value: int, rounds: int) -> Modifier:
    """What aiming adds to an attack value: never above the ceiling, and never less than nothing (OQ-RNG-02)."""
    ceiling = FACTS.number("aim_ceiling")
    gain = min(ceiling - value, rounds * FACTS.number("aim_step"))
    return Modifier("Aim", max(0, gain), "OQ-RNG-02")


def harm_of(a: Shooting) -> Harm:
    """What a hit does."""
    return Harm(a.damage, NO_DICE if a.mechanical else a.damage_mod, a.target_ap)


def shooting_strike(a: Shooting, rounds: int) -> Strike:
    """The attack after so many rounds of aiming; what fails for certain is not rolled for."""
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
    """The rounds that one shot takes (OQ-RNG-09)."""
    return a.rate + aiming


def shots(a: RangedAttack, rounds: int) -> int:
    """How many shots so many rounds hold, each with its loading and its aiming (OQ-RNG-09)."""
    first = (1 if a.loaded else a.rate) + a.aim_rounds
    return 0 if rounds < first else 1 + (rounds - first) // rounds_spent(a, a.aim_rounds)


def over_rounds(a: RangedAttack, damage: Dist[int]) -> dict[str, Any]:
    """The shots of the rounds that are looked at, their damage, and the chance to drop the target by each round."""
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
    """What the situation adds, what helps against the shot, the shot itself, and how long it takes."""
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
        **said_of(a),
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
"""What inputs and steps of a shot cite."""

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
        *SAID,
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
    explain=lambda a: explanation(a, a.aim_rounds),
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
