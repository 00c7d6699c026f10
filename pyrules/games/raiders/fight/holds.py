"""Holds in a fight: grab, squeeze, slam, move, let go, go to the ground and stand up.

Chapter "Swords, Slings, and Arrows": Grapple. The fact `holds` has the mox of the grab as its number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ....engine.fight.acts import ANYBODY, FOE, Ask, FightAct, Here, Proposed
from ....engine.fight.events import Event, free, hold
from ....engine.fight.state import Held
from ....engine.inputs import Option
from ....engine.procedure import Roll
from ....engine.sheet.values import Values
from ..attack import wounds_of
from ..carry import LOADS
from ..hold import Hold
from ..lookup import lift_kg
from ..sheet.conditions import ACT
from ..tables import FACTS
from . import defenses
from .actions import action
from .strikes import PRONE, disarmed, out_of_reach, used
from .wounds import HOLDS, wounded

MOVE_CAPTIVE = "move_captive"


def held_now(here: Here) -> Held | None:
    """The actor's hold of the target."""
    return here.fact(HOLDS)


def is_holding(here: Here) -> bool:
    """Whether the actor holds the target."""
    return held_now(here) is not None


def mox_of_hold(here: Here) -> int:
    """The mox of the grab (RR-GRAB-02)."""
    held = held_now(here)
    return held.number if held else 0


def captives(here: Here) -> list[str]:
    """All whom the actor holds."""
    return [held.to for held in here.state.of(here.who) if held.id == HOLDS]


def _they(here: Here) -> Values:
    assert here.they is not None  # the act has a target
    return here.they


# The grab


def grab_inputs(here: Here) -> Mapping[str, Any]:
    """A new grab: the defense that is chosen, and the mass bonus at tables that give it to a grab (RR-MASS-03)."""
    mass = here.matchup["matchup.my_mass_bonus"] if here.table.get("bonus_on_initiate") else None
    bonus = {"bonus_hit": here.me["aim_bonus"] + mass} if mass else {}
    return {**defenses.inputs(here), "held_mox": None, **bonus}


