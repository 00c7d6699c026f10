"""Executions: an attack on an unsuspecting victim, the save against it, and its result.

Section "Execution Attacks".
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption, SheetChange
from ....engine.explain import as_note, no_lower, note
from ....engine.procedure import Modifier, Procedure, Step, counted, if_any, settle, throw, total
from ..checks.checks import Check, Modifiers, check_die, check_modifiers, save_chance, save_die
from ..tables import FACTS
from .execution_setup import Execution, refuse_impossible

FALLEN = FACTS.table("conditions").options()
UNCONSCIOUS = "unconscious"


class Struck(NamedTuple):
    """The state of an execution. `at_once` is True for a hit without Veteran's Luck."""

    at_once: bool = True
    hit: bool = True
    saved: bool = False
    damage: int = 0


def difficulty(a: Execution) -> int | None:
    """The difficulty of a ranged execution; None in melee, which needs no check."""
    return int(FACTS.table("range_bands").row(a.range_band)["difficulty"]) if a.mode == "ranged" else None


def penalty_modifiers(a: Execution) -> Modifiers:
    """The modifiers that make the save harder; an untrained attacker does not make it easier (ruling, WWN-EXEC-14)."""
    return (
        Modifier("Attacker's skill", -max(0, a.combat_skill), "WWN-EXEC-14"),
        *((FACTS.modifier("precise_save_penalty"),) if a.precise else ()),
    )


def save_modifiers(a: Execution) -> Modifiers:
    """The modifiers of the target's save."""
    return (*penalty_modifiers(a), *if_any("Modifier to the save", a.save_mod, "WWN-EXT-SAVE"))


def save_penalty(a: Execution) -> int:
    """The total penalty of the save."""
    return -total(penalty_modifiers(a))


def damage_modifiers(a: Execution) -> Modifiers:
    """The parts of the highest damage: highest roll, bonuses, and multiplication (ruling, WWN-EXEC-16)."""
    once = (
        Modifier(f"Highest roll of {a.weapon_damage}", a.weapon_damage.maximum, "WWN-EXEC-16"),
        Modifier("Attribute", a.attr_mod, "WWN-EXEC-16"),
        *if_any("Bonus to damage", a.damage_bonus, "WWN-EXEC-16"),
    )
    hurt = no_lower(0, once, "WWN-EXEC-16")
    if not a.precise:
        return hurt
    precise = FACTS.fact("precise_damage_factor")
    return (*hurt, Modifier(f"{precise.label} {precise.value}", total(hurt) * (precise.value - 1), precise.rule))


def max_damage(a: Execution) -> int:
    """The damage to a target with a successful save."""
    return total(damage_modifiers(a))


def felled_status(a: Execution) -> str:
    """The condition of a target with a failed save. An incapacitated target cannot be spared (WWN-EXEC-17)."""
    if a.nonlethal and not a.incapacitated:
        return UNCONSCIOUS
    return str(FACTS.table("target_kinds").row(a.target_kind)["at_zero"])


def execution(a: Execution) -> Procedure[Struck]:
    """The procedure: the shot if it is ranged, the save, and the damage after a successful save."""
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
    """The check of a ranged execution, and the reroll of Veteran's Luck (WWN-EXEC-13)."""
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
    """Whether the target goes down, by the failed save or by damage."""
    return s.hit and (not s.saved or s.damage >= a.target_hp)


def _sheet_change(a: Execution, s: Struck) -> SheetChange:
    """The damage after a successful save, or the condition after a failed save (WWN-EXEC-15, WWN-EXEC-16)."""
    if not s.hit or s.saved:
        return SheetChange(s.damage)
    if felled_status(a) == UNCONSCIOUS:
        return SheetChange(conditions={UNCONSCIOUS: True})
    return SheetChange(left={"hit_points": 0})


def _outcome(a: Execution, s: Struck) -> str:
    if not s.hit:
        return "Missed"
    if not s.saved:
        return "Felled"
    return "Dropped by the damage" if drops(a, s) else "Highest damage, still up"


