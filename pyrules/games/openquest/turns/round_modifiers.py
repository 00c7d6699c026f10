"""The modifiers of the rolls of a round.

"Close Combat Modifiers", "Ranged Combat Modifiers" and the actions with modifiers of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ....engine.procedure import Modifier, if_any
from ..rolls.defense import again
from ..tables import FACTS
from .order_inputs import ACTIONS
from .round_inputs import EVENTS, NONE, OFFHAND_PARRY, SHIELDS, WAIT, Event
from .tracker import DODGE, PARRY, SET_WEAPON, UNARMED, UNARMED_COUNTER, Is, Round, Standing, cover, in_force

RETREAT, RANGED = "fighting_retreat", "ranged_attack"
WITHOUT_A_ROLL = (UNARMED_COUNTER, *(row["id"] for row in EVENTS.rows if row["kind"] == "free"))
PARRYING = {RETREAT: "OQ-MOV-09", "ready_weapon": "OQ-OTH-07", "shield_defence": "OQ-SHD-09"}
"""The rules of the actions that change parries."""


def modifiers(fight: Round, event: Event) -> tuple[Modifier, ...] | None:
    """The modifiers of the roll of an event in this state; None without a roll."""
    do, who = event.do, event.who or ""
    if do in WITHOUT_A_ROLL:
        return None
    if do == SET_WEAPON:  # the bonus belongs to the attack that the set weapon prepares
        return ()
    if do in (PARRY, DODGE):
        found = (*_to_defend(fight[who], do), *_prone(fight, who, "self_prone_penalty"))
        return tuple(one for one in found if one.value)
    target = event.target or ""
    if do == RANGED:
        aim = _aimed(fight, who, event)
        own, theirs = _prone(fight, who, "prone_shooter_penalty"), _prone(fight, target, "prone_target_penalty")
        return (*if_any(aim.label, aim.value, aim.rule), *own, *theirs, *_cover(fight, target))
    return _close(fight, who, do, target)


def _close(fight: Round, who: str, do: str, target: str) -> tuple[Modifier, ...]:
    """The modifiers of an attack up close, or of any other action."""
    if beside := EVENTS.find("id", do):
        own = if_any(beside["label"], beside["modifier"], beside["rule"])
    else:
        row = ACTIONS.row(do)
        own = if_any(row["label"], row["attack_modifier"], row["rule"])
        if not row["attacks"]:
            return own
    berserk = (FACTS.modifier("berserk_bonus"),) if fight[who].given.berserk and do != UNARMED else ()
    theirs = _prone(fight, target, "foe_prone_or_behind_bonus")
    return (*own, *berserk, *_prone(fight, who, "self_prone_penalty"), *theirs)


def _prone(fight: Round, who: str, number: str) -> tuple[Modifier, ...]:
    """The modifier of a prone combatant's roll, or of a foe's (OQ-CCM-02, OQ-CCM-04, OQ-RNM-10)."""
    return (FACTS.modifier(number),) if fight.holds(who, Is.PRONE) else ()


def _cover(fight: Round, target: str) -> tuple[Modifier, ...]:
    """The penalty on a shot from the target's set shield (OQ-SHD-06)."""
    if not fight.holds(target, Is.COVERED) or cover(fight, target) == NONE:
        return ()
    return if_any("Shield set", SHIELDS.row(cover(fight, target))["missile_cover"], "OQ-SHD-06")


def _aimed(fight: Round, who: str, event: Event) -> Modifier:
    """The bonus of aiming at this target, up to a modified skill of 100 % (OQ-RNG-02)."""
    held = fight.find(who, Is.AIMING)
    counts = held is not None and (event.target is None or held.to in ("", event.target))
    step = FACTS.modifier("aim_step", held.number if held and counts else 0)
    room = max(0, FACTS.number("aim_ceiling") - (fight[who].given.ranged or 0))
    return replace(step, value=min(step.value, room))


def _to_defend(s: Standing, do: str) -> Iterator[Modifier]:
    action = in_force(s) or WAIT
    schedule = action["schedule"]
    if schedule == "normal" and s.given.offhand_use == OFFHAND_PARRY:
        schedule = "extra_parry"
    yield again(schedule, do, s.defences)
    if do == PARRY and action["id"] == RETREAT and s.given.shield != NONE:
        row = SHIELDS.row(s.given.shield)
        larger = row["retreat_bonus"] != action["parry"]
        yield Modifier(action["label"], row["retreat_bonus"], "OQ-MOV-10" if larger else "OQ-MOV-09")
    elif do == PARRY and action["parry"]:
        yield Modifier(action["label"], action["parry"], PARRYING[action["id"]])
