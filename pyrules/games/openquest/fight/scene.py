"""The scene of a fight, before its first round: how far apart the sides are, how light it is, and who is surprised.

Sections "Encounter Distance" and "Surprise Attacks".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any

from ....engine.fight.acts import Ask, Here, Proposed
from ....engine.fight.events import MOST_CHANGES
from ....engine.fight.fighters import Fighter, FightState
from ....engine.fight.state import Held
from ....engine.inputs import Option
from ....engine.procedure import Roll, counted
from ..sheet.fields import SKILL_ROWS
from ..tables import FACTS
from ..turns.surprise import ATTACKED, ATTACKING, AWARE, DEFENCELESS, KINDS
from .acting import at_any_time
from .facts import APART, now, this_round
from .lines import begins, ends

LIGHTS = ("partial_darkness", "darkness")
"""The conditions of a scene that all share."""
AS_IT_IS, CLOSE, BRIGHT = "as_it_is", "close", "bright"
METERS = (5, 10, 15, 20, 30, 40, 50, 75, 100, 150, 200)
PARTY = "party"
SKILL_OF_KIND = {row["label"]: row["id"] for row in SKILL_ROWS.values()} | {"Ride": "riding"}
"""The skills of sheets by what the table of surprise attacks calls them; no sheet has Drive."""
DRIVE = Ask("drive", "Their Drive", tuple(Option(str(one), f"{one} %", "OQ-SUR-02") for one in range(20, 105, 5)))


# Distance and light


DISTANCE = Ask(
    "distance",
    "Between the sides",
    (
        Option(AS_IT_IS, "As it is"),
        Option(CLOSE, "At arm's length", "OQ-DIST-01"),
        *(Option(str(one), counted(one, "meter"), "OQ-DIST-02") for one in METERS),
    ),
)


def light_ask(here: Here) -> Ask:
    """The light, with that of the actor first."""
    rows = FACTS.table("close_modifiers")
    dark = [Option(one, str(rows.row(one)["label"]), str(rows.row(one)["rule"])) for one in LIGHTS]
    options = [Option(BRIGHT, "Light enough"), *dark]
    held = next((one for one in LIGHTS if here.state.holds(here.who, one)), BRIGHT)
    return Ask("light", "Light", tuple(sorted(options, key=lambda one: one.id != held)))


def opponents(state: FightState) -> Iterator[tuple[Fighter, Fighter]]:
    """All pairs of fighters of different sides."""
    return ((a, b) for a, b in combinations(state.combatants, 2) if a.side != b.side)


def sets_scene(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The distance between all opponents, and the light for all (OQ-DIST-01, OQ-DIST-02, OQ-CCM-08)."""
    distance = here.option(DISTANCE)
    if distance == CLOSE:
        for held in here.state.held:
            if held.id == APART:
                yield ends(held, f"{here.state[held.who].name} is next to {here.state[held.to].name}")
    elif distance != AS_IT_IS:
        for a, b in opponents(here.state):
            held = here.state.find(a.id, APART, b.id) or here.state.find(b.id, APART, a.id) or Held(a.id, APART, b.id)
            yield begins(held._replace(number=int(distance)), f"{a.name} and {b.name}: {distance} meters apart")
    yield from _lights(here)


def _lights(here: Here) -> Iterable[Proposed]:
    chosen = here.option(light_ask(here))
    for one in here.state.combatants:
        for light in LIGHTS:
            held = here.state.find(one.id, light)
            label = FACTS.table("conditions").row(light)["label"].lower()
            if held and light != chosen:
                yield ends(held, f"{one.name}: no longer {label}")
            elif light == chosen and not held:
                yield begins(Held(one.id, light), f"{one.name}: {label}")


def no_scene(state: FightState) -> str:
    """Why the distance cannot be set for all at once."""
    most = MOST_CHANGES // 2
    return f"There are more than {most} pairs of opponents." if sum(1 for _ in opponents(state)) > most else ""


# Surprise


def kind_ask() -> Ask:
    """How the others come upon the watchers (OQ-SUR-01)."""
    return Ask("kind", "The others", tuple(Option(row["id"], row["label"], row["rule"]) for row in KINDS.rows))


def watch_asks(here: Here) -> tuple[Ask, ...]:
    """How they come, and the Drive of those who come in a vehicle (OQ-SUR-02)."""
    return (kind_ask(), *(() if _rolled_skill(here) in SKILL_OF_KIND else (DRIVE,)))


def _rolled_skill(here: Here) -> str:
    return str(KINDS.row(here.option(kind_ask()))["skill"])


def is_player(here: Here) -> bool:
    """Whether the watcher is of the party; each of the party watches alone, the other side has one roll."""
    return here.actor.side == PARTY


def surprise_inputs(here: Here) -> Mapping[str, Any]:
    """The watcher's Perception, or the best of its side, against the best skill of those who come (OQ-SUR-04, -05)."""
    kind = here.option(kind_ask())
    skill = SKILL_OF_KIND.get(_rolled_skill(here))
    coming = _best(here, skill, own=False) if skill else int(here.option(DRIVE))
    if is_player(here):
        seen = int(here.me["perception_skill"])
        return {"mode": ATTACKED, "kind": kind, "pcs": [{"base": seen}], "npc": {"base": coming}}
    watching = _best(here, "perception", own=True)
    return {"mode": ATTACKING, "kind": kind, "pcs": [{"base": coming}], "npc": {"base": watching}}


def _best(here: Here, skill: str, *, own: bool) -> int:
    """The highest skill of the actor's side, or of the others."""
    side = [one.id for one in here.state.combatants if (one.side == here.actor.side) == own]
    return max((int(here.rules.values(here.state, one, table=here.table)[f"{skill}_skill"]) for one in side), default=0)


def no_surprise(here: Here) -> str:
    """Why nobody is surprised: there is no other side."""
    there = any(one.side != here.actor.side for one in here.state.combatants)
    return "" if there else "There is nobody on the other side."


def surprised(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """One round of defending only, or of not even that (OQ-SUR-06, OQ-SUR-07)."""
    assert roll is not None  # the watch is rolled
    state = roll.end.last
    if state == AWARE:
        return
    watchers = [one for one in here.state.combatants if one.side == here.actor.side]
    does = "cannot even defend" if state == DEFENCELESS else "only defends"
    for one in [here.actor] if is_player(here) else watchers:
        yield begins(this_round(here.state, one.id, state), f"{one.name}: surprised, {does} in round {now(here.state)}")


def may_watch(here: Here) -> bool:
    """Whether the actor is up, in a fight that has not gone beyond its first round."""
    return here.is_up and here.state.round < 2


SCENE = (
    at_any_time(
        "scene",
        "Distance and light of all",
        "OQ-DIST-01",
        offered=lambda here: here.is_up,
        why_not=lambda here: no_scene(here.state),
        asks=lambda here: (DISTANCE, light_ask(here)),
        follows=sets_scene,
    ),
    at_any_time(
        "watch",
        "Notice an attack in time",
        "OQ-SUR-04",
        calculator="surprise",
        offered=may_watch,
        why_not=no_surprise,
        inputs=surprise_inputs,
        figures=("p_none",),
        asks=watch_asks,
        follows=surprised,
    ),
)
