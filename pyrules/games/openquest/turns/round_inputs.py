"""The inputs of the round tracker: each combatant's start, and the events.

"Combat Rounds" and "Combat Actions".
"""

from __future__ import annotations

from dataclasses import dataclass

from ....engine.errors import BAD_OPTION, MISSING_FIELD, InvalidInput, not_allowed
from ....engine.inputs import Option, choice, many, number, record, text, toggle
from ..skills.skill import PERCENT
from ..tables import FACTS
from .order_inputs import ACTIONS, DELAY, LONGEST_NAME, OPEN_ACTIONS

EVENTS = FACTS.table("round_events")
SHIELDS = FACTS.table("shields")

NONE = "none"
WAIT = ACTIONS.row(DELAY)
EVERY_ACTION = (*OPEN_ACTIONS, Option(DELAY, WAIT["label"], WAIT["rule"]))
EVERY_EVENT = (*EVERY_ACTION, *EVENTS.options())

DEFEND_ONLY, DEFENCELESS = "defend_only", "defenceless"
SURPRISES = (
    Option(NONE, "No", "OQ-SUR-06"),
    Option(DEFEND_ONLY, "May only defend", "OQ-SUR-06"),
    Option(DEFENCELESS, "Not even that", "OQ-SUR-07"),
)
OFFHAND_BONUS, OFFHAND_PARRY = "bonus", "parry"
OFFHANDS = (
    Option(NONE, "Nothing", "OQ-TWO-01"),
    Option(OFFHAND_BONUS, "A bonus attack", "OQ-TWO-05"),
    Option(OFFHAND_PARRY, "An extra parry", "OQ-TWO-02"),
)

NEXT_ROUND = "next_round"

GEAR, STATE = "Weapons and shield", "As the round starts"


@dataclass(frozen=True, kw_only=True)
class Tracked:
    """TRACKED COMBATANT: a combatant at the start of the round."""

    name: str = text("Name", LONGEST_NAME, help="What the combatant is called; no two the same.", rule="OQ-RND-02")
    declared: str | None = choice(
        "Declared",
        EVERY_ACTION,
        None,
        help="The action that was declared; empty if anything goes.",
        rule="OQ-RND-02",
        nullable=True,
        empty="nothing",
    )
    move_rate: int = number(
        "Movement rate",
        0,
        300,
        FACTS.number("movement_rate_m"),
        help="How far the free move of a round goes.",
        rule="OQ-MOV-01",
        unit="meters",
        group=STATE,
    )
    shield: str = choice(
        "Shield",
        (Option(NONE, "None", "OQ-CC-09"), *SHIELDS.options()),
        NONE,
        help="Some actions need one of a certain size.",
        rule="OQ-CC-09",
        group=GEAR,
    )
    two_weapons: bool = toggle("Two weapons", help="A second weapon in the off hand.", rule="OQ-TWO-01", group=GEAR)
    offhand_use: str = choice(
        "The off hand gives", OFFHANDS, NONE, help="The choice of the round.", rule="OQ-TWO-01", group=GEAR
    )
    ready: bool = toggle("Weapon ready", True, help="Drawn, and loaded.", rule="OQ-OTH-05", group=GEAR)
    surprised: str = choice(
        "Surprised", SURPRISES, NONE, help="What surprise leaves them this round.", rule="OQ-SUR-06", group=STATE
    )
    lost_round: bool = toggle("Round lost", help="To a fumble.", rule="OQ-FUM-05", group=STATE)
    berserk: bool = toggle(
        "Berserk", help="Under the spell: no defense, no spells, no surrender.", rule="EXT-18", group=STATE
    )
    prone: bool = toggle("Prone", help="On the ground.", rule="OQ-ACT-04", group=STATE)
    aim: int = number("Rounds of aim", 0, 50, 0, help="Spent aiming, up to now.", rule="OQ-RNG-04", group=STATE)
    aim_at: str | None = text(
        "Aims at", LONGEST_NAME, None, help="The target aimed at.", rule="OQ-RNG-03", group=STATE, nullable=True
    )
    ranged: int | None = number(
        "Ranged Combat",
        *PERCENT,
        None,
        help="With everything else that changes it: aim raises it to 100 % at most.",
        rule="OQ-RNG-02",
        unit="%",
        group=STATE,
        nullable=True,
    )
    shield_set: bool = toggle(
        "Shield set", help="As cover against missiles; the action waits.", rule="OQ-SHD-06", group=STATE
    )
    mount_bolts: bool = toggle(
        "Mount bolts",
        help="The Riding test of the round has failed: no action, and only Dodge to defend with.",
        rule="OQ-MNT-07",
        group=STATE,
    )
    weapon_set: bool = toggle("Weapon set", help="Against a charge.", rule="OQ-CC-15", group=STATE)


@dataclass(frozen=True, kw_only=True)
class Event:
    """EVENT: an action of a combatant."""

    who: str | None = text(
        "Who",
        LONGEST_NAME,
        None,
        help="One of the combatants; empty only for the next round.",
        rule="OQ-RND-05",
        nullable=True,
        empty="all",
    )
    do: str = choice("Does", EVERY_EVENT, help="An action, a reaction, or what comes besides.", rule="OQ-ACT-00")
    metres: int = number(
        "Distance", 0, 1000, 0, help="How far, for a move.", rule="OQ-MOV-01", unit="meters", group="Move"
    )
    target: str | None = text(
        "At",
        LONGEST_NAME,
        None,
        help="Whom an attack or aim is directed at: one of the combatants, or anybody else.",
        rule="OQ-RND-02",
        group="Target",
        nullable=True,
    )


@dataclass(frozen=True, kw_only=True)
class TrackedRound:
    """A round and its events."""

    round: int = number("Round", 1, 100000, 1, help="Which round of the fight.", rule="OQ-PHY-02")
    combatants: tuple[Tracked, ...] = many(
        "Combatants",
        record("Combatant", Tracked, help="Somebody in the fight.", rule="OQ-RND-02"),
        1,
        30,
        help="Everybody in the fight, each under a name of their own.",
        rule="OQ-RND-02",
    )
    events: tuple[Event, ...] = many(
        "What happens",
        record("Event", Event, help="Somebody does something.", rule="OQ-RND-05"),
        0,
        100,
        (),
        help="Everything that anybody does, in order.",
        rule="OQ-RND-05",
    )


def refuse_wrong_names(a: TrackedRound) -> None:
    """Refuses equal names, and events of unknown combatants."""
    names = [c.name for c in a.combatants]
    for index, name in enumerate(names):
        if name in names[:index]:
            raise not_allowed(f"combatants.{index}.name", name, f"There are two called {name}; names must differ.")
    for index, event in enumerate(a.events):
        if event.who is None and event.do != NEXT_ROUND:
            raise InvalidInput(f"events.{index}.who", MISSING_FIELD, None, "Say who does this.")
        if event.who is not None and event.who not in names:
            text = f"{event.who} is not in the fight."
            raise InvalidInput(f"events.{index}.who", BAD_OPTION, event.who, text)
