"""Wounds in a fight: what a blow does, what Fortune buys off, and who goes down.

Chapter "Swords, Slings, and Arrows": Offense and Damage.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from ....engine.answer import Answer
from ....engine.fight.acts import FightAct, Here, Proposed
from ....engine.fight.events import Event, free, hold, track
from ....engine.fight.fight_rules import FightRules
from ....engine.fight.fighters import FightState
from ....engine.fight.state import Held
from ....engine.procedure import counted
from ..attack import points_to_cancel
from ..tables import FACTS

WOUNDS, FORTUNE = "wounds", "fortune"
DOWN, AIMING, WOUND_UP, HOLDS, SEAT_DUE = "down", "aiming", "wound_up", "holds", "seat_due"


def limit_of(rules: FightRules, state: FightState, who: str, table: Mapping[str, Any]) -> int:
    """The wounds that put a fighter down: its own number, or the table rule (RR-WOUND-01)."""
    limit: int = rules.values(state, who, table=table)["down_at"]
    return limit


def fortune_buys(table: Mapping[str, Any]) -> int:
    """The wounds that a point of Fortune cancels (RR-FORT-01)."""
    buys: int = table.get("fortune_buys", FACTS.number("wounds_per_fortune"))
    return buys


def wounded(here: Here, wounds: int) -> Iterable[Proposed]:
    """The wounds of the target, and the Fortune that buys them off as far as it lasts (RR-DMG-02, RR-FORT-01)."""
    if not wounds:
        return
    name, before = here.target.name, here.target.tracks[WOUNDS]
    limit = limit_of(here.rules, here.state, here.to, here.table)
    text = f"{name}: {counted(wounds, 'wound')}, {before + wounds} of {limit}"
    yield Proposed(track(here.to, WOUNDS, wounds), text)
    points, canceled = _bought_off(here, wounds)
    if points:
        yield fortune_spent(here, points)
        text = f"{name}: {counted(canceled, 'wound')} bought off, {before + wounds - canceled} of {limit}"
        yield Proposed(track(here.to, WOUNDS, -canceled), text)


def fortune_spent(here: Here, points: int) -> Proposed:
    """Points of Fortune that the target spends (RR-FORT-01)."""
    left = here.target.tracks[FORTUNE] - points
    return Proposed(track(here.to, FORTUNE, -points), f"{here.target.name}: {points} Fortune spent, {left} left")


def _bought_off(here: Here, wounds: int) -> tuple[int, int]:
    """The points that the target has for these wounds, and the wounds that they cancel."""
    buys = fortune_buys(here.table)
    points = min(here.target.tracks[FORTUNE], points_to_cancel(wounds, buys))
    return points, min(wounds, points * buys)


def bought_off(here: Here, wounds: int) -> int | None:
    """The points of Fortune that cancel all of these wounds; None if the target has too few (RR-STRIKE-03)."""
    points, canceled = _bought_off(here, wounds)
    return points if canceled == wounds else None


def drops(here: Here, act: FightAct, answer: Answer) -> Fraction | None:
    """The chance that an act puts its target down (RR-WOUND-01)."""
    if not here.to or here.rules.is_down(here.state, here.to):
        return None
    if (p := answer.values.get("p_drop")) is not None:
        return Fraction(p)
    wounds = answer.values.get("squeeze_wounds" if act.id == "squeeze" else "wounds")
    if act.id not in ("squeeze", "slam") or wounds is None:
        return None
    taken = wounds - _bought_off(here, wounds)[1]
    limit = limit_of(here.rules, here.state, here.to, here.table)
    return Fraction(taken > 0 and here.target.tracks[WOUNDS] + taken >= limit)


def follows(
    rules: FightRules, before: FightState, after: FightState, event: Event, table: Mapping[str, Any]
) -> Iterable[Event]:
    """Who goes down at the wound limit and lets go of everything, and who is no longer down (RR-WOUND-01)."""
    for fighter in after.combatants:
        was = before[fighter.id] if before.knows(fighter.id) else None
        if was and (was.tracks, was.given) == (fighter.tracks, fighter.given):
            continue
        fallen = _has_fallen(rules, after, fighter.id, table)
        is_down = after.holds(fighter.id, DOWN)
        if fallen and not is_down:
            yield hold(Held(fighter.id, DOWN))
            yield from _lost(after, fighter.id)
        elif is_down and not fallen and was and _has_fallen(rules, before, fighter.id, table):
            yield free(fighter.id, DOWN)


def _has_fallen(rules: FightRules, state: FightState, who: str, table: Mapping[str, Any]) -> bool:
    return state[who].tracks[WOUNDS] >= limit_of(rules, state, who, table)


def _lost(state: FightState, who: str) -> Iterable[Event]:
    """What a fighter who goes down no longer does: an aim, a haymaker, a hold, a roll to keep the seat."""
    for held in state.of(who):
        if held.id in (AIMING, WOUND_UP, HOLDS, SEAT_DUE):
            yield free(who, held.id, held.to)
