"""The inputs of the turn tracker: the combatants at the start, and the events.

"Initiative", "Actions in a round" and "Surprise".
"""

from __future__ import annotations

from dataclasses import dataclass

from ....engine.errors import BAD_OPTION, MISSING_FIELD, OUT_OF_RANGE, InvalidInput, not_allowed
from ....engine.inputs import choice, many, record, toggle
from ..table_rules import lead_bonus as lead_rounds
from ..table_rules import total_defense_blocks_attack
from ..tables import FACTS
from .action_costs import LEAD_BONUS, REACTION
from .initiative import ability, name, refuse_same_names
from .initiative_order import result
from .timed_effects import refuse_wrong_effect, takes_number
from .turn_events import EVENT_WORDS, MASTERY, TURNS, Event
from .turn_state import EFFECTS, Fight, Standing, begin, effect, settled

MOST_STEPS = 10
AT_FIRST = "At first"


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
        if event.who is not None and event.who not in names:
            raise InvalidInput(f"events.{index}.who", BAD_OPTION, event.who, f"{event.who} is not in the fight.")
        if event.on is not None and event.on not in names:
            raise InvalidInput(f"events.{index}.on", BAD_OPTION, event.on, f"{event.on} is not in the fight.")
        refuse_wrong_effect(event.do, event.effect, event.on, event.number, f"events.{index}")
        _refuse_wrong_entries(event, f"events.{index}")


def _refuse_wrong_entries(event: Event, at: str) -> None:
    row = TURNS.find("id", event.do)
    needs, may = (row["needs"], row["may"]) if row else ([], [])
    may = [*may, "number"] if takes_number(event.effect) else may
    label = f'"{EVENT_WORDS[event.do].label}"'
    for entry, value in (("who", event.who), ("number", event.number), ("note", event.note)):
        if entry in needs and value is None:
            raise InvalidInput(f"{at}.{entry}", MISSING_FIELD, None, f"{label} needs the entry {entry}.")
        if entry != "who" and value is not None and entry not in (*needs, *may):
            raise not_allowed(f"{at}.{entry}", value, f"{label} takes no {entry}.")
    if event.do in MASTERY and event.number is not None and not 1 <= event.number <= MOST_STEPS:
        text = f"The steps of Combat Mastery must be a whole number from 1 to {MOST_STEPS}; got {event.number}."
        raise InvalidInput(f"{at}.number", OUT_OF_RANGE, event.number, text)


# The start.


def at_first(a: Tracked) -> Fight:
    """The fight before any event."""
    everybody = tuple(_at_first(c) for c in a.combatants)
    # With surprise, the last combatants roll in the second round, and the lead counts there (ruling, OBSS-ACT-03).
    rolled_in = 2 if any(c.surprised for c in a.combatants) else 1
    return settled(begin(Fight(1, everybody, rolled_in, a.lead_rounds == "every_round", a.lead_bonus)))


def _at_first(c: Fighter) -> Standing:
    s = Standing(c.name, c.initiative, c.initiative, c.ability, c.ride_skill, c.parry, c.surprised, mounted=c.mounted)
    return s.with_effect(effect(EFFECTS.row("surprised"), 1)) if c.surprised else s
