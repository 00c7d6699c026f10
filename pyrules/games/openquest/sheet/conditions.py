"""Conditions of a character: what they prevent, and what they add to a roll.

The table of conditions says who may act, parry and dodge. The modifier for lying on the ground depends on who lies
there.
"""

from __future__ import annotations

from collections.abc import Callable

from ....engine.inputs import Option, choice, number
from ....engine.procedure import Modifier, total
from ....engine.sheet.derived import Derived, derived, hidden_toggle
from ....engine.sheet.values import Values, Weapon
from ..rolls.defense import BEST, DEFENSES, DODGE, PARRY
from ..rolls.results import NONE
from ..skills.skill import MODIFIER
from ..spirits.possession import KINDS as POSSESSIONS
from ..tables import FACTS
from ..turns.round_inputs import SURPRISES
from .fields import CONDITIONS

PRONE, HELPLESS, MORTAL_WOUND, BERSERK, AIMING = "prone", "helpless", "mortal_wound", "berserk", "aiming"
SURPRISED, LOST_ROUND, HELD, GIVEN_UP = "defend_only", "lost_round", "held", "no_defense"
WEAPON_SET, SHIELD_SET, NO_CREDIT, UNCOWED = "weapon_set", "shield_set", "credibility_lost", "immune"
DEFENSELESS = "defenceless"

ACTS, PARRIES, DODGES = "acts", "parries", "dodges"  # columns of the table


DOWN = ("dead", "unconscious", "stabilized")
"""The states after a mortal wound, the worst first."""

_STATES = FACTS.table("wound_states")
WOUNDS = tuple(
    Option(row["id"], f"{row['label']}: {row['does']}".rstrip("."), row["rule"])
    for row in _STATES.rows
    if row["id"] not in ("prisoner", "fortune")
)


def held_now(v: Values) -> tuple[str, ...]:
    """The conditions; 0 or fewer hit points are a mortal wound unless another state replaces it (OQ-DAM-05)."""
    held: tuple[str, ...] = tuple(v["conditions"])
    mortal = v["hit_points"] <= 0 and not any(one in held for one in (MORTAL_WOUND, *DOWN))
    return (MORTAL_WOUND, *held) if mortal else held


def wound(v: Values) -> str:
    """The wound that follows from hit points and conditions."""
    held = held_now(v)
    down = next((one for one in DOWN if one in held), None)
    if down is not None:
        return down
    if MORTAL_WOUND in held:
        return "mortal"
    return "minor" if v["hit_points"] < v["hit_points_max"] else "ok"


def barred_by(v: Values, column: str) -> str:
    """The condition that prevents an action, parry or dodge; empty without one."""
    rows = (CONDITIONS.row(one) for one in held_now(v))
    return next((row["label"] for row in rows if not row[column]), "")


def holds(condition: str) -> Callable[[Values], bool]:
    """Whether a condition holds."""
    return lambda v: condition in held_now(v)


def defence(v: Values) -> str:
    """The reactions left to a character (OQ-DEF-18, OQ-SUR-06)."""
    parries, dodges = not barred_by(v, PARRIES), not barred_by(v, DODGES)
    if parries and dodges:
        return BEST
    return PARRY if parries else DODGE if dodges else NONE


def close_modifiers(v: Values) -> tuple[Modifier, ...]:
    """The modifier of a Close Combat roll from the character's conditions (OQ-CCM-04, EXT-18)."""
    return tuple(
        FACTS.modifier(name)
        for condition, name in ((PRONE, "self_prone_penalty"), (BERSERK, "berserk_bonus"))
        if condition in held_now(v)
    )


def _sum_if(name: str, condition: str) -> Callable[[Values], int]:
    return lambda v: FACTS.number(name) if condition in held_now(v) else 0


def _surprise(v: Values) -> str:
    found = (one for one in (DEFENSELESS, SURPRISED) if one in held_now(v))
    return next(found, NONE)


def _possession(v: Values) -> str | None:
    return next((option.id for option in POSSESSIONS.options() if option.id in held_now(v)), None)


