"""Saving throws: a d20 against a target from level and attributes, or from Hit Dice.

The combat chapter uses saves (such as a Physical save against an execution) without defining them; the SRD does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.errors import MISSING_FIELD, InvalidInput, not_allowed
from ....engine.explain import Modifiers, no_lower, note
from ....engine.inputs import many, number
from ....engine.procedure import Modifier, Procedure, if_any, throw, total
from ..tables import FACTS
from .checks import SCALE, save_die

LEVEL = (1, FACTS.number("level_top"))


@dataclass(frozen=True, kw_only=True)
class Save:
    """A save with a known target, or a target from level or Hit Dice (WWN-EXT-SAVE)."""

    target: int | None = number(
        "Target", 1, 30, None, help="The save target, if you know it.", rule="WWN-EXT-SAVE", nullable=True
    )
    level: int | None = number(
        "Level",
        *LEVEL,
        None,
        help="A character's level, in place of the target.",
        rule="WWN-EXT-SAVE",
        nullable=True,
    )
    attr_mods: tuple[int, ...] = many(
        "Attribute modifiers",
        number("Modifier", *SCALE, help="One of the pair.", rule="WWN-EXT-ATTR", signed=True),
        0,
        2,
        (),
        help="With a level: the modifiers of the save's pair, of which the better counts; none for Luck.",
        rule="WWN-EXT-SAVE",
    )
    hit_dice: int | None = number(
        "Hit Dice",
        0,
        40,
        None,
        help="A creature's Hit Dice, in place of the target.",
        rule="WWN-EXT-SAVE",
        nullable=True,
    )
    roll_mod: int = number(
        "Roll modifier",
        -20,
        20,
        0,
        help="What else counts for or against the roll.",
        rule="WWN-EXT-SAVE",
        group="Circumstances",
        signed=True,
    )


def target_modifiers(level: int, attr_mods: tuple[int, ...] = ()) -> Modifiers:
    """The parts of a character's save target, which falls with level and with the better modifier of the pair."""
    better = max(attr_mods, default=0)
    return (
        _before("save_base"),
        Modifier(f"Level {level}", -level, "WWN-EXT-SAVE"),
        *if_any("Better modifier of the pair, taken off", -better, "WWN-EXT-ATTR"),
    )


def creature_modifiers(hit_dice: int) -> Modifiers:
    """The parts of a creature's save target."""
    each, least = FACTS.number("npc_save_hit_dice"), FACTS.number("npc_save_least")
    off = Modifier(f"{hit_dice} Hit Dice, 1 for each {each}", -(hit_dice // each), "WWN-EXT-SAVE")
    return no_lower(least, (_before("npc_save_base"), off), "WWN-EXT-SAVE")


def _before(name: str) -> Modifier:
    return Modifier("To start with", FACTS.number(name), "WWN-EXT-SAVE")


def _target_modifiers(a: Save) -> Modifiers:
    """The parts of the target, in the given way."""
    if a.target is not None:
        return (Modifier("As given", a.target, "WWN-EXT-SAVE"),)
    if a.level is not None:
        return target_modifiers(a.level, a.attr_mods)
    return creature_modifiers(a.hit_dice or 0)


def target_of(a: Save) -> int:
    """The save target."""
    return total(_target_modifiers(a))


def _check(a: Save) -> None:
    given = [name for name in ("target", "level", "hit_dice") if getattr(a, name) is not None]
    if not given:
        text = "Say one of target, level and Hit Dice: without any of them there is nothing to roll against."
        raise InvalidInput("target", MISSING_FIELD, None, text)
    if len(given) > 1:
        text = "Say only one of target, level and Hit Dice: each gives a target of its own."
        raise not_allowed(given[1], getattr(a, given[1]), text)


class Saved(NamedTuple):
    """The state of a saving throw."""

    success: bool = False


def save(a: Save) -> Procedure[Saved]:
    """One saving throw."""
    target = target_of(a)
    modifiers = (Modifier("Roll modifier", a.roll_mod, "WWN-EXT-SAVE"),) if a.roll_mod else ()
    return Procedure(
        Saved(),
        (
            throw(
                f"Save against {target}",
                save_die(target, a.roll_mod),
                lambda s, success: Saved(success),
                rule="WWN-EXT-SAVE",
                modifiers=modifiers,
                adds=modifiers,
                tell=lambda success, s: "saved" if success else "not saved",
            ),
        ),
        lambda s: "Saved" if s.success else "Failed",
    )


def explanation(a: Save) -> Procedure[Saved]:
    """The target, and the roll against it."""
    return save(a).explained(before=(note("Target", "WWN-EXT-SAVE", _target_modifiers(a), gives="target"),))


def _save(a: Save) -> dict[str, Any]:
    return {"target": target_of(a), "p_success": save(a).odds().p(lambda s: s.success)}


SAVE = Calculator(
    id="wwn.save",
    title="Saving throw",
    summary="The chance of a saving throw, from its target, a character's level, or a creature's Hit Dice.",
    inputs=Save,
    outputs=(
        out.percent("p_success", "saved", rule="WWN-EXT-SAVE", headline=True),
        out.figure("target", "target", rule="WWN-EXT-SAVE", headline=True),
    ),
    compute=_save,
    check=_check,
    start={"level": 3, "attr_mods": [1, 0]},
    rolls=(RollOption("save", "Roll it", save),),
    explain=explanation,
)
