"""Riders in a fight: the roll to keep the seat, the fall, and orders to a mount.

Chapter "Swords, Slings, and Arrows": Animals and Mounted Combat. A mount is a fighter of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ....engine.fight.acts import ANYBODY, Ask, FightAct, Here, Proposed
from ....engine.fight.declared import Due
from ....engine.fight.events import Event, free, hold
from ....engine.fight.fight_rules import FightRules
from ....engine.fight.fighters import FightState
from ....engine.fight.state import Held
from ....engine.inputs import Option
from ....engine.procedure import Roll
from ..area import DAMAGE
from ..sheet.bindings import me
from ..sheet.conditions import ACT
from ..tables import FACTS
from .tasks import task_ask, task_inputs
from .wounds import SEAT_DUE

RIDES, MOUNTED, PRONE = "rides", "mounted", "prone"


def seat_due(here: Here, damage: int) -> Iterable[Proposed]:
    """The roll that a rider owes after a hit, against the damage before Protection (RR-SEAT-01)."""
    if here.they is None or not here.they["is_mounted"]:
        return
    owed = sum(held.id == SEAT_DUE and held.to == here.who for held in here.state.of(here.to))
    note = f"hit {owed + 1}" if owed else ""
    due = Held(here.to, SEAT_DUE, here.who, number=min(damage, DAMAGE[1]), note=note)
    yield Proposed(hold(due), f"{here.target.name}: must keep the seat, Ranger against {due.number}")


def owed_to(here: Here) -> Held | None:
    """The roll to keep the seat after a hit by this attacker."""
    return here.fact(SEAT_DUE)


def seat_inputs(here: Here) -> Mapping[str, Any]:
    """The damage before Protection of the hit (RR-SEAT-01)."""
    owed = owed_to(here)
    return {"damage": owed.number if owed else 0, "strike": None}


def rides_on(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The roll is made; a rider who fails falls and lies prone (RR-SEAT-01)."""
    owed = owed_to(here)
    fallen = roll is not None and roll.end.fallen
    name = here.actor.name
    if owed:
        done = free(here.who, SEAT_DUE, here.to)
        done = done._replace(fields={**done.fields, "note": owed.note})
        yield Proposed(done, f"{name}: the roll against {owed.number} is made")
    if not fallen:
        return
    for held in here.state.of(here.who):
        if held.id in (RIDES, MOUNTED):
            yield Proposed(free(here.who, held.id, held.to), f"{name}: falls {_off(here, held)}")
    if not here.state.holds(here.who, PRONE):
        yield Proposed(hold(Held(here.who, PRONE)), f"{name}: prone")


def _off(here: Here, held: Held) -> str:
    return f"off {here.state[held.to].name}" if held.to else "out of the saddle"


def seats_due(rules: FightRules, state: FightState) -> Iterable[Due]:
    """The rolls that riders owe, and riders whose mount is down (RR-SEAT-01); nobody who is down has to do either."""
    for held in state.held:
        if rules.is_down(state, held.who):
            continue
        name = state[held.who].name
        if held.id == SEAT_DUE:
            text = f"{name} rolls Ranger against {held.number} to stay in the saddle."
            yield Due(text, "seat", held.who, held.to, "RR-SEAT-01")
        if held.id == RIDES and rules.is_down(state, held.to):
            yield Due(f"{state[held.to].name} is down under {name}.", "dismount", held.who, held.to, "RR-SEAT-02")


def dismounts(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The end of the ride; the chapter has no cost for it (RR-SEAT-02)."""
    if held := here.fact(RIDES):
        yield Proposed(free(here.who, RIDES, held.to), f"{here.actor.name}: no longer rides {here.target.name}")


# Orders


def training_ask(here: Here) -> Ask:
    """Whether the mount is trained for war (RR-ANIMAL-05)."""
    bonus = FACTS.number("war_training_bonus")
    return Ask("training", "Trained for war", (Option("no", "No"), Option("yes", f"Yes, +{bonus}")))


def order_inputs(here: Here) -> Mapping[str, Any]:
    """The challenge of the order, and the bonus of a mount trained for war (RR-ANIMAL-05)."""
    trained = here.option(training_ask(here)) == "yes"
    return {**task_inputs(here), "bonus": FACTS.number("war_training_bonus") if trained else 0}


def obeys(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """Whether the animal obeys (RR-ANIMAL-05)."""
    done = roll is not None and roll.end.mox is not None
    text = f"{here.target.name} {'obeys' if done else 'does not obey'} {here.actor.name}"
    yield Proposed(Event("note", "", {"text": text}), text)


MOUNTS = (
    FightAct(
        id="seat",
        label="Keep the seat",
        rule="RR-SEAT-01",
        calculator="seat",
        at=ANYBODY,
        any_time=True,
        offered=lambda here: here.is_up and owed_to(here) is not None,
        inputs=seat_inputs,
        figures=("p_keep_seat",),
        follows=rides_on,
    ),
    FightAct(
        id="dismount",
        label="Dismount",
        rule="RR-SEAT-02",
        at=ANYBODY,
        any_time=True,
        offered=lambda here: here.is_up and here.fact(RIDES) is not None,
        follows=dismounts,
    ),
    FightAct(
        id="order_animal",
        label="Make it obey",
        rule="RR-ANIMAL-05",
        calculator="roll",
        at=ANYBODY,
        bars=(ACT,),
        offered=lambda here: here.fact(RIDES) is not None,
        bindings={"trait": me.ranger, "target": me.moderate},
        inputs=order_inputs,
        figures=("p_success",),
        asks=lambda here: (task_ask(here), training_ask(here)),
        follows=obeys,
    ),
)