def grabs(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """What the grab uses, and the hold with the mox of the grab (RR-GRAB-02)."""
    yield from used(here)
    yield from defenses.met(here)
    yield from defenses.aware(here)
    assert roll is not None  # a grab is rolled
    if roll.end.mox is not None:
        text = f"{here.actor.name}: holds {here.target.name} with mox {roll.end.mox}"
        yield Proposed(hold(Held(here.who, HOLDS, here.to, number=roll.end.mox)), text)


def taken(here: Here) -> Callable[[Hold], str]:
    """Whether the object is in the hand of the actor."""
    return lambda end: "Missed" if end.mox is None else "Taken"


def object_asks(here: Here) -> tuple[Ask, ...]:
    """The defense, and what the grab is for (RR-GRAB-05)."""
    weapons = _they(here).weapons()
    objects = [Option(str(index), one["name"] or "weapon") for index, one in enumerate(weapons)]
    return (*defenses.asks(here), Ask("object", "What is grabbed", tuple(objects) or (Option("0", "What is in hand"),)))


def grabs_object(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """What the grab uses, and the target without the object (RR-GRAB-05)."""
    yield from used(here)
    yield from defenses.met(here)
    yield from defenses.aware(here)
    assert roll is not None  # a grab is rolled
    if roll.end.mox is not None:
        yield disarmed(here, int(here.option(object_asks(here)[-1])))


# What a hold allows


def squeeze_inputs(here: Here) -> Mapping[str, Any]:
    """The hold as it is, and one round of it (RR-SQZ-01)."""
    return {"held_mox": mox_of_hold(here), "rounds": 1}


def squeezes(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The wounds of one squeeze: Brawn and the mox of the grab, less Protection (RR-SQZ-01)."""
    return wounded(here, wounds_of(mox_of_hold(here), here.me["brawn"], _they(here)["protection"]))


def slam_asks(here: Here) -> tuple[Ask, ...]:
    """How hard the place is (RR-SLAM-01, RR-SLAM-02)."""
    rows = FACTS.table("hardness").rows
    places = tuple(Option(row["id"], f"{row['label']} +{row['bonus']}", row["rule"]) for row in rows)
    corner = FACTS.number("sharp_corner_bonus")
    return (
        Ask("place", "Into", places),
        Ask("corner", "A sharp corner", (Option("no", "No"), Option("yes", f"Yes, +{corner}"))),
    )


def slam_inputs(here: Here) -> Mapping[str, Any]:
    """The hold and the place; a victim who is too heavy is slammed only if the table wants it so."""
    place, corner = slam_asks(here)
    heavy = {"victim_kg": None} if too_heavy(here) else {}
    known = {"mox": mox_of_hold(here), "warrior": None, "defense": None}
    return {**known, "hardness": int(here.option(place)), "sharp_corner": here.option(corner) == "yes", **heavy}


def too_heavy(here: Here) -> str:
    """Why the target cannot be slammed or thrown: its mass, if it is known (RR-MASS-04)."""
    mass, lift = _they(here)["mass"], lift_kg(here.me["brawn"])
    if mass is None or mass <= lift:
        return ""
    return f"{here.target.name} is too heavy: {here.actor.name} lifts {lift} kg and can only hold on."


def slams(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The wounds of the slam, and the end of the hold (RR-SLAM-01, RR-SLAM-03)."""
    assert roll is not None  # a slam has steps
    yield from wounded(here, roll.end.wounds)
    yield Proposed(free(here.who, HOLDS, here.to), f"{here.actor.name}: no longer holds {here.target.name}")


def lets_go(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The end of the hold."""
    yield Proposed(free(here.who, HOLDS, here.to), f"{here.actor.name}: lets go of {here.target.name}")


def knows_masses(here: Here) -> bool:
    """Whether the target's mass is known, so that the load can be weighed (RR-GRAB-03)."""
    return is_holding(here) and _they(here)["mass"] is not None


def is_carried(here: Here) -> bool:
    """Whether the actor can carry the target; if the mass is not known, the table says so (RR-GRAB-04)."""
    load = here.me["gear_kg"] + (_they(here)["mass"] or 0)
    return bool(load <= lift_kg(here.me["brawn"]))


def no_move(here: Here) -> str:
    """Why the captive is not moved further: the only space of this round is gone (RR-GRAB-04)."""
    if is_carried(here) or MOVE_CAPTIVE not in here.actor.did:
        return ""
    return f"{here.actor.name} has dragged a captive {FACTS.number('drag_spaces')} space this round already."


def moves(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The captive is carried, or dragged a space (RR-GRAB-04)."""
    way = next(one.label for one in LOADS if (one.id == "carry") == is_carried(here))
    text = f"{here.actor.name} with {here.target.name}: {way[:1].lower()}{way[1:]}"
    yield Proposed(Event("note", "", {"text": text}), text)


# The ground


def falls(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The actor goes to the ground with all whom it holds (RR-PRONE-01)."""
    for who in (here.who, *captives(here)):
        if not here.state.holds(who, PRONE):
            yield Proposed(hold(Held(who, PRONE)), f"{here.state[who].name}: prone")


def no_stand(here: Here) -> str:
    """Why the actor does not stand up: it is held (RR-PRONE-02)."""
    return "Nobody stands up while held: get free first." if here.me["is_grappled"] else ""


def stands(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The actor is on its feet (RR-PRONE-02)."""
    yield Proposed(free(here.who, PRONE), f"{here.actor.name}: stands up")


HOLDING = (
    action(
        "grab",
        at=FOE,
        calculator="grapple",
        roll="grab",
        offered=lambda here: not is_holding(here),
        why_not=out_of_reach,
        inputs=grab_inputs,
        figures=("p_grab",),
        asks=defenses.asks,
        follows=grabs,
    ),
    action(
        "grab_object",
        at=FOE,
        calculator="grapple",
        roll="grab",
        why_not=out_of_reach,
        inputs=grab_inputs,
        figures=("p_grab",),
        outcome=taken,
        asks=object_asks,
        follows=grabs_object,
    ),
    action(
        "squeeze",
        at=ANYBODY,
        calculator="grapple",
        roll=None,
        offered=is_holding,
        inputs=squeeze_inputs,
        figures=("squeeze_wounds",),
        ranked="squeeze_wounds",
        follows=squeezes,
    ),
    action(
        "slam",
        at=ANYBODY,
        calculator="slam",
        has_dice=False,
        offered=is_holding,
        why_not=too_heavy,
        inputs=slam_inputs,
        figures=("wounds",),
        ranked="wounds",
        asks=slam_asks,
        follows=slams,
    ),
    FightAct(
        id=MOVE_CAPTIVE,
        label="Carry or drag",
        rule="RR-GRAB-04",
        calculator="carry",
        roll=None,
        at=ANYBODY,
        bars=(ACT,),
        offered=knows_masses,
        why_not=no_move,
        figures=("mode",),
        follows=moves,
    ),
    FightAct(
        id="let_go",
        label="Let go",
        rule="RR-GRAB-02",
        at=ANYBODY,
        offered=is_holding,
        follows=lets_go,
    ),
    action(
        "fall_prone",
        label="Fall prone with the captive",
        bars=(ACT,),
        offered=lambda here: bool(captives(here)) and not here.holds(PRONE),
        follows=falls,
    ),
    action("stand", offered=lambda here: here.holds(PRONE), why_not=no_stand, follows=stands),
)
