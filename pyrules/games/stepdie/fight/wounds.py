"""What follows in a fight: who is incapacitated or wakes, what a turn's end brings, what counts in a new round.

"Conditions index". A turn ends in this order: fire, then Strength; a stun is over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from ....engine.answer import Answer
from ....engine.fight.acts import SELF, FightAct, Here, Proposed
from ....engine.fight.durations import round_end
from ....engine.fight.events import Event, free, freed, hold, spend, track
from ....engine.fight.fight_rules import FightRules
from ....engine.fight.fighters import FightState
from ....engine.fight.state import DONE, NOW, Held
from ....engine.procedure import Roll
from ..health.incapacitated import needed
from ..sheet.fields import NORMAL
from ..sheet.values import IN_A_FIGHT
from ..tables import FACTS
from ..turns.fighter import Is, by_health, counts_in
from .defenses import is_at_mount, this_round
from .gear import MOUNTED
from .lines import HEALTH, TURN, begins, ends
from .turns import FREE_STAND

STRENGTH_DUE = "strength_due"

DROPS = {"attack": "p_drop", "dual": "p_drop", "double_shot": "p_drop_first", "riposte": "p_attacker_dropped"}
"""The output with the chance to drop the target, by calculator."""


def drops(here: Here, act: FightAct, answer: Answer) -> Fraction | None:
    """The chance that an act leaves its target incapacitated (S2-HEALTH-01); None for one without damage."""
    name = DROPS.get(act.calculator)
    if (
        name is None
        or not here.to
        or is_at_mount(here)
        or here.target.tracks[HEALTH] <= FACTS.number("incapacitated_at")
    ):
        return None
    if act.calculator == "attack" and not answer.values["damage_on_hit"]:
        return None
    return Fraction(answer.values[name])


def follows(
    rules: FightRules, before: FightState, after: FightState, event: Event, table: Mapping[str, Any]
) -> Iterable[Event]:
    """What follows from an event, in the book's order."""
    for who in _ended(rules, before, after, event):
        yield from _turn_over(before, after, who, table)
    if after.round > before.round:
        for was, now in counts_in(after, after.round):
            yield freed(was)
            yield hold(now)
    for fighter in after.combatants:
        if not before.knows(fighter.id):
            yield from _as_it_comes(after, fighter.id)
            yield from _health(after, fighter.id)
        else:
            if before[fighter.id].tracks != fighter.tracks:
                yield from _health(after, fighter.id)
            if after.holds(fighter.id, Is.UNCONSCIOUS) and not before.holds(fighter.id, Is.UNCONSCIOUS):
                yield from _out(after, fighter.id)
            yield from _used(before, after, fighter.id, event)
        yield from _saddle_or_ground(rules, before, after, fighter.id)


def _saddle_or_ground(rules: FightRules, before: FightState, after: FightState, who: str) -> Iterator[Event]:
    """Nobody is in the saddle and on the ground: what came last holds (S2-MOUNT-03)."""
    if not (after.holds(who, MOUNTED) and rules.values(after, who)["is_grounded"]):
        return
    mounts_now = before.knows(who) and not before.holds(who, MOUNTED) and before.holds(who, Is.GROUNDED)
    yield free(who, Is.GROUNDED if mounts_now else MOUNTED)


def _ended(rules: FightRules, before: FightState, after: FightState, event: Event) -> Iterator[str]:
    """The fighters whose turn has ended with this event."""
    if event.do != "next" or not before.begun:
        return
    for who in (event.who,) if event.who else rules.fight.acting(before):
        over = after.round > before.round or after[who].turn == DONE
        if before[who].turn == NOW and over:
            yield who