def _flag(name: str, label: str, rule: str, *conditions: str) -> Derived:
    """A condition, or one of several, as a calculator's switch."""
    return hidden_toggle(
        name, label, rule, lambda v: any(one in held_now(v) for one in conditions), help="From the conditions."
    )


def _modifier(name: str, label: str, rule: str, compute: Callable[[Values], int]) -> Derived:
    declared = number(label, *MODIFIER, help="From the conditions.", rule=rule, unit="%", signed=True)
    return derived(name, declared, compute, visible=False)


OF_CONDITIONS = (
    derived(
        "defence",
        choice("Defense", DEFENSES, help="What the conditions leave of it.", rule="OQ-DEF-18"),
        defence,
        visible=False,
    ),
    derived(
        "surprise",
        choice("Surprised", SURPRISES, help="From the conditions.", rule="OQ-SUR-06"),
        _surprise,
        visible=False,
    ),
    derived(
        "possession",
        choice("Possession", POSSESSIONS.options(), help="From the conditions.", rule="OQ-POS-01"),
        _possession,
        visible=False,
    ),
    derived(
        "aim_rounds",
        number("Rounds of aiming", 0, 1, help="From the conditions: one.", rule="OQ-RNG-02"),
        lambda v: int(AIMING in held_now(v)),
        visible=False,
    ),
    _modifier("close_mods", "Own state", "OQ-CCM-10", lambda v: total(close_modifiers(v))),
    _modifier(
        "bare_mods", "Own state", "OQ-CCM-10", _sum_if("self_prone_penalty", PRONE)
    ),  # berserk: armed attacks only
    _modifier("defence_mods", "Defending prone", "OQ-CCM-04", _sum_if("self_prone_penalty", PRONE)),
    _modifier("talk_mods", "Own state", "OQ-FAST-13", _sum_if("credibility_lost_penalty", NO_CREDIT)),
    _modifier("berserk_mods", "Berserk", "EXT-18", _sum_if("berserk_bonus", BERSERK)),
    _flag("is_prone", "Prone", "OQ-MOV-03", PRONE),
    _flag("is_helpless", "Helpless", "OQ-CCM-01", HELPLESS, MORTAL_WOUND, *DOWN),  # unconscious only: OQ-HEAL-06
    _flag("is_berserk", "Berserk", "EXT-18", BERSERK),
    _flag("is_surprised", "Surprised", "OQ-SUR-06", SURPRISED, DEFENSELESS),
    _flag("is_uncowed", "Immune to threats", "OQ-INT-08", UNCOWED),
    _flag("has_lost_round", "Confused", "OQ-FUM-05", LOST_ROUND),
    _flag("has_given_up_defense", "Defense given up", "OQ-DEF-18", GIVEN_UP),
    _flag("has_set_weapon", "Weapon set", "OQ-CC-15", WEAPON_SET),
    _flag("has_set_shield", "Shield set", "OQ-SHD-06", SHIELD_SET),
    _flag("has_lost_credibility", "Credibility lost", "OQ-FAST-13", NO_CREDIT),
)
"""Derived values that only calculators use."""


# Blocked acts


def cannot_act(v: Values) -> str:
    """Why this character has no action."""
    return _not_now(barred_by(v, ACTS))


def cannot_parry(v: Values) -> str:
    """Why this character cannot parry."""
    return _not_now(barred_by(v, PARRIES))


def cannot_dodge(v: Values) -> str:
    """Why this character cannot dodge."""
    return _not_now(barred_by(v, DODGES))


def cannot_cast(v: Values) -> str:
    """Why this character cannot cast a spell; a berserk character cannot (EXT-18)."""
    return cannot_act(v) or _not_now(CONDITIONS.row(BERSERK)["label"] if BERSERK in held_now(v) else "")


def cannot_strike(w: Weapon) -> str:
    """Why this weapon cannot be used."""
    return cannot_act(w.owner)


def _not_now(condition: str) -> str:
    if condition == CONDITIONS.row(MORTAL_WOUND)["label"]:
        return f"Not now: {condition}, dead unless saved before the next round is over."
    return f"Not now: {condition}." if condition else ""
