"""Shots and throws, aiming at a target with a weapon, and loading.

Section "Ranged Combat Actions". The distance is the fact between the two; without it a shot is within range.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from ....engine.fight.acts import SELF, Ask, Here, Proposed
from ....engine.fight.durations import round_end
from ....engine.fight.lost import one_fewer, one_more
from ....engine.fight.state import Held
from ....engine.inputs import Option
from ....engine.procedure import Roll, counted
from ..rolls.defense import DODGE
from ..rolls.ranged_situation import options as wind_options
from ..rolls.results import NONE
from ..sheet.bindings import DISTANCE
from ..sheet.fields import CLOSE, RANGED
from ..sheet.matchup import SHIELD_PARRY, STOPPING_THROWS
from ..shooting.ranged_attack import aimed
from ..tables import FACTS
from . import reactions
from .acting import action, at_any_time
from .attacks import FIGURES, no_body, no_weapon
from .facts import AIMS, COVERS, DISARMED, MOVED, MOVED_BEFORE, SHIELD_SET, UNLOADED, apart, shield_of
from .lines import begins, ends, gets_through, hurt
from .mounts import capped

PARTS = {DODGE: "dodge", SHIELD_PARRY: "parry"}


def name_of(here: Here) -> str:
    """The name of the weapon."""
    return str(here.weapon["name"]) if here.weapon else ""


def is_ranged(here: Here) -> bool:
    """Whether the weapon shoots or is thrown."""
    return here.weapon is not None and here.weapon["skill"] == RANGED


def may_hurl(here: Here) -> bool:
    """Whether a close weapon may be thrown at a target out of reach; no natural one is (OQ-RNG-06, OQ-CC-14)."""
    weapon = here.weapon
    return weapon is not None and weapon["skill"] == CLOSE and not weapon["natural"] and apart(here) is not None


def is_thrown(here: Here) -> bool:
    """Whether the target may react: what comes is thrown by hand (OQ-RNG-13)."""
    return here.weapon is not None and bool(here.weapon["thrown"] or here.weapon["improvised"])


# Why not


def no_shot(here: Here) -> str:
    """Why nothing flies: the weapon is gone or not loaded, or the target has no body."""
    if why := no_weapon(here):
        return why
    for held in here.state.of(here.who):
        if held.note == name_of(here) and held.id == UNLOADED:
            return f"{held.note} is not loaded: {counted(held.number, 'round')} to go."
    return no_body(here)


# The reaction


def throw_asks(here: Here) -> tuple[Ask, ...]:
    """The target's reaction to what is thrown by hand (OQ-RNG-13, OQ-SHD-05)."""
    if not is_thrown(here) or here.they is None:
        return ()
    found = reactions.open_reactions(here)
    shield = shield_of(here.state, here.they, here.to)
    kinds = [DODGE] if DODGE in found else []
    kinds += [SHIELD_PARRY] if "parry" in found and shield in STOPPING_THROWS else []
    by_worth = sorted(kinds, key=lambda one: -_worth(here, one))
    options = [Option(one, f"{_label(one)} {max(0, _worth(here, one))} %", "OQ-RNG-13") for one in by_worth]
    return (Ask("defense", reactions.label_of(here), (*options, Option(NONE, "None", "OQ-RNG-14"))),)


def _label(kind: str) -> str:
    return str(FACTS.table("reactions").row(kind)["label"])


def _worth(here: Here, kind: str) -> int:
    return _skill(here, kind) + reactions.modifier_now(here, PARTS[kind])


def _skill(here: Here, kind: str) -> int:
    they: Any = here.they
    return int(they["dodge_skill" if kind == DODGE else "close_combat_skill"])


# The shot

WIND = Ask("wind", "Wind", wind_options("wind", NONE, "No strong wind", "OQ-RNM-01"))


def shot_asks(here: Here) -> tuple[Ask, ...]:
    """The target's reaction, and the wind (OQ-RNM-01)."""
    return (*throw_asks(here), WIND)


def shot_inputs(here: Here) -> Mapping[str, Any]:
    """The distance, the cover, the target's movement and shield, the aim, and the reaction."""
    given: dict[str, Any] = {"aim_rounds": min(50, rounds_aimed(here)), **capped(here, "skill_value")}
    given["situation.wind"] = here.option(WIND)
    if held := apart(here):
        given["situation.distance"] = held.number
    if covers := [one for one in COVERS if here.fact(one, back=True)]:
        given["situation.cover"] = covers[-1]
    given["situation.target_moved"] = min(1000, moved_since(here))
    given["situation.shield_set"] = here.state.holds(here.to, SHIELD_SET)
    if here.they is not None:
        given["situation.shield"] = shield_of(here.state, here.they, here.to)
    reaction = reactions.chosen(here, throw_asks(here))
    given["reaction"] = reaction
    if reaction != NONE:
        given["reaction_skill.mods"] = reactions.modifier_now(here, PARTS[reaction])
        given["reaction_skill.base"] = max(0, _skill(here, reaction))
    return given


def moved_since(here: Here) -> int:
    """How far the target has moved since the actor's last action (OQ-RNM-04, OQ-RNM-05).

    The skill at which the target moved in the last round tells who acted first; so do the places in an order by hand.
    """
    moved, before = here.state.number(here.to, MOVED), here.state.find(here.to, MOVED_BEFORE)
    if before is None:
        return moved
    place = here.target.place
    if found := re.search(r"\d+", before.note):
        place = (-int(found.group()),)
    return moved + (before.number if place > here.actor.place[: len(place)] else 0)


