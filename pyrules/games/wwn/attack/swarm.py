"""Swarm Attacks: up to four join so that one of them strikes more surely, harder, and never without Shock.

Section "Make a Swarm Attack" of the combat options.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption, SheetChange
from ....engine.explain import as_note, no_lower, note, side_note, split_modifiers, under, without_dice
from ....engine.inputs import READING, Option, choice, number, record, toggle
from ....engine.procedure import Modifier, Procedure, Step, counted, total
from ..tables import FACTS
from .attack import ATTACK_RULES
from .blow import Blow, Shock, attack, blow, damage_dist, mean_damage, p_hit, shock_where
from .blow_explanation import after_damage, shock_said, steps_of
from .circumstances import CHARGING, SNAPPING, circumstances
from .strike import Attack, Modifiers, damage_modifiers, hit_modifiers, refuse_impossible, shock_modifiers

COUNTS = (
    Option("others", "The others only", "WWN-SWARM-04"),
    Option("each", "Everyone", "WWN-SWARM-04"),
)


@dataclass(frozen=True, kw_only=True)
class SwarmAttack(Attack):
    """ATTACK of the one who strikes for a swarm, who neither charges nor snaps."""

    circumstances: tuple[str, ...] = circumstances(
        barred={one.id: f"{one.label} cannot be part of a swarm." for one in (CHARGING, SNAPPING)}
    )


@dataclass(frozen=True, kw_only=True)
class Swarm:
    """The attack of one, and how many join in (WWN-SWARM-02)."""

    form_first: ClassVar[tuple[str, ...]] = ("participants", "total_defense")

    attack: SwarmAttack = record(
        "Attack", SwarmAttack, help="The attack of the one who strikes for the swarm.", rule="WWN-HIT-01"
    )
    participants: int = number(
        "Participants",
        FACTS.number("swarm_participants_min"),
        FACTS.number("swarm_participants_max"),
        help="Everyone who takes part, the one who strikes included.",
        rule="WWN-SWARM-02",
    )
    total_defense: bool = toggle(
        "Target in Total Defense",
        help="The target has a higher AC and takes no Shock, not even a swarm's.",
        rule="WWN-TD-03",
    )
    bonus_mode: str = choice(
        "Who counts for the bonus",
        COUNTS,
        "others",
        help="Counting everyone, four would pass the cap that is given for four; so the SRD counts the others.",
        rule="WWN-SWARM-04",
        group="Counting",
        table=READING,
    )


def _check(a: Swarm) -> None:
    refuse_impossible(a.attack, "attack")


def helpers(a: Swarm) -> int:
    """How many count for the bonus (ruling, WWN-SWARM-04)."""
    return a.participants if a.bonus_mode == "each" else a.participants - 1


def swarm_bonus(a: Swarm, per_helper: str, cap: str) -> Modifier:
    """A bonus that grows with every helper up to its cap (WWN-SWARM-04)."""
    value = min(FACTS.number(cap), FACTS.number(per_helper) * helpers(a))
    return Modifier("Swarm", value, "WWN-SWARM-04")


def to_hit_bonus(a: Swarm) -> Modifier:
    """What the swarm adds to the hit roll."""
    return swarm_bonus(a, "swarm_hit_bonus", "swarm_hit_cap")


def to_damage_bonus(a: Swarm) -> Modifier:
    """What the swarm adds to the damage."""
    return swarm_bonus(a, "swarm_damage_bonus", "swarm_damage_cap")


def aimed(a: Swarm) -> Attack:
    """One plain attack at this target, who may be in Total Defense (WWN-TD-03, WWN-TD-04)."""
    if not a.total_defense:
        return a.attack
    return replace(a.attack, target_ac=a.attack.target_ac + FACTS.number("total_defense_ac_bonus"), shock_immune=True)


def most_modifiers(a: Swarm) -> Modifiers:
    """What the weapon could do anyway: its highest roll plus the usual bonuses (ruling, WWN-SWARM-05)."""
    weapon = a.attack.weapon
    highest = Modifier(f"Highest roll of {weapon.damage}", weapon.damage.maximum, "WWN-DMG-01")
    return no_lower(a.attack.min_damage, (highest, *damage_modifiers(a.attack)), "WWN-DMG-01")


def most_damage(a: Swarm) -> int:
    """The most that the weapon could do."""
    return total(most_modifiers(a))


def swarm(a: Swarm) -> Procedure[Blow]:
    """The swarm's one attack. Shock is forced on; only Total Defense stops it (ruling, WWN-SWARM-06)."""
    one = aimed(a)
    return blow(
        one,
        (*hit_modifiers(one), to_hit_bonus(a)),
        (*damage_modifiers(one), to_damage_bonus(a)),
        _shock(a),
        most_damage(a),
    )


