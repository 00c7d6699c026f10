"""Who falls and dies, who is saved, who wakes, and whose nerve breaks.

Sections "Damage" and "Use a Skill"; Mortally Wounded, Frail and Morale are defined in the SRD.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ....engine.fight.acts import ANYBODY, SELF, Ask, FightAct, Here, Proposed
from ....engine.fight.durations import round_end
from ....engine.fight.events import Event
from ....engine.fight.fighter_rules import FighterRules
from ....engine.fight.fighters import FightState
from ....engine.fight.state import ROUND_END, Held
from ....engine.inputs import Option
from ....engine.procedure import Roll
from ..sheet.conditions import ACT, MAIN_ACTION
from ..tables import FACTS
from ..wounds.wounds import INCAPACITATED, MORTAL
from .facts import BROKEN, MORALE_DUE, TENDED, toward
from .lines import HIT_POINTS, begins, ends, fallen, falls_prone

UNCONSCIOUS, FRAIL, NO_TOOLS = "unconscious", "frail", "none"
ASLEEP = (INCAPACITATED, UNCONSCIOUS)
TOOLS = Ask("tools", "Tools", (Option("kit", "With a healer's kit"), Option(NO_TOOLS, "Without")))


# The dying


def last_round(state: FightState, who: str) -> int | None:
    """The round at whose end somebody Mortally Wounded dies; None if nobody counts the rounds."""
    held = state.find(who, MORTAL)
    return next((end.number for end in held.ends if end.at == ROUND_END), None) if held else None


def elapsed(state: FightState, who: str) -> int:
    """The full rounds since somebody fell (WWN-EXT-MORTAL)."""
    most = FACTS.number("mortal_wound_rounds") - 1
    last = last_round(state, who)
    return 0 if last is None else max(0, min(most, most - (last - max(1, state.round))))


def care_inputs(here: Here) -> Mapping[str, Any]:
    """The rounds since the fall, and the tools."""
    return {"first_elapsed": elapsed(here.state, here.to), "kit": here.option(TOOLS) != NO_TOOLS}


def why_no_care(here: Here) -> str:
    """One healer a round (WWN-EXT-MORTAL)."""
    tended = [held.who for held in toward(here.state, TENDED, here.to)]
    return f"{here.state[tended[0]].name} has tended {here.target.name} this round." if tended else ""


def tended(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """Saved: out for some minutes, then up with one hit point and Frail (WWN-EXT-MORTAL, WWN-EXT-FRAIL)."""
    name, now = here.target.name, here.state.round
    yield begins(
        Held(here.who, TENDED, here.to, ends=(round_end(now),)), f"{here.actor.name} has tended {name} this round"
    )
    dying = here.state.find(here.to, MORTAL)
    if roll is None or roll.outcome != "Saved" or dying is None:
        return
    yield ends(dying, f"{name}: no longer dying")
    minutes = FACTS.number("incapacitated_minutes")
    yield begins(fallen(here.state, here.to, INCAPACITATED), f"{name}: out for {minutes} minutes")
    yield begins(Held(here.to, FRAIL), f"{name}: Frail")


# Waking


def is_healed(state: FightState, who: str) -> bool:
    """Whether somebody Mortally Wounded has hit points again, from magic for example."""
    return state.holds(who, MORTAL) and state[who].tracks[HIT_POINTS] > 0


def can_wake(here: Here) -> bool:
    """Whether the actor is unconscious, or was dying and is healed."""
    return here.state.holds(here.who, *ASLEEP) or is_healed(here.state, here.who)


def wakes(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """Up from unconsciousness with at least one hit point, still on the ground (WWN-STAND-03, WWN-EXT-NONLETHAL)."""
    for held in here.state.of(here.who):
        if held.id in ASLEEP or held.id == MORTAL:
            yield ends(held, f"{here.actor.name} wakes")
    if not here.actor.tracks[HIT_POINTS]:
        one = Event("track", here.who, {"name": HIT_POINTS, "to": 1})
        yield Proposed(one, f"{here.actor.name}: 1 hit point left")
    yield from falls_prone(here.state, here.who)


# Morale


def score(rules: FighterRules, state: FightState, who: str) -> int | None:
    """The Morale of somebody who can lose heart: not of a player character, nor of who is out or broken already."""
    if rules.is_down(state, who) or state.holds(who, BROKEN):
        return None
    values = rules.values(state, who)
    morale: int | None = None if values["is_character"] else values["morale"]
    return morale


def alike(rules: FighterRules, state: FightState, who: str) -> list[str]:
    """Those of a fighter's side with the same Morale, who check together."""
    own = score(rules, state, who)
    same = (one.id for one in state.combatants if one.side == state[who].side)
    return [one for one in same if own is not None and score(rules, state, one) == own]


def checked(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """All of the same Morale break, or fight on (WWN-EXT-MORALE)."""
    for one in alike(here.rules, here.state, here.who):
        if held := here.state.find(one, MORALE_DUE):
            yield ends(held, f"{here.state[one].name}: Morale is checked")
        if roll and roll.end.breaks:
            yield begins(Held(one, BROKEN), f"{here.state[one].name} breaks")


CARE = (
    FightAct(
        id="stabilize",
        label="Stabilize",
        rule="WWN-EXT-MORTAL",
        at=ANYBODY,
        calculator="stabilize",
        roll="first",
        cost={"main": 1},
        bars=(ACT, MAIN_ACTION),
        offered=lambda here: here.state.holds(here.to, MORTAL),
        why_not=why_no_care,
        asks=lambda here: (TOOLS,),
        inputs=care_inputs,
        figures=("p_first", "p_saved"),
        names=lambda here: {"Saved by the first attempt": "saved now"},
        follows=tended,
    ),
)

ALONE = (
    FightAct(
        id="wake",
        label="Wake up",
        rule="WWN-STAND-03",
        at=SELF,
        any_time=True,
        offered=can_wake,
        follows=wakes,
    ),
    FightAct(
        id="morale",
        label="Check Morale",
        rule="WWN-EXT-MORALE",
        at=SELF,
        calculator="morale",
        any_time=True,
        offered=lambda here: score(here.rules, here.state, here.who) is not None,
        figures=("p_breaks",),
        follows=checked,
    ),
)