def rounds_aimed(here: Here) -> int:
    """The rounds of aiming at this target with this weapon (OQ-RNG-02, OQ-RNG-04)."""
    held = here.fact(AIMS)
    return held.number if held and held.note == name_of(here) else 0


def shoots(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The aim that is used, the damage, the fumbles, and what the weapon needs before the next shot (OQ-RNG-09)."""
    assert roll is not None  # a shot is rolled
    end = roll.end
    yield from reactions.defended(here, PARTS.get(end.reaction, end.reaction), end.reactions)
    yield from hurt(here, here.to, end.damage)
    if end.hits:
        yield from gets_through(here.state, here.to, missile=not is_thrown(here))
    yield from reactions.fumbled(here, end)
    yield from spends(here)


def spends(here: Here) -> Iterable[Proposed]:
    """What a shot leaves to do: loading, or another weapon in hand (OQ-RNG-09)."""
    weapon = here.weapon
    if weapon is None:
        return
    if weapon["thrown"] or weapon["improvised"]:
        away = one_more(here.state, here.who, DISARMED, name_of(here))
        yield begins(away, f"{here.actor.name}: {name_of(here)} is thrown")
    elif weapon["rate"] > 1:
        loading = Held(here.who, UNLOADED, number=weapon["rate"] - 1, note=name_of(here))
        yield begins(loading, f"{here.actor.name}: {name_of(here)}, {counted(weapon['rate'] - 1, 'round')} to load")


# Aiming and loading


def aims(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """One more round of aiming at the same target with the same weapon, or the first (OQ-RNG-02)."""
    rounds = rounds_aimed(here) + 1
    for held in here.state.of(here.who):
        if held.id == AIMS and (held.to, held.note) != (here.to, name_of(here)):
            yield ends(held, f"{here.actor.name}: no longer aims at {here.state[held.to].name}")
    plain = here.me["ranged_skill"] + (here.weapon["bonus"] if here.weapon else 0)
    bonus = aimed(plain, rounds).value
    text = f"{here.actor.name}: aims at {here.target.name}, +{bonus} % with {name_of(here)}"
    yield begins(Held(here.who, AIMS, here.to, number=rounds, note=name_of(here)), text)


def readies(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """A round of loading, or a weapon in hand again (OQ-RNG-09, OQ-OTH-06)."""
    asked = ready_ask(here)
    for held in here.state.of(here.who):
        if held.id in (UNLOADED, DISARMED) and f"{held.id}:{held.note}" == here.option(asked):
            done = "is in hand again"
            if held.id == UNLOADED:
                done = f"has {counted(held.number - 1, 'round')} to load" if held.number > 1 else "is loaded"
            yield Proposed(one_fewer(held), f"{here.actor.name}: {held.note} {done}")


def ready_ask(here: Here) -> Ask:
    """What is made ready."""
    found = [held for held in here.state.of(here.who) if held.id in (UNLOADED, DISARMED)]
    verbs = {UNLOADED: "Load", DISARMED: "Pick up"}
    options = tuple(Option(f"{one.id}:{one.note}", f"{verbs[one.id]}: {one.note}") for one in found)
    return Ask("what", "Makes ready", (*options, Option("other", "Draws another weapon", "OQ-OTH-06")))


def covers_up(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The shield is set against missiles, and the action waits (OQ-SHD-06)."""
    until = (round_end(max(1, here.state.round)),)
    yield begins(Held(here.who, SHIELD_SET, ends=until), f"{here.actor.name}: the shield is set against missiles")


def has_cover(here: Here) -> bool:
    """Whether the actor stands, with a shield that is large enough to cover against missiles (OQ-SHD-06)."""
    size = shield_of(here.state, here.me, here.who)
    return here.is_up and size != NONE and bool(FACTS.table("shields").row(size)["missile_cover"])


SHOTS = (
    action(
        "ranged_attack",
        label="Shoot or throw",
        calculator="ranged_attack",
        per_weapon=True,
        offered=is_ranged,
        why_not=no_shot,
        bindings=DISTANCE,
        inputs=shot_inputs,
        figures=FIGURES,
        ranked="mean",
        asks=shot_asks,
        follows=shoots,
    ),
    action(
        "hurl",
        label="Hurl",
        rule="OQ-RNG-06",
        calculator="ranged_attack",
        per_weapon=True,
        offered=may_hurl,
        why_not=no_shot,
        bindings=DISTANCE,
        inputs=shot_inputs,
        figures=FIGURES,
        asks=shot_asks,
        follows=shoots,
    ),
    action("aim", per_weapon=True, keeps=True, offered=is_ranged, why_not=no_shot, follows=aims),
)

READY = (
    action("ready_weapon", at=SELF, asks=lambda here: (ready_ask(here),), follows=readies),
    at_any_time(
        "set_shield",
        "Set the shield against missiles",
        "OQ-SHD-06",
        offered=lambda here: has_cover(here) and not here.state.holds(here.who, SHIELD_SET),
        follows=covers_up,
    ),
    at_any_time(
        "lower_shield",
        "Lower the shield",
        "OQ-SHD-06",
        offered=lambda here: here.is_up and here.state.holds(here.who, SHIELD_SET),
        follows=lambda here, roll: [
            ends(held, f"{here.actor.name}: the shield is lowered")
            for held in here.state.of(here.who)
            if held.id == SHIELD_SET
        ],
    ),
)
