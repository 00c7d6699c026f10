"""Initiative: 3d6 and an ability, rolled once and kept; what a lead brings, and surprise.

"Initiative", "Actions in a round", "Unprepared, caught by surprise". A place is the initiative, then who came in last
after a Delay, then the ability that breaks ties, as in the turn tracker.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ....engine.dice import Faces
from ....engine.errors import NeedsFace
from ....engine.fight.acts import FOE, SELF, Ask, FightAct, Here, Proposed
from ....engine.fight.durations import round_end
from ....engine.fight.events import Event, free, hold, spend
from ....engine.fight.fight_rules import FightRules
from ....engine.fight.fighter_rules import FighterRules
from ....engine.fight.fighters import FightState
from ....engine.fight.orders import Order, OrderMode, Roller, Totals
from ....engine.fight.state import COMING, Held
from ....engine.formatting import figure
from ....engine.inputs import Option
from ....engine.procedure import Roll, counted
from ..checks.check_dice import counts, throw_pool
from ..modifiers.situations import DEFENDER
from ..sheet.bindings import me
from ..table_rules import LEAD_BONUSES
from ..tables import FACTS
from ..turns.initiative_order import lead_of
from .budget import LEADS, SURPRISED

MODE = "initiative"
PARTS = 3
"""A place by initiative has three parts; one who has come in late has a place of one part."""


def rolled(rules: FighterRules, state: FightState, faces: Faces, table: Mapping[str, Any]) -> Order:
    """A check for each fighter; the highest acts first, then the higher ability, then both at once (OBSS-INIT-04)."""
    totals, lines = {}, {}
    for fighter in state.combatants:
        v = rules.values(state, fighter.id, table=table)
        result, shown = throw_pool(v["save_dice"], _labeled(faces, f"{fighter.name}, initiative"))
        bonus = v["initiative_bonus"]
        totals[fighter.id] = result.total + bonus
        dice = " ".join(str(counts(face)) for face in shown)
        added = f" {figure(bonus, signed=True)}" if bonus else ""
        lines[fighter.id] = f"{fighter.name}: {dice}{added} = {totals[fighter.id]}"
    return _ordered(rules, state, totals, table, lines)


def typed(rules: FighterRules, state: FightState, totals: Mapping[str, int], table: Mapping[str, Any]) -> Order:
    """The places of those whose total is typed (OBSS-INIT-04)."""
    return _ordered(rules, state, totals, table, {who: f"{state[who].name}: {totals[who]}" for who in totals})


def _ordered(
    rules: FighterRules,
    state: FightState,
    totals: Mapping[str, int],
    table: Mapping[str, Any],
    lines: Mapping[str, str],
) -> Order:
    places = {
        who: (-total, 0, -rules.values(state, who, table=table)["initiative_ability"]) for who, total in totals.items()
    }
    ordered = sorted(places, key=lambda who: places[who])
    return Order(places, tuple(lines[who] for who in ordered), totals)


def rollers(rules: FighterRules, state: FightState) -> list[Roller]:
    """Each fighter rolls."""
    return [Roller(one.id, one.name, (one.id,)) for one in state.combatants]


def _labeled(faces: Faces, label: str) -> Faces:
    """The faces with this label, by which a player knows what to type."""

    def face(sides: int) -> int:
        try:
            return faces(sides)
        except NeedsFace as needs:
            raise NeedsFace(needs.sides, label) from None

    return face


MODES = (OrderMode(MODE, "3d6 and Dexterity or Intelligence", rolled, "OBSS-INIT-01", Totals(rollers, typed)),)


# Who comes in late


def is_late(rules: FighterRules, state: FightState, who: str) -> bool:
    """Whether a fighter has come in after the initiative was rolled, and has none yet (OBSS-INIT-05)."""
    place = state[who].home or state[who].place
    return state.mode == MODE and len(place) < PARTS and not rules.is_down(state, who)


def rolls_in(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The place of a late fighter; where it is over in this round, the turn of this round comes last."""
    assert roll is not None  # initiative is rolled
    name, bonus = here.actor.name, here.me["initiative_bonus"]
    total = (roll.steps[0].total or 0) + bonus
    place = (-total, 0, -here.me["initiative_ability"])
    change = Event("place", here.who, {"place": [*place], "initiative": total})
    yield Proposed(change, f"{name}: initiative {figure(total)}, with a bonus of {figure(bonus, signed=True)}")
    now = [here.state[one].place for one in here.rules.fight.acting(here.state)] if here.state.begun else []
    if any(place < one for one in now) and here.actor.turn == COMING:
        last = max(one.place[0] for one in here.state.combatants) + 1
        once = Event("place", here.who, {"place": [last], "once": True})
        yield Proposed(once, f"{name} acts last in round {here.state.round}")


