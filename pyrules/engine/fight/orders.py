"""How a game rolls the order of its fighters, and how players who roll their own dice type the totals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ..dice import Faces
from .fighter_rules import FighterRules
from .fighters import FightState


class Order(NamedTuple):
    """A rolled order: the places, a sentence for each fighter or side, and the numbers that the list shows."""

    places: Mapping[str, tuple[int, ...]]
    lines: tuple[str, ...]
    numbers: Mapping[str, int] = {}


class Roller(NamedTuple):
    """A fighter or side that rolls once: its id, its name, and the fighters whose places that gives."""

    id: str
    name: str
    who: tuple[str, ...]


class Totals(NamedTuple):
    """How an order comes from totals that players type.

    `rollers` gives those who roll. `order` gives the order by their totals, by id; those without a total keep their
    places, or `InvalidInput` says that all must have one.
    """

    rollers: Callable[[FighterRules, FightState], Sequence[Roller]]
    order: Callable[[FighterRules, FightState, Mapping[str, int], Mapping[str, Any]], Order]


class Declaration(NamedTuple):
    """What fighters say that they will do in a round: the act that says it, and the condition that then holds.

    The act has no dice, and its first choice is what the fighter will do. The note of the condition repeats it.
    """

    act: str
    held: str


class OrderMode(NamedTuple):
    """A way to bring fighters in order: its id and label, the roll, and the id of its rule.

    `totals` takes what players have rolled and added up themselves. `has_dice` is false for an order without dice,
    which has no totals either.
    """

    id: str
    label: str
    roll: Callable[[FighterRules, FightState, Faces, Mapping[str, Any]], Order]
    rule: str = ""
    totals: Totals | None = None
    has_dice: bool = True
