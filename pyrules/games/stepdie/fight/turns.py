"""What a turn is spent on without an attack: getting up, helping, running, gear, mounts, fire.

"Universal combat actions" and "Conditions index".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ....engine.fight.acts import ALLY, SELF, Ask, FightAct, Here, Proposed
from ....engine.fight.durations import turn_end
from ....engine.fight.state import Held
from ....engine.inputs import Option
from ....engine.procedure import Roll
from ..rolls.conditions import ACT
from ..sheet.bindings import me
from ..sheet.conditions import ANY_ACTION, HELP, MOVE
from ..tables import FACTS
from ..turns.fighter import Is
from ..turns.turn_events import OTHERS
from .defenses import DODGE_MOVE, this_round
from .gear import DRAWN, FLUNG, MOUNTED, STOWED, carried, place_of, put
from .lines import TURN, begins, ends, falls, note
from .prepared import roll_bonus

FREE_STAND = "free_stand"


def _action(row_id: str, **more: Any) -> FightAct:
    """An act with the label and rule of a row of the table of other actions, which takes the turn."""
    row = OTHERS.row(row_id)
    given = {"at": SELF, "cost": {TURN: 1}, "bars": ANY_ACTION}
    return FightAct(**{"id": row_id, "label": row["label"], "rule": row["rule"], **given, **more})


def _held(here: Here, who: str, *conditions: str) -> Iterator[Held]:
    return (one for one in here.state.of(who) if one.id in conditions)


def _gone(condition: str, text: str) -> Any:
    """An act that ends conditions of the actor, with one line for each."""

    def follows(here: Here, roll: Roll | None) -> Iterable[Proposed]:
        for one in _held(here, here.who, condition):
            yield ends(one, f"{here.actor.name}: {text}")

    return follows


def _noted(text: str) -> Any:
    """An act of which the log keeps a note."""
    return lambda here, roll: (note(f"{here.actor.name}{f' and {here.target.name}' if here.to else ''}: {text}"),)


# The ground


def kept_down(here: Here, who: str) -> str:
    """Why a fighter does not get up (S2-INCAP-02, S2-TACKLE-04); empty if it can."""
    they = here.rules.values(here.state, who, table=here.table)
    found = [name for name in ("incapacitated", "unconscious", "grappled") if they[f"is_{name}"]]
    return f"{here.state[who].name} is {found[0]} and stays down." if found else ""


def stands(here: Here, who: str) -> Iterable[Proposed]:
    """A fighter is on its feet."""
    for one in _held(here, who, Is.GROUNDED, FREE_STAND):
        text = "stands up" if one.id == Is.GROUNDED else "no longer needs to stand up"
        yield ends(one, f"{here.state[who].name}: {text}")


def helped(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The ally stands, if the roll is high enough (S2-HELP-01)."""
    return stands(here, here.to) if roll and roll.end.success else ()


def help_inputs(here: Here) -> Mapping[str, Any]:
    """One try, with the bonus of a prepared action."""
    return {**roll_bonus("help", "roll")(here), "tries": 1}


# Movement