# The lead


def leader(rules: FightRules, state: FightState) -> tuple[str, int]:
    """Who leads those who act, and by how much; nobody if the order is not rolled (OBSS-ACT-03)."""
    there = [f for f in state.combatants if not state.holds(f.id, SURPRISED) and not rules.is_down(state, f.id)]
    if state.mode != MODE or not there:
        return "", 0
    totals = {f.id: -f.place[0] if f.initiative is None else f.initiative for f in there}
    lead = lead_of(tuple(totals.values()))
    best = max(totals, key=lambda who: totals[who])
    return (best, lead) if lead >= FACTS.number("initiative_lead") else ("", 0)


def leading(
    rules: FightRules, before: FightState, after: FightState, event: Event, table: Mapping[str, Any]
) -> Iterator[Event]:
    """The lead of an order that is rolled, or of the first round in which all can act (OBSS-ACT-03, OBSS-ACT-04)."""
    every = table.get("lead_rounds", LEAD_BONUSES[0].id) != LEAD_BONUSES[0].id
    woken = any(end.held.id == SURPRISED for end in after.ended[len(before.ended) :])
    if event.do != "order" and not woken and not _newly_surprised(before, after):
        return
    who, lead = leader(rules, after)
    old = [held for held in after.held if held.id == LEADS]
    if [(held.who, held.number) for held in old] == ([(who, lead)] if who else []):
        return
    for held in old:
        yield free(held.who, LEADS)
    if not who:
        return
    ends = () if every else (round_end(max(1, after.round)),)
    yield hold(Held(who, LEADS, ends=ends, number=lead))
    if (after.begun and not woken) or woken:
        yield from _more(rules, after, who, lead)


def _newly_surprised(before: FightState, after: FightState) -> bool:
    return before.round <= 1 and before.holders(SURPRISED) != after.holders(SURPRISED)


def _more(rules: FightRules, state: FightState, who: str, lead: int) -> Iterator[Event]:
    """What a lead adds to a round that has begun."""
    led = rules.budget_of(state.hold(Held(who, LEADS, number=lead)), who)
    now = rules.budget_of(state, who)
    for name, number in led.items():
        if number > now[name]:
            yield spend(who, name, now[name] - number)


# Surprise

WATCH = Ask(
    "alert", "They are", (Option("no", "Unaware", "OBSS-SURP-06"), Option("yes", "On the alert", "OBSS-SURP-07"))
)


def may_surprise(here: Here) -> bool:
    """Whether nobody has acted yet, or tried to surprise others before round 1."""
    return (
        here.state.round <= 1
        and "surprise" not in here.state.done
        and not any(one.did for one in here.state.combatants)
        and not here.state.holds(here.to, SURPRISED)
    )


def ambushed(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The target is surprised, and those of its side who watch no better (OBSS-SURP-01, OBSS-SURP-06)."""
    if roll is None or not (roll.end.grade and roll.end.grade.success) or here.they is None:
        return
    penalty = figure(DEFENDER.row(SURPRISED)["defense"], signed=True)
    for one in here.state.combatants:
        watch = here.rules.values(here.state, one.id, here.who, here.table)["watchful"]
        if (
            one.side == here.target.side
            and watch <= here.they["watchful"]
            and not here.rules.is_down(here.state, one.id)
        ):
            text = f"{one.name}: surprised in round 1, Defense {penalty}"
            yield Proposed(hold(Held(one.id, SURPRISED, ends=(round_end(1),))), text)


def told_lead(held: Held, name: str) -> str:
    """What a lead brings: "Ada leads by 9: a Reaction or Immediate Action more"."""
    more = "a Reaction or Immediate Action more"
    also = ", and an Action more" if held.number >= FACTS.number("initiative_long_lead") else ""
    return f"{name} leads by {counted(held.number, 'point')}: {more}{also}"


AMBUSH = (
    FightAct(
        id="surprise",
        label="Surprise them",
        rule="OBSS-SURP-06",
        calculator="surprise",
        at=FOE,
        any_time=True,
        offered=may_surprise,
        inputs=lambda here: {"alert": here.option(WATCH) == "yes", "reflex_mods": None},
        figures=("p_surprised",),
        asks=lambda here: (WATCH,),
        follows=ambushed,
    ),
)

LATE = (
    FightAct(
        id="roll_initiative",
        label="Roll initiative",
        rule="OBSS-INIT-05",
        calculator="dice_pool",
        at=SELF,
        any_time=True,
        offered=lambda here: is_late(here.rules, here.state, here.who),
        known=lambda here: False,
        bindings={"dice": me.save_dice},
        inputs=lambda here: {"target": None},
        follows=rolls_in,
    ),
)
