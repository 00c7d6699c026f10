"""Great Attack, Athletic Attack and Disarming Attack: one blow with something at stake besides.

"Close Combat Attack Options".
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Die, always, d
from ....engine.errors import not_allowed
from ....engine.inputs import Option, after, choice, same, toggle
from ....engine.procedure import Procedure, Step, counted, throw
from ..exchange.attack_inputs import EXAMPLE, Attack, attack_skill, harm_of, plain_strike
from ..exchange.exchange import Exchange, Strike, contest_steps, exchange, strike, told_result
from ..exchange.exchange_answer import (
    EXCHANGE_RULES,
    code_chances,
    exchange_outputs,
    exchange_values,
    fumble_outputs,
    fumble_values,
    grade_pairs,
    pair_rows,
)
from ..rolls.damage import NO_HARM
from ..rolls.defense import ONE_DEFENSE, defence, defense_of, refuse_missing_skill
from ..rolls.results import HITS, readings
from ..skills.skill import CRITICAL, FUMBLE, SUCCESSES, Skill, SkillRoll, grade, skill_modifiers, skill_roll
from ..tables import FACTS

# Great Attack.

GREAT_WEAPONS = (
    Option("sword", "Sword", "OQ-CC-13"),
    Option("axe", "Axe", "OQ-CC-13"),
    Option("mace", "Mace", "OQ-CC-13"),
    Option("other", "Another", "OQ-CC-13"),
)


@dataclass(frozen=True, kw_only=True)
class GreatAttack(Attack):
    """A Great Attack and what it asks for."""

    weapon: str = after(
        "attack",
        choice(
            "Weapon",
            GREAT_WEAPONS,
            "sword",
            help="Swords, axes and maces can be swung like this, no others.",
            rule="OQ-CC-13",
            group="Great Attack",
        ),
    )
    room: bool = after(
        "weapon",
        toggle("Room to swing", True, help="There must be room for it.", rule="OQ-CC-13", group="Great Attack"),
    )


def great_strike(a: Attack) -> Strike:
    """The attack with its bonus, and the damage modifier at its highest."""
    harm = replace(harm_of(a), full_modifier=True)
    return strike(a.attack, harm, defense_of(a), readings(a), FACTS.modifier("great_attack_bonus"))


def great_attack(a: GreatAttack) -> Procedure[Exchange]:
    """A Great Attack, step by step."""
    return exchange(great_strike(a))


def _check_great(a: GreatAttack) -> None:
    refuse_missing_skill(a)
    if a.weapon == "other":
        raise not_allowed("weapon", a.weapon, "A Great Attack needs a sword, an axe or a mace.")
    if not a.room:
        raise not_allowed("room", a.room, "A Great Attack needs room to swing the weapon.")


GREAT_ATTACK = Calculator(
    id="openquest.great_attack",
    title="Great Attack",
    summary="A mighty swing: a bonus to hit and all your strength behind it, but no defense this round.",
    inputs=GreatAttack,
    outputs=exchange_outputs(),
    compute=lambda a: exchange_values(great_strike(a).modified, great_attack(a).odds(), a.target_hp),
    check=_check_great,
    also=("OQ-ACT-10", *EXCHANGE_RULES),
    start=EXAMPLE,
    rolls=(RollOption("attack", "Roll it", great_attack),),
)

# Athletic Attack.


@dataclass(frozen=True, kw_only=True)
class Stunt:
    """What goes with the blow of an Athletic Attack."""

    athletics: Skill = attack_skill("Athletics", help="For the stunt that comes with the blow.", rule="OQ-CC-11")


@dataclass(frozen=True, kw_only=True)
class AthleticAttack(Attack, Stunt):
    """A stunt and a blow on one roll. (The inputs of the last base stand first.)"""


def both_die(a: SkillRoll, b: SkillRoll) -> Die[str]:
    """One roll against two skills: a critical if both succeed, a fumble otherwise (OQ-CC-11)."""
    if a.automatic and b.automatic:
        return always(CRITICAL)

    def read(roll: int) -> str:
        return CRITICAL if grade(a, roll) in SUCCESSES and grade(b, roll) in SUCCESSES else FUMBLE

    return d(FACTS.number("skill_die")).map(read)


def athletic_strike(a: Attack, athletics: Skill) -> Strike:
    """The attack with one roll for stunt and blow; the lower skill stands for both."""
    rolls = {skill_roll(held, a): held for held in (a.attack, athletics)}
    lower = rolls[min(rolls, key=lambda roll: roll.modified)]
    die = both_die(skill_roll(a.attack, a), skill_roll(athletics, a))
    return replace(
        plain_strike(a), die=die, modifiers=skill_modifiers(lower), label="Stunt and blow in one", rule="OQ-CC-11"
    )


def athletic_attack(a: AthleticAttack) -> Procedure[Exchange]:
    """An Athletic Attack, step by step."""
    return exchange(athletic_strike(a, a.athletics))


ATHLETIC_ATTACK = Calculator(
    id="openquest.athletic_attack",
    title="Athletic Attack",
    summary="A stunt and a blow on a single roll: a critical if it meets both skills, a fumble if it does not.",
    inputs=AthleticAttack,
    outputs=exchange_outputs("OQ-CC-11"),
    compute=lambda a: exchange_values(athletic_strike(a, a.athletics).modified, athletic_attack(a).odds(), a.target_hp),
    check=refuse_missing_skill,
    also=("OQ-ACT-02", *EXCHANGE_RULES),
    start={
        "athletics": {"base": 55},
        "attack": {"base": 60},
        "damage": "1d8",
        "damage_mod": "+1d4",
        "defence": "parry",
        "parry": {"base": 50},
        "target_ap": 3,
        "target_hp": 12,
    },
    rolls=(RollOption("attack", "Roll it", athletic_attack),),
)

# Disarming Attack.

ITEMS = (Option("weapon", "Weapon", "OQ-CC-12"), Option("shield", "Shield", "OQ-CC-12"))


@dataclass(frozen=True, kw_only=True)
class DisarmingAttack:
    """An attack on what the target holds."""

    attack: Skill = same(Attack, "attack")
    item: str = choice("Knock away", ITEMS, "weapon", help="Choose before you roll.", rule="OQ-CC-12")
    defence: str = defence(ONE_DEFENSE)
    dodge: Skill | None = same(Attack, "dodge")
    parry: Skill | None = same(Attack, "parry")
    mastery: str = same(Attack, "mastery")
    hundred: str = same(Attack, "hundred")
    dodge_fumble: str = same(Attack, "dodge_fumble")
    crit_vs_success: str = same(Attack, "crit_vs_success")
    crit_parry: str = same(Attack, "crit_parry")


def disarming_strike(a: DisarmingAttack) -> Strike:
    """The attack, which does no damage."""
    return strike(a.attack, NO_HARM, defense_of(a), readings(a))


def landing_die() -> Die[int]:
    """How many meters away the item lands (OQ-CC-12)."""
    return d(FACTS.number("disarm_metres_die"))


def disarming_attack(a: DisarmingAttack) -> Procedure[Exchange]:
    """A Disarming Attack: as any attack up to its result; a hit sends the item flying."""
    flies: Step[Exchange] = throw(
        f"Where the {a.item} lands",
        landing_die(),
        lambda x, meters: x,
        rule="OQ-CC-12",
        when=lambda x: x.code in HITS,
        tell=lambda meters, x: f"{counted(meters, 'meter')} away",
    )
    steps = contest_steps(disarming_strike(a))
    return Procedure(Exchange(), (*steps, flies), lambda x: "Disarmed" if x.code in HITS else told_result(x))


def _disarming_values(a: DisarmingAttack) -> dict[str, Any]:
    end = disarming_attack(a).odds()
    return {
        "modified": disarming_strike(a).modified,
        "p_attack_success": end.p(lambda x: x.attack in SUCCESSES),
        "codes": code_chances(end),
        "p_disarmed": end.p(lambda x: x.hits > 0),
        "landing_metres": out.text_keys(landing_die().probabilities()),
        **fumble_values(end),
        "results": grade_pairs(end),
    }


DISARMING_ATTACK = Calculator(
    id="openquest.disarming_attack",
    title="Disarming Attack",
    summary="Knock a weapon or a shield out of somebody's hand instead of wounding them.",
    inputs=DisarmingAttack,
    outputs=(
        out.percent("p_disarmed", "disarms", rule="OQ-CC-12", headline=True),
        out.percent("p_attack_success", "The attack roll succeeds", rule="OQ-CC-02"),
        out.figure("modified", "Attack skill, all in", rule="OQ-CC-02", unit="%"),
        *fumble_outputs(),
        api_only(out.distribution("codes", "Result", rule="OQ-RES-01")),
        pair_rows(),
        out.distribution("landing_metres", "It lands", rule="OQ-CC-12", unit="meters away"),
    ),
    compute=_disarming_values,
    check=refuse_missing_skill,
    also=("OQ-ACT-08", *EXCHANGE_RULES),
    start={"attack": {"base": 60}, "defence": "dodge", "dodge": {"base": 50}},
    rolls=(RollOption("attack", "Roll it", disarming_attack),),
)