def _shock(a: Swarm) -> Shock:
    return shock_where(aimed(a), applies=bool(shock_modifiers(a.attack)) and not a.total_defense)


def explanation(a: Swarm) -> Procedure[Blow]:
    """The swarm's attack, with what the swarm adds apart from the rest, and what the same fighters do alone."""
    one = aimed(a)
    plain, harm = hit_modifiers(one), damage_modifiers(one)
    hit, damage, _ = swarm(a).steps
    if not hit.die(Blow()).p(bool):  # what a hit would do is shown all the same
        damage = as_note(damage)
    counting = f"{counted(helpers(a), 'helper')} count" + ("s" if helpers(a) == 1 else "")
    most_to_hit, most_harm = (f"+{FACTS.number(cap)} at most" for cap in ("swarm_hit_cap", "swarm_damage_cap"))
    roll, joined = split_modifiers(hit, plain, f"Swarm, to hit: {counting}, {most_to_hit}", "WWN-SWARM-04")
    rolled, more = split_modifiers(
        without_dice(damage), harm, f"Swarm, on damage: {counting}, {most_harm}", "WWN-SWARM-05"
    )
    steps = (
        *_total_defense_explanation(a),
        roll,
        joined,
        rolled,
        note("Never more than the weapon could do", "WWN-DMG-01", most_modifiers(a), when=rolled.when),
        under("WWN-SWARM-05", more),
        *after_damage(one, _shock(a), _shock_said(a), hit, "WWN-SWARM-06"),
        *side_note("Each alone", "WWN-HIT-01", steps_of(one)),
        note(f"Each alone: {counted(a.participants, 'such attack')}", "WWN-HIT-01"),
    )
    return Procedure(Blow(), steps, str)


def _total_defense_explanation(a: Swarm) -> tuple[Step[Blow], ...]:
    bonus = (FACTS.modifier("total_defense_ac_bonus"),)
    return (note("The target's AC in Total Defense", "WWN-TD-04", bonus),) if a.total_defense else ()


def _shock_said(a: Swarm) -> str:
    if not shock_modifiers(a.attack):
        return shock_said(a.attack)
    return "No Shock: the target is in Total Defense" if a.total_defense else "Shock on a miss: a swarm's always works"


def _values(a: Swarm) -> dict[str, Any]:
    end = swarm(a).odds()
    apart = mean_damage(attack(aimed(a)).odds()) * a.participants
    return {
        "hit_bonus_from_swarm": to_hit_bonus(a).value,
        "damage_bonus_from_swarm": to_damage_bonus(a).value,
        "p_hit": p_hit(end),
        "shock_on_miss": _shock(a).on_miss,
        "max_damage": most_damage(a),
        "damage": damage_dist(end),
        "mean": mean_damage(end),
        "mean_if_all_attack_separately": apart,
    }


SWARM = Calculator(
    id="wwn.swarm",
    title="Swarm Attack",
    summary="What up to four attackers gain when one strikes for all, against each attacking alone.",
    inputs=Swarm,
    outputs=(
        out.percent("p_hit", "hit", rule="WWN-SWARM-04", headline=True),
        out.figure("mean", "damage", rule="WWN-SWARM-06", unit="on average", headline=True),
        out.figure("mean_if_all_attack_separately", "if each attacks alone", rule="WWN-HIT-01", headline=True),
        out.figure("shock_on_miss", "Shock on a miss", rule="WWN-SWARM-06"),
        out.figure("hit_bonus_from_swarm", "Swarm, to hit", rule="WWN-SWARM-04", signed=True),
        out.figure("damage_bonus_from_swarm", "Swarm, to damage", rule="WWN-SWARM-05", signed=True),
        out.figure("max_damage", "Most that the weapon does", rule="WWN-DMG-01"),
        out.distribution("damage", "Damage", rule="WWN-SWARM-06", unit="damage"),
    ),
    compute=_values,
    check=_check,
    also=("WWN-SWARM-01", "WWN-SWARM-03", "WWN-TD-04", *ATTACK_RULES),
    start={
        "attack": {"weapon": {"damage": "1d6", "shock": 2, "shock_ac": 13}, "target_ac": 17, "class_bonus": 1},
        "participants": 3,
    },
    explain=explanation,
    rolls=(RollOption("swarm", "Roll it", swarm, change=lambda _, end: SheetChange(end.damage, at_me=True)),),
)
