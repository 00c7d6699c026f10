"""The rules of the round tracker: what each combatant may still do, and with which modifier.

"Combat Actions", with their rules on reactions, shields, aim and set weapons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from ....engine.inputs import Option
from ....engine.procedure import Modifier, if_any
from ..rolls.defense import again
from ..tables import FACTS
from .order_inputs import ACTIONS, CLOSE_ATTACK, DELAY
from .round_inputs import DEFENCELESS, EVENTS, NONE, OFFHAND_BONUS, OFFHAND_PARRY, SHIELDS, WAIT, Event, Tracked

PARRY, DODGE, UNARMED_COUNTER = "parry", "dodge", "unarmed_counter"
SET_SHIELD = "set_shield"
AIM, SET_WEAPON, UNARMED, RETREAT, RANGED = "aim", "set_weapon", "unarmed_attack", "fighting_retreat", "ranged_attack"

PARRYING = {RETREAT: "OQ-MOV-09", "ready_weapon": "OQ-OTH-07", "shield_defence": "OQ-SHD-09"}
"""The rules of the actions that change parries."""

REFUSALS = {
    option.id: option
    for option in (
        Option("lost_round", "lost this round", "OQ-FUM-05"),
        Option("surrendered", "has surrendered", "OQ-SURR-01"),
        Option("surprised", "surprised", "OQ-SUR-06"),
        Option("second_action", "has acted already", "OQ-PHY-03"),
        Option("not_declared", "declared something else", "OQ-RND-02"),
        Option("berserk", "berserk", "EXT-18"),
        Option("already_defended", "has defended already", "OQ-DEF-18"),
        Option("wrong_shield", "has not the shield for it", "OQ-CC-09"),
        Option("not_ready", "weapon not ready", "OQ-ACT-13"),
        Option("no_offhand", "the off hand is not for that", "OQ-TWO-01"),
        Option("second_bonus", "has had the bonus attack", "OQ-TWO-01"),
        Option("main_not_normal", "only after a plain close attack", "OQ-TWO-05"),
        Option("defenceless", "surprised and defenseless", "OQ-SUR-07"),
        Option("defence_given_up", "has given up defense", "OQ-DEF-18"),
        Option("dodge_only", "may only dodge", "OQ-DEF-18"),
        Option("too_far", "farther than the free move", "OQ-MOV-01"),
        Option("not_set", "no weapon set", "OQ-CC-15"),
        Option("bolting", "the mount bolts", "OQ-MNT-07"),
    )
}


class Standing(NamedTuple):
    """A combatant's state in the round."""

    prone: bool
    ready: bool
    aim: int
    weapon_set: bool
    acted: str | None = None
    bonus_used: bool = False
    defences: int = 0
    moved: int = 0
    surrendered: bool = False
    delayed: bool = False
    aim_at: str | None = None
    cover: str = NONE
    """The size of the shield that is set against missiles."""


def at_first(c: Tracked) -> Standing:
    """The state at the start; setting a shield delays the action (OQ-SHD-06)."""
    cover = c.shield if c.shield_set else NONE
    return Standing(c.prone, c.ready, c.aim, c.weapon_set, delayed=c.shield_set, aim_at=c.aim_at, cover=cover)


def in_force(c: Tracked, s: Standing) -> dict[str, Any] | None:
    """The action that decides the reactions: the one done, or else the one declared."""
    action = s.acted or c.declared
    return ACTIONS.row(action) if action else None


# Refusals, in the order in which they are checked.


def _action(c: Tracked, s: Standing, do: str, event: Event) -> Iterator[tuple[bool, str]]:
    row = ACTIONS.row(do)
    yield s.surrendered, "surrendered"
    yield c.surprised != NONE, "surprised"
    yield c.mount_bolts, "bolting"
    yield s.acted is not None or (s.delayed and do == DELAY), "second_action"
    yield c.declared not in (None, do) and not (c.declared == DELAY and s.delayed), "not_declared"
    yield c.berserk and do == "cast_spell", "berserk"
    yield s.defences > 0 and row["reactions"] == "none", "already_defended"
    yield bool(row["shields"]) and c.shield not in row["shields"], "wrong_shield"
    yield not s.ready and needs_weapon(do), "not_ready"


