"""What turns are tracked by: how somebody starts, and what they do, round after round.

"Universal combat actions", "Defensive options", "Melee combat actions" and "Ranged combat actions".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...engine.fields import Option, choice, many, number, pick, record, text, toggle
from .facts import FACTS
from .hold import STRATEGIES

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
MORE = "More about it"


def _items(label: str, *, help: str, rule: str, group: str = "", default: Any = ()) -> Any:
    item = text("Item", LONGEST_NAME, help="What it is called.", rule=rule)
    return many(label, item, 0, MOST_ITEMS, default, help=help, rule=rule, group=group)


def action(label: str, *, help: str, rule: str, barred: dict[str, str] | None = None, group: str = "") -> Any:
    """The input for one of all actions, where there is one."""
    return choice(
        label,
        EVERY_ACTION,
        None,
        barred=barred or {},
        help=help,
        rule=rule,
        nullable=True,
        empty="none",
        group=group,
    )


@dataclass(frozen=True, kw_only=True)
class Event:
    """EVENT: you do something, or something happens."""

    do: str = choice("What", TURNS.options(), help="What happens.", rule="S2-TURN-01")
    name: str | None = action("Action", help="Which action, where you act.", rule="S2-TURN-01")
    item: str | None = text(
        "Item",
        LONGEST_NAME,
        None,
        help="What is tossed, thrown, used or knocked out of your hand.",
        rule="S2-TOSS-03",
        nullable=True,
        empty="none",
        group=MORE,
    )
    items: tuple[str, ...] = _items(
        "In hand then", help="For Equip: all that you hold after it.", rule="S2-EQUIP-01", group=MORE
    )
    drop: bool = toggle(
        "Drop the rest", help="For Equip: what you no longer hold falls.", rule="S2-EQUIP-01", group=MORE
    )
    what: str | None = action(
        "Prepared action", help="For Prepare: what you mean to do.", rule="S2-PREP-02", barred=NO_SPELLS, group=MORE
    )
    count: int = number(
        "Projectiles", 1, TWO, 1, help="For Reload: two only for a Double Shot.", rule="S2-DOUBLE-01", group=MORE
    )
    free: bool = toggle(
        "As a free action",
        help="For Mount on a roll, and for Stand once Health is back above 0.",
        rule="S2-MOUNT-02",
        group=MORE,
    )
    willing: bool = toggle("Willing", True, help="For Step: the ally agrees.", rule="S2-STEP-02", group=MORE)
    parried: bool = toggle(
        "Just parried with it", help="Only such an item can be sent flying.", rule="S2-DISARM-03", group=MORE
    )
    fling_ft: int = number(
        "Sent flying",
        0,
        FACTS.number("disarm_fling_ft"),
        0,
        help="How far a disarmed item flies.",
        rule="S2-DISARM-03",
        unit="feet",
        group=MORE,
    )


@dataclass(frozen=True, kw_only=True)
class TurnTracked:
    """What somebody carries, and everything that happens."""

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
    events: tuple[Event, ...] = many(
        "What happens",
        record("Event", Event, help="You do something, or something happens.", rule="S2-TURN-01"),
        0,
        MOST_EVENTS,
        (),
        help="Everything in order, each round begun by its own event.",
        rule="S2-TURN-01",
    )
