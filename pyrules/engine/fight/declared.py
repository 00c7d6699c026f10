"""Parts of what a game declares for its fights: the parts of a turn, facts between two, and what is asked for now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from ..sheet.values import Values


class BudgetPart(NamedTuple):
    """A part of a turn: its name, its label in lower case, and how many a fighter has each round."""

    name: str
    label: str
    number: Callable[[Values], int]


class Fact(NamedTuple):
    """A fact between two fighters.

    The rows of the table of facts give its label and effects. `label` says it of `{who}` toward `{to}`, with its
    `{number}` if it counts something. `gives` are the
    conditions that its holder has, `gives_other` those of the other. `both_ways`: it holds for both at once. `counts`
    asks for the number of a fact that a player sets by hand; a fact without it has none. A fighter's line has the facts
    that are set by hand, and those that are `listed`. `notes` are the words for notes that are ids.
    """

    id: str
    label: str
    gives: tuple[str, ...] = ()
    gives_other: tuple[str, ...] = ()
    both_ways: bool = False
    by_hand: bool = True
    listed: bool = False
    counts: str = ""
    notes: Mapping[str, str] = MappingProxyType({})


class Due(NamedTuple):
    """Something that the rules ask for now: a sentence, and the act that does it, if it is one.

    `chooses`: the act is chosen in the panel of `to` instead of rolled at once. `deadly`: somebody dies of it,
    or may be saved now; pages show it first. `instead` are others who may do it in place of `who`.
    """

    text: str
    act: str = ""
    who: str = ""
    to: str = ""
    rule: str = ""
    chooses: bool = False
    deadly: bool = False
    instead: tuple[str, ...] = ()
