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
from ....engine.fight.fighter_rules import FighterRules
from ....engine.fight.fighters import FightState
from ....engine.fight.state import Held
from ....engine.procedure import counted
from ..attack import points_to_cancel
from ..fortune import to_stay_up
from ..tables import FACTS

WOUNDS, FORTUNE = "wounds", "fortune"
EFFECT, WOUND = "effect", "wound"
"""The choice of what a strike does, and its first option (RR-STRIKE-02)."""
DOWN, AIMING, WOUND_UP, HOLDS, SEAT_DUE = "down", "aiming", "wound_up", "holds", "seat_due"


def limit_of(rules: FighterRules, state: FightState, who: str, table: Mapping[str, Any]) -> int:
    """The wounds that put a fighter down: its own number, or the table rule (RR-WOUND-01)."""
    limit: int = rules.values(state, who, table=table)["down_at"]
    return limit


def fortune_buys(table: Mapping[str, Any]) -> int:
    """The wounds that a point of Fortune cancels (RR-FORT-01)."""
    buys: int = table.get("fortune_buys", FACTS.number("wounds_per_fortune"))
    return buys


def wounded(here: Here, wounds: int) -> Iterable[Proposed]:
    """The wounds of the target, and the question how much Fortune it spends on them (RR-DMG-02, RR-FORT-01).

    What the points buy off follows when the act is recorded (`follows`).
    """
    if not wounds:
        return
    name, before = here.target.name, here.target.tracks[WOUNDS]
    limit = limit_of(here.rules, here.state, here.to, here.table)
    text = f"{name}: {counted(wounds, 'wound')}, {before + wounds} of {limit}"
    yield Proposed(track(here.to, WOUNDS, wounds), text)
    most, _ = _bought_off(here, wounds)
    if most:
        points = keeps_up(here, wounds)
        yield Proposed(track(here.to, FORTUNE, -points), f"{name}: Fortune, 0 to {most}; {_why(here, wounds, points)}")


def keeps_up(here: Here, wounds: int) -> int:
    """The least Fortune that keeps the target up; 0 if it needs none, or if all of it is too little (RR-FORT-01)."""
    before, limit = here.target.tracks[WOUNDS], limit_of(here.rules, here.state, here.to, here.table)
    return to_stay_up(wounds, before, limit, here.target.tracks[FORTUNE], fortune_buys(here.table))


def _why(here: Here, wounds: int, points: int) -> str:
    if points:
        return f"{counted(points, 'point')} to stay up"
    falls = here.target.tracks[WOUNDS] + wounds >= limit_of(here.rules, here.state, here.to, here.table)
    return "not enough to stay up" if falls else "none is needed"


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
        return Fraction(p) if here.options.get(EFFECT, WOUND) == WOUND else None
    wounds = answer.values.get("squeeze_wounds" if act.id == "squeeze" else "wounds")
    if act.id not in ("squeeze", "slam") or wounds is None:
        return None
    taken = wounds - _bought_off(here, wounds)[1]
    limit = limit_of(here.rules, here.state, here.to, here.table)
    return Fraction(taken > 0 and here.target.tracks[WOUNDS] + taken >= limit)


def follows(
    rules: FightRules, before: FightState, after: FightState, event: Event, table: Mapping[str, Any]
) -> Iterable[Event]:
    """The wounds that Fortune cancels; then who goes down at the limit, and who is no longer down (RR-WOUND-01)."""
    canceled = tuple(_canceled(before, event, table))
    if canceled:
        yield from canceled
        return
    for fighter in after.combatants:
        was = before[fighter.id] if before.knows(fighter.id) else None
        if was and (was.tracks, was.given) == (fighter.tracks, fighter.given):
            continue
        fallen = _has_fallen(rules, after, fighter.id, table)
        is_down = after.holds(fighter.id, DOWN)
        if fallen and not is_down:
            yield hold(Held(fighter.id, DOWN))
        elif is_down and not fallen and was and _has_fallen(rules, before, fighter.id, table):
            yield free(fighter.id, DOWN)


def _canceled(before: FightState, event: Event, table: Mapping[str, Any]) -> Iterable[Event]:
    """The wounds of an act that the Fortune spent with it cancels, as far as they are not canceled yet (RR-FORT-01)."""
    changes = [one for one in event.then if event.do == "act" and one.do == "track"]
    for who in dict.fromkeys(one.who for one in changes):
        mine = [(one.get("name"), one.get("by", 0)) for one in changes if one.who == who]
        wounds = sum(by for name, by in mine if name == WOUNDS and by > 0)
        done = -sum(by for name, by in mine if name == WOUNDS and by < 0)
        spent = -sum(by for name, by in mine if name == FORTUNE and by < 0)
        points = min(spent, before[who].tracks[FORTUNE]) if before.knows(who) else 0
        left = min(wounds, points * fortune_buys(table)) - done
        if left > 0:
            yield track(who, WOUNDS, -left)


def _has_fallen(rules: FightRules, state: FightState, who: str, table: Mapping[str, Any]) -> bool:
    return state[who].tracks[WOUNDS] >= limit_of(rules, state, who, table)