def runs(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """Faster this turn (S2-RUN-01)."""
    until = (turn_end(here.who, this_round(here.state)),)
    text = f"{here.actor.name}: +{FACTS.number('run_bonus')} Speed this turn"
    yield begins(Held(here.who, Is.RUNNING, ends=until), text)


def is_rider(here: Here) -> bool:
    """Whether the actor rides, or can; nobody incapacitated climbs (S2-INCAP-02)."""
    rides = here.state.holds(here.who, MOUNTED) or here.me["riding"] or here.me["riding_die"]
    return bool(rides) and not (here.me["is_incapacitated"] or here.me["is_unconscious"])


def no_mounting(here: Here) -> str:
    """Why nobody gets on a mount: on the ground (S2-GROUND-03)."""
    return f"{here.actor.name} is on the ground: stand up first." if here.me["is_grounded"] else ""


def mounts(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """On the mount or off it; a roll that fails ends on the ground (S2-MOUNT-01, S2-MOUNT-03)."""
    if roll is not None and not roll.end.success:
        for one in _held(here, here.who, MOUNTED):
            yield ends(one, f"{here.actor.name}: out of the saddle")
        yield from falls(here, here.who)
    elif here.state.holds(here.who, MOUNTED):
        for one in _held(here, here.who, MOUNTED):
            yield ends(one, f"{here.actor.name}: dismounts")
    else:
        yield begins(Held(here.who, MOUNTED), f"{here.actor.name}: mounts")


# Gear


def _choices(here: Here) -> tuple[Ask, ...]:
    found = []
    for index, (name, weapon) in enumerate(carried(here, here.who)):
        mark = place_of(here.state, here.who, name)
        if mark is None or mark.id != FLUNG:
            both = (Option("in", f"{name} in hand"), Option("out", f"{name} put away"))
            found.append(Ask(f"item{index}", name, both if weapon["in_hand"] else both[::-1]))
    return tuple(found)


def equips(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """All that the actor holds after it, in one action (S2-EQUIP-01)."""
    for index, (name, weapon) in enumerate(carried(here, here.who)):
        asked = next((one for one in _choices(here) if one.name == f"item{index}"), None)
        if asked is None or (here.option(asked) == "in") == weapon["in_hand"]:
            continue
        taken = not weapon["in_hand"]
        text = f"{name} is in hand" if taken else f"{name} is put away"
        yield from put(here, here.who, name, DRAWN if taken else STOWED, text)


def fetches(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """What lay out of reach can be equipped again."""
    for one in _held(here, here.who, FLUNG):
        yield from put(here, here.who, one.note, STOWED, f"has {one.note} back")


def tosses(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """Whether the ally catches it (S2-TOSS-02)."""
    done = roll is not None and roll.end.thrown and roll.end.caught
    yield note(f"{here.target.name} {'catches' if done else 'drops'} what {here.actor.name} tosses")


def toss_inputs(here: Here) -> Mapping[str, Any]:
    """The die of the one who catches, and the bonus of a prepared action."""
    they: Any = here.they
    return {
        **roll_bonus("toss", "thrower")(here),
        "catcher": {"die": they["agility_die"], "lower": they["agility_steps"]},
    }


GETTING_UP = (
    _action(
        "stand",
        cost=lambda here: {} if here.state.holds(here.who, FREE_STAND) else {TURN: 1},
        offered=lambda here: here.state.holds(here.who, Is.GROUNDED),
        why_not=lambda here: kept_down(here, here.who),
        follows=lambda here, roll: stands(here, here.who),
    ),
    _action(
        "help",
        at=ALLY,
        calculator="help",
        bars=(*ANY_ACTION, HELP),
        offered=lambda here: here.state.holds(here.to, Is.GROUNDED),
        why_not=lambda here: kept_down(here, here.to),
        inputs=help_inputs,
        figures=("p_up",),
        follows=helped,
    ),
    _action(
        "put_out",
        offered=lambda here: here.state.holds(here.who, Is.SMOLDERING),
        follows=_gone(Is.SMOLDERING, "the fire is out"),
    ),
    FightAct(
        id="warm",
        label="In the warm",
        rule="S2-CHILL-02",
        at=SELF,
        any_time=True,
        offered=lambda here: here.state.holds(here.who, Is.CHILLED),
        follows=_gone(Is.CHILLED, "ends the turn in the warm, no longer chilled"),
    ),
    _action(
        "support",
        at=ALLY,
        bars=(*ANY_ACTION, HELP),
        offered=lambda here: here.they is not None and here.they["is_incapacitated"],
        follows=_noted("move together this turn"),
    ),
)

MOVING = (
    FightAct(
        id="move",
        label="Move",
        rule="S2-SPEED-01",
        calculator="speed",
        roll=None,
        at=SELF,
        bars=(ACT, MOVE),
        figures=("zones", "feet"),
        follows=_noted("moves"),
    ),
    _action(
        "run",
        calculator="speed",
        roll=None,
        bars=(*ANY_ACTION, MOVE),
        bindings={"run": me.runs},
        figures=("zones", "feet"),
        follows=runs,
    ),
    FightAct(
        id="dodge_move",
        label="Move after the dodge",
        rule="S2-DODGE-05",
        at=SELF,
        any_time=True,
        bars=(MOVE,),
        offered=lambda here: here.state.holds(here.who, DODGE_MOVE),
        follows=_gone(DODGE_MOVE, "moves one zone after the dodge"),
    ),
    _action("step", at=ALLY, bars=(*ANY_ACTION, MOVE), follows=_noted("trade places")),
    _action("mount", label="Mount or dismount", offered=is_rider, why_not=no_mounting, follows=mounts),
    FightAct(
        id="mount_free",
        label="Mount or dismount for free",
        rule="S2-MOUNT-02",
        calculator="mount",
        at=SELF,
        bars=ANY_ACTION,
        offered=is_rider,
        why_not=no_mounting,
        inputs=roll_bonus("mount", "roll"),
        figures=("p_done", "p_grounded"),
        follows=mounts,
    ),
)

GEAR = (
    _action("equip", offered=lambda here: bool(_choices(here)), asks=_choices, follows=equips),
    FightAct(
        id="fetch",
        label="Get it back",
        rule="S2-DISARM-02",
        at=SELF,
        bars=ANY_ACTION,
        offered=lambda here: here.state.holds(here.who, FLUNG),
        follows=fetches,
    ),
    _action("interact", follows=_noted("uses something")),
    _action("toss", at=ALLY, calculator="toss", inputs=toss_inputs, figures=("p_passed",), follows=tosses),
)