def _turn_over(before: FightState, after: FightState, who: str, table: Mapping[str, Any]) -> Iterator[Event]:
    """Fire burns, then an incapacitated fighter owes a roll; a stun, a wait and an unused turn are over."""
    if after.holds(who, Is.SMOLDERING):
        yield track(who, HEALTH, -FACTS.number("smolder_damage"))
    held = before.find(who, Is.INCAPACITATED)
    if held and not before.holds(who, Is.UNCONSCIOUS):
        yield hold(Held(who, STRENGTH_DUE, number=strength_needed(held, table), note=f"round {before.round}"))
        yield hold(held._replace(number=held.number + 1))
    for one in after.of(who):
        if one.id in (Is.STUNNED, Is.WAITING):
            yield freed(one)
    if after.round == before.round and after[who].budget.get(TURN, 0):
        yield spend(who, TURN, after[who].budget[TURN])


def strength_needed(held: Held, table: Mapping[str, Any]) -> int:
    """What Strength has to reach as the turn ends that the condition counts (S2-INCAP-03)."""
    return needed(held.number, count_current=table.get("count_current_turn", True))


def _as_it_comes(after: FightState, who: str) -> Iterator[Event]:
    """What the sheet of a fighter says of its stance and its saddle."""
    held = after[who].given.held
    if held.stance != NORMAL:
        yield hold(Held(who, IN_A_FIGHT[held.stance], ends=(round_end(this_round(after)),)))
    if held.mounted:
        yield hold(Held(who, MOUNTED))


def _health(after: FightState, who: str) -> Iterator[Event]:
    """Incapacitated without Health; above 0 again awake, and free to stand (S2-INCAP-01, S2-INCAP-05)."""
    begin, end = by_health(after, who, after[who].tracks[HEALTH])
    for one in begin:
        if not after.holds(who, one):
            yield hold(Held(who, one))
    for one in (*end, STRENGTH_DUE) if end else ((FREE_STAND,) if begin else ()):
        if after.holds(who, one):
            yield free(who, one)
    if end and after.holds(who, Is.GROUNDED):
        yield hold(Held(who, FREE_STAND))


def _out(after: FightState, who: str) -> Iterator[Event]:
    """An unconscious fighter lies on the ground."""
    if not after.holds(who, Is.GROUNDED):
        yield hold(Held(who, Is.GROUNDED))


def _used(before: FightState, after: FightState, who: str, event: Event) -> Iterator[Event]:
    """A fighter who has used the turn waits no longer, and has used or lost what was prepared (S2-PREP-01)."""
    was, now = before[who].budget.get(TURN, 0), after[who].budget.get(TURN, 0)
    if event.do != "act" or now or not was or after.round > before.round:
        return
    for one in after.of(who):
        if one.id in (Is.WAITING, Is.PREPARED):
            yield freed(one)


# Staying awake


def must_stay_awake(here: Here) -> bool:
    """Whether the actor owes a roll to stay awake."""
    return here.state.holds(here.who, STRENGTH_DUE) and not here.state.holds(here.who, Is.UNCONSCIOUS)


def stays_awake(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The roll is made; a failure is unconsciousness (S2-INCAP-03, S2-INCAP-06)."""
    assert roll is not None  # Strength is rolled
    name = here.actor.name
    if due := here.state.find(here.who, STRENGTH_DUE):
        yield ends(due, f"{name}: Strength against {due.number} is rolled")
    if not roll.end.success:
        yield begins(Held(here.who, Is.UNCONSCIOUS), f"{name}: unconscious; magic kept up ends")


def wakes(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """Conscious again."""
    if held := here.state.find(here.who, Is.UNCONSCIOUS):
        yield ends(held, f"{here.actor.name}: wakes")


AWAKE = (
    FightAct(
        id="stay_awake",
        label="Stay awake",
        rule="S2-INCAP-03",
        calculator="check",
        at=SELF,
        any_time=True,
        offered=must_stay_awake,
        inputs=lambda here: {
            "roll": {"die": here.me["strength_die"]},
            "tn": here.state.number(here.who, STRENGTH_DUE),
        },
        figures=("p_success",),
        follows=stays_awake,
    ),
    FightAct(
        id="wake",
        label="Wake",
        rule="S2-INCAP-05",
        at=SELF,
        any_time=True,
        offered=lambda here: here.state.holds(here.who, Is.UNCONSCIOUS) and here.actor.tracks[HEALTH] > 0,
        follows=wakes,
    ),
)
