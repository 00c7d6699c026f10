"""The saddle in a fight: the pace of a mount, and a mount that is not used to combat.

Section "Mounted Combat". A mount is no fighter of its own; what it does to rolls stands in `mounts.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ....engine.fight.acts import Ask, Here, Proposed
from ....engine.fight.declared import Due
from ....engine.fight.events import Event, free
from ....engine.fight.fighter_rules import FighterRules
from ....engine.fight.fighters import FightState
from ....engine.fight.state import Held
from ....engine.inputs import Option
from ....engine.procedure import Roll, counted
from .acting import at_any_time
from .facts import MOUNT_PACE, MOUNT_TESTED, MOUNTED, SPRINTING, UNTRAINED_MOUNT, now, this_round
from .lines import begins, ends, lost

PACES = (20, 10, 15, 25, 30, 40)
"""The paces of mounts, with that of most beasts of the bestiary with four legs first."""
TRAINED, UNTRAINED = "trained", "untrained"

PACE = Ask("pace", "The mount moves", tuple(Option(str(one), counted(one, "meter"), "OQ-MNT-04") for one in PACES))
TRAINING = Ask(
    "training",
    "The mount is",
    (
        Option(TRAINED, "Trained for combat", "OQ-MNT-09"),
        Option(UNTRAINED, "Not used to combat: a Riding test each round", "OQ-MNT-06"),
    ),
)


def pace(here: Here) -> int:
    """How far the actor moves in a round: as far as the mount, if it is known (OQ-MNT-04)."""
    mounts = here.state.number(here.who, MOUNT_PACE) if here.me["is_mounted"] else 0
    return mounts or int(here.me["movement"])


def mounts(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """In the saddle of a mount with this pace (OQ-MNT-04, OQ-MNT-06)."""
    name, far = here.actor.name, int(here.option(PACE))
    if not here.state.holds(here.who, MOUNTED):
        yield begins(Held(here.who, MOUNTED), f"{name}: mounted")
    yield begins(Held(here.who, MOUNT_PACE, number=far), f"{name}: the mount moves {counted(far, 'meter')}")
    held = here.state.find(here.who, UNTRAINED_MOUNT)
    if here.option(TRAINING) == UNTRAINED:
        yield begins(Held(here.who, UNTRAINED_MOUNT), f"{name}: the mount is not used to combat")
    elif held:
        yield ends(held, f"{name}: the mount is trained for combat")


def dismounts(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """On foot."""
    for held in here.state.of(here.who):
        if held.id == MOUNTED:
            yield ends(held, f"{here.actor.name}: on foot")


def left_behind(after: FightState) -> Iterator[Event]:
    """What is known of a mount ends with the ride."""
    for held in after.held:
        if held.id in (MOUNT_PACE, UNTRAINED_MOUNT, MOUNT_TESTED) and not after.holds(held.who, MOUNTED):
            yield free(held.who, held.id)


# Not used to combat


def must_test(rules: FighterRules, state: FightState, who: str) -> bool:
    """Whether the rider is up and has a Riding test of this round to make (OQ-MNT-06)."""
    rides = state.begun and state.holds(who, UNTRAINED_MOUNT) and not rules.is_down(state, who)
    return rides and not state.holds(who, MOUNT_TESTED)


def test_inputs(here: Here) -> Mapping[str, Any]:
    """One round on a mount that is not used to combat; the skill with a weapon does not matter."""
    return {"trained": False, "rounds": 1, "skill.base": here.me["riding_skill"]}


def tested(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The mount obeys in this round, or bolts: the rider loses the action and only dodges (OQ-MNT-07, OQ-MNT-08)."""
    assert roll is not None  # Riding is rolled
    name, round_now = here.actor.name, now(here.state)
    obeys = bool(roll.end)
    text = f"{name}: the mount {'obeys' if obeys else 'bolts'} in round {round_now}"
    yield begins(this_round(here.state, here.who, MOUNT_TESTED), text)
    if not obeys:
        yield from lost(here.state, here.who)
        held = this_round(here.state, here.who, SPRINTING)
        yield begins(
            held, f"{name}: only dodges, and is carried away as round {round_now} ends unless an attack gets through"
        )


def tests_due(rules: FighterRules, state: FightState) -> Iterator[Due]:
    """The Riding tests of this round, all of them as it begins (OQ-MNT-06)."""
    for one in state.combatants:
        if must_test(rules, state, one.id):
            text = f"{one.name} tests Riding: the mount is not used to combat."
            yield Due(text, "control_mount", one.id, "", "OQ-MNT-06")


RIDING = (
    at_any_time(
        "mount",
        "In the saddle",
        "OQ-MNT-04",
        offered=lambda here: here.is_up,
        asks=lambda here: (PACE, TRAINING),
        follows=mounts,
    ),
    at_any_time(
        "dismount",
        "On foot",
        "OQ-MNT-04",
        offered=lambda here: here.is_up and here.state.holds(here.who, MOUNTED),
        follows=dismounts,
    ),
    at_any_time(
        "control_mount",
        "Keep the mount in hand",
        "OQ-MNT-06",
        calculator="mounted",
        roll="mount",
        offered=lambda here: must_test(here.rules, here.state, here.who),
        inputs=test_inputs,
        figures=("p_control",),
        follows=tested,
    ),
)