def needs_weapon(do: str) -> bool:
    """Whether an action needs a ready weapon: every attack, setting a weapon, and aiming."""
    return do in (AIM, SET_WEAPON) or ACTIONS.row(do)["attacks"] > 0


def _bonus_attack(c: Tracked, s: Standing, do: str, event: Event) -> Iterator[tuple[bool, str]]:
    yield s.surrendered, "surrendered"
    yield c.surprised != NONE, "surprised"
    yield c.offhand_use != OFFHAND_BONUS or not (c.two_weapons or c.shield != NONE), "no_offhand"
    yield s.bonus_used, "second_bonus"
    yield s.acted != CLOSE_ATTACK, "main_not_normal"


def _reaction(c: Tracked, s: Standing, do: str, event: Event) -> Iterator[tuple[bool, str]]:
    action = in_force(c, s)
    left = action["reactions"] if action else "all"
    yield c.surprised == DEFENCELESS, "defenceless"
    yield c.berserk, "berserk"
    yield left == "none", "defence_given_up"
    yield (left == "dodge_only" or c.mount_bolts) and do == PARRY, "dodge_only"


def _move(c: Tracked, s: Standing, do: str, event: Event) -> Iterator[tuple[bool, str]]:
    yield s.moved + event.metres > c.move_rate, "too_far"


def _unarmed_counter(c: Tracked, s: Standing, do: str, event: Event) -> Iterator[tuple[bool, str]]:
    yield s.surrendered, "surrendered"
    yield c.surprised != NONE, "surprised"
    yield s.acted is not None, "second_action"


def _set_shield(c: Tracked, s: Standing, do: str, event: Event) -> Iterator[tuple[bool, str]]:
    yield s.surrendered, "surrendered"
    yield c.surprised != NONE, "surprised"
    yield c.mount_bolts, "bolting"
    yield s.acted is not None or s.cover != NONE, "second_action"
    yield c.shield == NONE or not SHIELDS.row(c.shield)["missile_cover"], "wrong_shield"


def _set_attack(c: Tracked, s: Standing, do: str, event: Event) -> Iterator[tuple[bool, str]]:
    yield s.surrendered, "surrendered"
    yield c.surprised != NONE, "surprised"
    yield not s.weapon_set, "not_set"


def _surrender(c: Tracked, s: Standing, do: str, event: Event) -> Iterator[tuple[bool, str]]:
    yield c.berserk, "berserk"


REFUSING: dict[str, Callable[[Tracked, Standing, str, Event], Iterator[tuple[bool, str]]]] = {
    "bonus_attack": _bonus_attack,
    PARRY: _reaction,
    DODGE: _reaction,
    UNARMED_COUNTER: _unarmed_counter,
    "move": _move,
    "set_attack": _set_attack,
    SET_SHIELD: _set_shield,
    "surrender": _surrender,
}


def refusal(c: Tracked, s: Standing, event: Event) -> str | None:
    """Why this is not possible now; None if it is."""
    if c.lost_round and event.do != "surrender":
        return "lost_round"
    asked = REFUSING.get(event.do, _action)
    return next((reason for holds, reason in asked(c, s, event.do, event) if holds), None)


# Modifiers.


def modifiers(c: Tracked, s: Standing, event: Event, target: Standing | None = None) -> tuple[Modifier, ...] | None:
    """The modifiers of the roll; None without a roll.

    `target` is the state of the event's target, if the event names one.
    """
    do = event.do
    if do in (PARRY, DODGE):
        return tuple(one for one in (*_to_defend(c, s, do), *_prone(s, "self_prone_penalty")) if one.value)
    if do in ("move", "surrender", UNARMED_COUNTER, SET_SHIELD):
        return None
    if do == RANGED:
        aim = _aim(c, s, event)
        own = _prone(s, "prone_shooter_penalty")
        return (*if_any(aim.label, aim.value, aim.rule), *own, *_prone(target, "prone_target_penalty"), *_cover(target))
    if do == SET_WEAPON:  # the bonus belongs to the attack that the set weapon prepares
        return ()
    row, value = _row(do), "modifier" if do in REFUSING else "attack_modifier"
    close = do in REFUSING or row["attacks"] > 0
    prone = (*_prone(s, "self_prone_penalty"), *_prone(target, "foe_prone_or_behind_bonus")) if close else ()
    berserk = (FACTS.modifier("berserk_bonus"),) if c.berserk and close and do != UNARMED else ()
    return (*if_any(row["label"], row[value], row["rule"]), *berserk, *prone)


