"""Executions: a shot or stab at somebody who suspects nothing, the save against it, felled or hurt to the full.

Section "Execution Attacks".
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ...engine import answer as out
from ...engine.calculator import Calculator, Throw
from ...engine.fields import Option
from ...engine.procedure import Modifier, Procedure, Step, if_any, settle, throw, total
from .checks import Check, Modifiers, check_die, check_modifiers, save_chance, save_die
from .execution_setup import Execution, refuse_impossible
from .facts import FACTS

UNCONSCIOUS = Option("unconscious", "Unconscious", "WWN-EXEC-15")
FALLEN = (*FACTS.table("conditions").options(), UNCONSCIOUS)


class Struck(NamedTuple):
    """The state of an execution. `at_once` is whether it hit without Veteran's Luck."""

    at_once: bool = True
    hit: bool = True
    saved: bool = False
    damage: int = 0


def difficulty(a: Execution) -> int | None:
    """The difficulty of a ranged execution; melee needs no check."""
    return int(FACTS.table("range_bands").row(a.range_band)["difficulty"]) if a.mode == "ranged" else None


def save_modifiers(a: Execution) -> Modifiers:
    """What counts on the target's save; an untrained attacker makes it no easier (ruling, WWN-EXEC-14)."""
    return (
        Modifier("Attacker's skill", -max(0, a.combat_skill), "WWN-EXEC-14"),
        *((FACTS.modifier("precise_save_penalty"),) if a.precise else ()),
        *if_any("Modifier to the save", a.save_mod, "WWN-EXT-SAVE"),
    )


def save_penalty(a: Execution) -> int:
    """How much harder the attacker makes the save."""
    return a.save_mod - total(save_modifiers(a))


def damage_modifiers(a: Execution) -> Modifiers:
    """What adds to the weapon's highest roll (ruling, WWN-EXEC-16)."""
    return (
        Modifier("Attribute", a.attr_mod, "WWN-EXEC-16"),
        *if_any("Bonus to damage", a.damage_bonus, "WWN-EXEC-16"),
    )


def max_damage(a: Execution) -> int:
    """What a target takes who made the save."""
    factor = FACTS.number("precise_damage_factor") if a.precise else 1
    return max(0, a.weapon_damage.maximum + total(damage_modifiers(a))) * factor


def felled_status(a: Execution) -> str:
    """What becomes of a target who failed the save. One who is incapacitated cannot be spared (WWN-EXEC-17)."""
    if a.nonlethal and not a.incapacitated:
        return UNCONSCIOUS.id
    return str(FACTS.table("target_kinds").row(a.target_kind)["at_zero"])


def execution(a: Execution) -> Procedure[Struck]:
    """The chain: the shot if it is one, the save, and the damage of a save made."""
    shot = _shot(a)
    save = throw(
        f"Physical save against {a.save_target}",
        save_die(a.save_target, total(save_modifiers(a))),
        lambda s, saved: s._replace(saved=saved),
        rule="WWN-EXEC-14",
        when=lambda s: s.hit and not a.incapacitated,
        modifiers=save_modifiers(a),
        adds=save_modifiers(a),
        tell=lambda saved, s: "saved" if saved else "not saved",
    )
    damage = settle(
        "Highest damage",
        lambda s: s._replace(damage=max_damage(a)),
        rule="WWN-EXEC-16",
        when=lambda s: s.saved,
        modifiers=damage_modifiers(a),
        tell=lambda _, s: f"{s.damage} damage",
    )
    start = Struck(at_once=not shot, hit=not shot)
    return Procedure(start, (*shot, save, damage), lambda s: _outcome(a, s))


