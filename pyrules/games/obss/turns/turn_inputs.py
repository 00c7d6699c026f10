"""The inputs of the turn tracker: the combatants at the start, and the events.

"Initiative", "Actions in a round" and "Surprise".
"""

from __future__ import annotations

from dataclasses import dataclass

from ....engine.errors import BAD_OPTION, OUT_OF_RANGE, InvalidInput
from ....engine.fight.replay import check_entries
from ....engine.fight.state import Held
from ....engine.inputs import choice, many, record, toggle
from ..table_rules import lead_bonus as lead_rounds
from ..table_rules import total_defense_blocks_attack
from ..tables import FACTS
from .action_costs import LEAD_BONUS, REACTION
from .initiative import ability, name, refuse_same_names
from .initiative_order import result
from .timed_effects import refuse_wrong_effect, takes_number
from .turn_events import EVENT_WORDS, FIGHT, MASTERY, Event
from .turn_state import EFFECTS, TURNS, Is, Round, Standing, lasting

MOST_STEPS = 10
AT_FIRST = "At first"
ENTRIES = {"who": "who", "number": "number", "note": "note"}


@dataclass(frozen=True, kw_only=True)
class Fighter:
    """TRACKED: a combatant at the start of the fight."""

    name: str = name()
    initiative: int = result()
    ability: int = ability()
    surprised: bool = toggle(
        "Surprised", help="They do nothing in the first round.", rule="OBSS-SURP-01", group=AT_FIRST
    )
    parry: bool = toggle("Parry weapon", help="In use, for Prepare Defense.", rule="OBSS-PREP-02", group=AT_FIRST)
    mounted: bool = toggle("Mounted", help="Their mount acts in their turn.", rule="OBSS-MNT-03", group=AT_FIRST)
    ride_skill: bool = toggle("Ride skill", help="Needed to command a mount.", rule="OBSS-MNT-01", group=AT_FIRST)


@dataclass(frozen=True, kw_only=True)
class Tracked:
    """A fight and its events."""

    combatants: tuple[Fighter, ...] = many(
        "Combatants",
        record("Combatant", Fighter, help="Somebody in the fight.", rule="OBSS-INIT-03"),
        1,
        30,
        help="Everybody in the fight, each under a name of their own.",
        rule="OBSS-INIT-03",
    )
    events: tuple[Event, ...] = many(
        "What happens",
        record("Event", Event, help="Somebody does something, or the fight goes on.", rule="OBSS-ACT-05"),
        0,
        300,
        (),
        help="Everything in order; strike the last out to undo it.",
        rule="OBSS-INIT-07",
    )
    lead_bonus: str = choice(
        f"A lead of {FACTS.number('initiative_lead')} gives",
        LEAD_BONUS,
        REACTION,
        help="What the leader takes one more of.",
        rule="OBSS-ACT-03",
        group="Lead in initiative",
    )
    lead_rounds: str = lead_rounds()
    total_defense_blocks_attack: bool = total_defense_blocks_attack()


# Refusals.


def refuse_impossible(a: Tracked) -> None:
    """Refuses equal or unknown names, and events with missing or extra fields."""
    names = [c.name for c in a.combatants]
    refuse_same_names(names, "combatants")
    for index, event in enumerate(a.events):
        for field in ("who", "on"):
            if (name := getattr(event, field)) is not None and name not in names:
                raise InvalidInput(f"events.{index}.{field}", BAD_OPTION, name, f"{name} is not in the fight.")
        refuse_wrong_effect(event.do, event.effect, event.on, event.number, f"events.{index}")
        _refuse_wrong_entries(event, f"events.{index}")


def _refuse_wrong_entries(event: Event, at: str) -> None:
    row = TURNS.find("id", event.do)
    needs, may = (row["needs"], row["may"]) if row else ([], [])
    may = [*may, "who", *(["number"] if takes_number(event.effect) else [])]
    check_entries(event, at, EVENT_WORDS[event.do].label, needs, may, ENTRIES)
    if event.do in MASTERY and event.number is not None and not 1 <= event.number <= MOST_STEPS:
        text = f"The steps of Combat Mastery must be a whole number from 1 to {MOST_STEPS}; got {event.number}."
        raise InvalidInput(f"{at}.number", OUT_OF_RANGE, event.number, text)


# The start.


def at_first(a: Tracked) -> Round:
    """The fight before any event; a combatant who joins later is not in it yet."""
    combatants = tuple(_at_first(c) for c in a.combatants)
    surprised = tuple(lasting(EFFECTS.row(Is.SURPRISED), c.name, c.name, 1) for c in a.combatants if c.surprised)
    late = tuple(Held(name, Is.OUT) for name in _joining(a))
    # With surprise, the last combatants roll in the second round, and the lead counts there (ruling, OBSS-ACT-03).
    fight = Round(combatants=combatants, given=a, held=(*surprised, *late), rolled_in=2 if surprised else 1)
    return FIGHT.settle(FIGHT.begin_round(fight))


def _joining(a: Tracked) -> tuple[str, ...]:
    """The combatants who join before they ever leave."""
    first = {event.who: event.do for event in reversed(a.events) if event.do in ("leave", "join")}
    return tuple(c.name for c in a.combatants if first.get(c.name) == "join")


def _at_first(c: Fighter) -> Standing:
    return Standing(id=c.name, given=c, rolled=c.initiative).placed(c.initiative)
