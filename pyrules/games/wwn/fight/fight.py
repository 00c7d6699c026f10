"""The fights of this game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from ....engine.answer import Answer
from ....engine.fight.acts import SELF, FightAct, Here, Proposed
from ....engine.fight.durations import newly_ended, round_end
from ....engine.fight.events import Event, free, hold, track
from ....engine.fight.fight_rules import BudgetPart, Fact, FightRules, OrderMode
from ....engine.fight.fighters import FightState
from ....engine.fight.state import Held
from ....engine.procedure import Roll
from ... import calculator
from ..sheet.conditions import ACT, MAIN_ACTION
from ..sheet.sheet import SHEET, cannot_strike
from ..tables import FACTS
from .foes import FOES

HIT_POINTS = "hit_points"
DEAD, MORTAL = "dead", "mortally_wounded"


def blow_lands(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The damage of an attack (WWN-DMG-01)."""
    damage = roll.end.damage if roll else 0
    if damage:
        left = max(0, here.target.tracks[HIT_POINTS] - damage)
        text = f"{here.target.name}: {damage} damage, {left} hit points left"
        yield Proposed(track(here.to, HIT_POINTS, -damage), text)


def drops(here: Here, act: FightAct, answer: Answer) -> Fraction | None:
    """The chance that an attack brings its target to 0 hit points (WWN-DMG-03)."""
    damage = answer.values.get("damage")
    if not here.to or not isinstance(damage, dict):
        return None
    left = here.target.tracks[HIT_POINTS]
    return sum((p for points, p in damage.items() if int(points) >= left), Fraction(0)) if left else None


def follows(
    rules: FightRules, before: FightState, after: FightState, event: Event, table: Mapping[str, Any]
) -> Iterable[Event]:
    """Who falls at 0 hit points, and who dies of a mortal wound (WWN-DMG-03, WWN-DMG-04, WWN-EXT-MORTAL)."""
    for ending in newly_ended(before, after):
        if ending.held.id == MORTAL:
            yield hold(Held(ending.held.who, DEAD))
    for fighter in after.combatants:
        if fighter.tracks[HIT_POINTS] or rules.is_down(after, fighter.id):
            continue
        fallen = next(iter(SHEET.conditions.implied(rules.values(after, fighter.id))), DEAD)
        ends = (round_end(after.round + FACTS.number("mortal_wound_rounds")),) if fallen == MORTAL else ()
        yield hold(Held(fighter.id, fallen, ends=ends))


FIGHT = FightRules(
    sheet=SHEET,
    find=calculator,
    track=HIT_POINTS,
    down=frozenset({"incapacitated", "unconscious", MORTAL, DEAD}),
    skipped=frozenset({"surprised"}),
    budget=(BudgetPart("main", "Main Action", lambda v: 1), BudgetPart("move", "Move Action", lambda v: 1)),
    acts=(
        FightAct(
            id="attack",
            label="Attack",
            rule="WWN-HIT-01",
            calculator="attack",
            per_weapon=True,
            ranked="mean",
            cost={"main": 1},
            bars=(ACT, MAIN_ACTION),
            why_not=lambda here: cannot_strike(here.weapon) if here.weapon else "",
            follows=blow_lands,
        ),
        FightAct(
            id="stand",
            label="Stand up",
            rule="WWN-PRONE-02",
            at=SELF,
            cost={"move": 1},
            bars=(ACT,),
            offered=lambda here: here.holds("prone"),
            follows=lambda here, roll: [Proposed(free(here.who, "prone"), f"{here.actor.name} stands up")],
        ),
    ),
    facts=(Fact("engaged", "{who} and {to} are in melee", ("engaged",), ("engaged",), both_ways=True),),
    modes=(OrderMode("by_hand", "By hand"),),
    foes=FOES,
    editable=("hit_points_max", "armor_class", "attack_bonus"),
    follows=follows,
    drops=drops,
)
