"""The inputs of the turn tracker: the starting state and the events, round after round.

"Universal combat actions", "Defensive options", "Melee combat actions" and "Ranged combat actions".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine.inputs import Option, choice, many, number, pick, record, text, toggle
from ..holds.hold import STRATEGIES
from ..rolls.default_inputs import failures_to_ko
from ..tables import FACTS

TURNS = FACTS.table("turn_events")
OTHERS = FACTS.table("other_actions")
EVERY_ACTION = (*FACTS.table("actions").options(), *OTHERS.options(), *STRATEGIES)
LABELS = {option.id: option.label for option in EVERY_ACTION}

LONGEST_NAME = 40
MOST_ITEMS = 20
MOST_EVENTS = 100
MOST_PROJECTILES = 1000
TWO = FACTS.number("double_shot_projectiles")

NO_SPELLS = {"spell": "Spells cannot be prepared."}

STATES = tuple(
    Option(row["id"], row["label"], row["rule"])
    for row in FACTS.table("conditions").rows
    if row["id"] in ("grounded", "stunned", "incapacitated", "unconscious", "smoldering", "grappled")
)
"""The conditions that limit the use of a turn."""


def _items(label: str, *, help: str, rule: str, default: Any = (), **common: Any) -> Any:
    item = text("Item", LONGEST_NAME, help="What it is called.", rule=rule)
    return many(label, item, 0, MOST_ITEMS, default, help=help, rule=rule, **common)


def action(label: str, *, help: str, rule: str, barred: dict[str, str] | None = None, **common: Any) -> Any:
    """The optional input for one of all actions."""
    return choice(
        label,
        EVERY_ACTION,
        None,
        barred=barred or {},
        help=help,
        rule=rule,
        nullable=True,
        empty="none",
        **common,
    )


@dataclass(frozen=True, kw_only=True)
class Event:
    """EVENT: an action, or something that happens to the character."""

    do: str = choice("What", TURNS.options(), help="What happens.", rule="S2-TURN-01")
    name: str | None = action(
        "Action", only_for={"do": ("action", "riposte")}, help="Which action, where you act.", rule="S2-TURN-01"
    )
    item: str | None = text(
        "Item",
        LONGEST_NAME,
        None,
        only_for={"do": ("disarmed",), "name": ("toss", "throw", "interact", "equip")},
        help="What is tossed, thrown, used or knocked out of your hand.",
        rule="S2-TOSS-03",
        nullable=True,
        empty="none",
    )
    items: tuple[str, ...] = _items(
        "In hand then", only_for={"name": ("equip",)}, help="For Equip: all that you hold after it.", rule="S2-EQUIP-01"
    )
    drop: bool = toggle(
        "Drop the rest",
        only_for={"name": ("equip",)},
        help="For Equip: what you no longer hold falls.",
        rule="S2-EQUIP-01",
    )
    what: str | None = action(
        "Prepared action",
        only_for={"name": ("prepare",)},
        help="For Prepare: what you mean to do.",
        rule="S2-PREP-02",
        barred=NO_SPELLS,
    )
    count: int = number(
        "Projectiles",
        1,
        TWO,
        1,
        only_for={"name": ("reload",)},
        help="For Reload: two only for a Double Shot.",
        rule="S2-DOUBLE-01",
    )
    free: bool = toggle(
        "As a free action",
        only_for={"name": ("mount", "stand")},
        help="For Mount on a roll, and for Stand once Health is back above 0.",
        rule="S2-MOUNT-02",
    )
    willing: bool = toggle(
        "Willing", True, only_for={"name": ("step",)}, help="For Step: the ally agrees.", rule="S2-STEP-02"
    )
    parried: bool = toggle(
        "Just parried with it",
        only_for={"do": ("disarmed",)},
        help="Only such an item can be sent flying.",
        rule="S2-DISARM-03",
    )
    fling_ft: int = number(
        "Sent flying",
        0,
        FACTS.number("disarm_fling_ft"),
        0,
        only_for={"do": ("disarmed",)},
        help="How far a disarmed item flies.",
        rule="S2-DISARM-03",
        unit="feet",
    )


@dataclass(frozen=True, kw_only=True)
class TurnTracked:
    """The items carried, and all events."""

    equipped: tuple[str, ...] = _items("In hand", help="What you hold; a shield is called so.", rule="S2-EQUIP-01")
    inventory: tuple[str, ...] = _items(
        "Inventory", help="What else you carry.", rule="S2-INTERACT-02", group="Carried"
    )
    projectiles: int = number(
        "Projectiles", 0, MOST_PROJECTILES, 0, help="Those not loaded yet.", rule="S2-RELOAD-01", group="Carried"
    )
    loaded: int = pick(
        "Loaded",
        (
            Option("0", "empty", "S2-RELOAD-01"),
            Option("1", "one", "S2-RELOAD-01"),
            Option("2", "two", "S2-DOUBLE-01"),
        ),
        0,
        help="The projectiles in the weapon.",
        rule="S2-RELOAD-01",
        group="Carried",
    )
    bladed: bool | None = toggle(
        "Bladed weapon in hand",
        None,
        help="Only such a weapon avoids armor; empty if nobody asks.",
        rule="S2-AVOID-03",
        group="Carried",
        nullable=True,
        empty="unsaid",
    )
    conditions: tuple[str, ...] = many(
        "Conditions at first",
        choice("Condition", STATES, help="It holds as the tracker starts.", rule="S2-GROUND-01"),
        0,
        len(STATES),
        (),
        unique=True,
        help="What holds before anything happens.",
        rule="S2-GROUND-01",
        group="Conditions",
    )
    failures_to_ko: int = failures_to_ko()
    events: tuple[Event, ...] = many(
        "What happens",
        record("Event", Event, help="You do something, or something happens.", rule="S2-TURN-01"),
        0,
        MOST_EVENTS,
        (),
        help="Everything in order, each round begun by its own event.",
        rule="S2-TURN-01",
    )