def explanation(a: Execution) -> Procedure[Struck]:
    """The procedure, with the difficulty, the effect of a failed save, and who is down."""
    whole = execution(a)
    *shot, save, damage = whole.steps
    armor = note("AC plays no part", "WWN-EXEC-07")
    after = _helpless_explanation(a, damage) if a.incapacitated else _save_explanation(a, save, damage)
    after = (*after, _down_explanation(a, after[-1]))
    if shot and not shot[0].die(whole.start).p(bool):  # the page shows the figures of a hit even if no hit is possible
        after = tuple(map(as_note, after))
    return Procedure(whole.start, (*_aim(a), *shot, armor, *after), str)


def _save_explanation(a: Execution, save: Step[Struck], damage: Step[Struck]) -> tuple[Step[Struck], ...]:
    penalty = note("Penalty to the save", "WWN-EXEC-14", _penalty(a), when=save.when)
    others = save.modifiers[len(penalty_modifiers(a)) :]
    return (penalty, replace(save, rule="WWN-EXT-SAVE", modifiers=others), _felled_explanation(a), damage)


def _penalty(a: Execution) -> Modifiers:
    """The parts of the penalty as the answer shows it, without the minus."""
    return tuple(replace(one, value=-one.value) for one in penalty_modifiers(a))


def _helpless_explanation(a: Execution, damage: Step[Struck]) -> tuple[Step[Struck], ...]:
    """Only the hit matters; the page still shows the figures of a save."""
    return (
        note("No save: the target is incapacitated", "WWN-EXEC-17", also=("WWN-EXT-SAVE",)),
        _felled_explanation(a),
        note("Penalty, had there been a save", "WWN-EXEC-14", _penalty(a)),
        note("Highest damage, had a save been made", damage.rule, damage.modifiers),
    )


def _felled_explanation(a: Execution) -> Step[Struck]:
    fallen = next(option for option in FALLEN if option.id == felled_status(a))
    rule = "WWN-EXEC-17" if a.incapacitated else "WWN-EXEC-15"
    return note(f"Felled: {fallen.label}", rule, also=("WWN-EXEC-15",), when=lambda s: s.hit and not s.saved)


def _down_explanation(a: Execution, damage: Step[Struck]) -> Step[Struck]:
    fate = "down" if max_damage(a) >= a.target_hp else "still up"
    label = f"Saved: {max_damage(a)} damage against {counted(a.target_hp, 'hit point')}, {fate}"
    return note(label, "WWN-DMG-04", when=damage.when)


def _aim(a: Execution) -> tuple[Step[Struck], ...]:
    needed = difficulty(a)
    if needed is None:
        return (note("In melee it cannot miss", "WWN-EXEC-08", also=("WWN-EXEC-09",)),)
    row = FACTS.table("range_bands").row(a.range_band)
    return (note(f"{row['label']}: difficulty {needed}", row["rule"], also=("WWN-EXEC-09",), gives="dc"),)


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
        out.percent("p_target_dropped", "target down", rule="WWN-DMG-04", headline=True),
        out.percent("p_felled", "felled", rule="WWN-EXEC-15", headline=True),
        out.word("felled_status", "if felled", FALLEN, rule="WWN-EXEC-15", headline=True),
        out.percent("p_hit", "The attack hits", rule="WWN-EXEC-07"),
        out.percent("p_miss", "It misses", rule="WWN-EXEC-07"),
        out.percent("p_max_damage", "Saved: highest damage", rule="WWN-EXEC-16"),
        out.figure("max_damage", "Highest damage", rule="WWN-EXEC-16"),
        out.flag("max_damage_drops", "Highest damage drops the target", rule="WWN-DMG-04"),
        out.percent("p_save", "The save succeeds", rule="WWN-EXT-SAVE"),
        out.figure("save_penalty", "Penalty to the save", rule="WWN-EXEC-14"),
        out.figure("dc", "Difficulty of the check", rule="WWN-EXEC-09"),
        out.percent("p_check", "The check succeeds", rule="WWN-EXEC-09"),
    ),
    compute=_values,
    check=refuse_impossible,
    also=("WWN-EXEC-05", "WWN-EXEC-06"),
    start={
        "mode": "ranged",
        "attr_mod": 1,
        "combat_skill": 2,
        "save_target": 12,
        "weapon_damage": "1d8",
        "precise": True,
        "target_hp": 20,
    },
    rolls=(RollOption("execution", "Roll it", execution, change=_sheet_change),),
    explain=explanation,
)