def _prone(s: Standing | None, number: str) -> tuple[Modifier, ...]:
    """The modifier of a prone combatant's roll, or of a foe's (OQ-CCM-02, OQ-CCM-04, OQ-RNM-10)."""
    return (FACTS.modifier(number),) if s is not None and s.prone else ()


def _cover(target: Standing | None) -> tuple[Modifier, ...]:
    """The penalty on a shot from the target's set shield (OQ-SHD-06)."""
    if target is None or target.cover == NONE:
        return ()
    return if_any("Shield set", SHIELDS.row(target.cover)["missile_cover"], "OQ-SHD-06")


def _aim(c: Tracked, s: Standing, event: Event) -> Modifier:
    """The bonus of aiming at this target, up to a modified skill of 100 % (OQ-RNG-02)."""
    aimed = event.target is None or s.aim_at is None or event.target == s.aim_at
    step = FACTS.modifier("aim_step", s.aim if aimed else 0)
    room = max(0, FACTS.number("aim_ceiling") - (c.ranged or 0))
    return replace(step, value=min(step.value, room))


def _row(do: str) -> dict[str, Any]:
    return EVENTS.row(do) if do in REFUSING else ACTIONS.row(do)


def _to_defend(c: Tracked, s: Standing, do: str) -> Iterator[Modifier]:
    action = in_force(c, s) or WAIT
    schedule = action["schedule"]
    if schedule == "normal" and c.offhand_use == OFFHAND_PARRY:
        schedule = "extra_parry"
    yield again(schedule, do, s.defences)
    if do == PARRY and action["id"] == RETREAT and c.shield != NONE:
        row = SHIELDS.row(c.shield)
        larger = row["retreat_bonus"] != action["parry"]
        yield Modifier(action["label"], row["retreat_bonus"], "OQ-MOV-10" if larger else "OQ-MOV-09")
    elif do == PARRY and action["parry"]:
        yield Modifier(action["label"], action["parry"], PARRYING[action["id"]])


# Changes.


def after(c: Tracked, s: Standing, event: Event) -> Standing:
    """The state after an event.

    Any other action ends aim and a set weapon (OQ-RNG-04, OQ-CC-15). A combatant who delays keeps the action (OQ-
    OTH-02); an unarmed counter uses it (OQ-UN-04). A shield stays set until its bearer acts (OQ-SHD-06).
    """
    do = event.do
    if do == "move":
        return s._replace(moved=s.moved + event.metres, weapon_set=s.weapon_set and not event.metres)
    if do == "surrender":
        return s._replace(surrendered=True)
    if do == DELAY:
        return s._replace(delayed=True)
    if do == SET_SHIELD:
        return s._replace(delayed=True, cover=c.shield, aim=0, aim_at=None, weapon_set=False)
    spent = _aiming(s, event)._replace(weapon_set=do == SET_WEAPON)
    if do in (PARRY, DODGE):
        return spent._replace(defences=s.defences + 1)
    if do == "bonus_attack":
        return spent._replace(bonus_used=True)
    if do == "set_attack":
        return spent
    if do == UNARMED_COUNTER:
        return spent._replace(acted=UNARMED, cover=NONE)
    return spent._replace(
        acted=do,
        cover=NONE,
        prone=s.prone != (do == "change_stance"),
        ready=s.ready or do == "ready_weapon",
    )


def _aiming(s: Standing, event: Event) -> Standing:
    """The rounds of aim: one more at the same target, 1 at another, 0 after any other action."""
    if event.do != AIM:
        return s._replace(aim=0, aim_at=None)
    other = event.target is not None and s.aim_at is not None and event.target != s.aim_at
    return s._replace(aim=1 if other else s.aim + 1, aim_at=event.target or s.aim_at)


def may_act(c: Tracked, s: Standing) -> bool:
    """Whether a combatant still has an action."""
    return s.acted is None and not (s.surrendered or c.lost_round or c.mount_bolts or c.surprised != NONE)