def _shot(a: Execution) -> tuple[Step[Struck], ...]:
    """The check of a ranged execution, and the reroll that Veteran's Luck gives (WWN-EXEC-13)."""
    needed = difficulty(a)
    if needed is None:
        return ()
    modifiers = check_modifiers(Check(attr_mod=a.attr_mod, skill=a.combat_skill, misc=a.misc_check))
    die = check_die(total(modifiers)).map(lambda n: n >= needed)
    first = throw(
        f"Dex/Shoot against {needed}",
        die,
        lambda s, hit: s._replace(at_once=hit, hit=hit),
        rule="WWN-EXEC-09",
        modifiers=modifiers,
        adds=modifiers,
        tell=lambda hit, s: "on target" if hit else "off target",
    )
    again = throw(
        "Veteran's Luck",
        die,
        lambda s, hit: s._replace(hit=hit),
        rule="WWN-EXEC-13",
        when=lambda s: not s.hit,
        modifiers=modifiers,
        adds=modifiers,
        tell=lambda hit, s: "on target after all" if hit else "off target again",
    )
    return (first, again) if a.veterans_luck else (first,)


def drops(a: Execution, s: Struck) -> bool:
    """Whether the target goes down, felled or by the damage alone."""
    return s.hit and (not s.saved or s.damage >= a.target_hp)


def _outcome(a: Execution, s: Struck) -> str:
    if not s.hit:
        return "Missed"
    if not s.saved:
        return "Felled"
    return "Dropped by the damage" if drops(a, s) else "Highest damage, still up"


def _values(a: Execution) -> dict[str, Any]:
    end = execution(a).odds()
    return {
        "dc": difficulty(a),
        "p_check": end.p(lambda s: s.at_once),
        "p_hit": end.p(lambda s: s.hit),
        "save_penalty": save_penalty(a),
        "p_save": 0 if a.incapacitated else save_chance(a.save_target, total(save_modifiers(a))),
        "p_miss": end.p(lambda s: not s.hit),
        "p_felled": end.p(lambda s: s.hit and not s.saved),
        "p_max_damage": end.p(lambda s: s.saved),
        "max_damage": max_damage(a),
        "max_damage_drops": max_damage(a) >= a.target_hp,
        "p_target_dropped": end.p(lambda s: drops(a, s)),
        "felled_status": felled_status(a),
    }


EXECUTION = Calculator(
    id="wwn.execution",
    title="Execution",
    summary="One shot or stab at somebody who suspects nothing: does it hit, is it saved against, who falls.",
    inputs=Execution,
    outputs=(
        out.percent("p_target_dropped", "target down", headline=True),
        out.percent("p_felled", "felled", headline=True),
        out.word("felled_status", "if felled", FALLEN, headline=True),
        out.percent("p_hit", "The attack hits"),
        out.percent("p_miss", "It misses"),
        out.percent("p_max_damage", "Saved: highest damage"),
        out.figure("max_damage", "Highest damage"),
        out.flag("max_damage_drops", "Highest damage drops the target"),
        out.percent("p_save", "The save succeeds"),
        out.figure("save_penalty", "Penalty to the save"),
        out.figure("dc", "Difficulty of the check"),
        out.percent("p_check", "The check succeeds"),
    ),
    work=_values,
    check=refuse_impossible,
    rules=(
        "WWN-EXEC-01",
        "WWN-EXEC-02",
        "WWN-EXEC-05",
        "WWN-EXEC-06",
        "WWN-EXEC-07",
        "WWN-EXEC-08",
        "WWN-EXEC-09",
        "WWN-EXEC-10",
        "WWN-EXEC-11",
        "WWN-EXEC-12",
        "WWN-EXEC-13",
        "WWN-EXEC-14",
        "WWN-EXEC-15",
        "WWN-EXEC-16",
        "WWN-EXEC-17",
        "WWN-DMG-03",
        "WWN-DMG-04",
        "WWN-EXT-CHECK",
        "WWN-EXT-ATTR",
        "WWN-EXT-SAVE",
        "WWN-EXT-TRAITS",
    ),
    start={
        "mode": "ranged",
        "attr_mod": 1,
        "combat_skill": 2,
        "save_target": 12,
        "weapon_damage": "1d8",
        "precise": True,
        "target_hp": 20,
    },
    throws=(Throw("execution", "Roll it", execution),),
)
