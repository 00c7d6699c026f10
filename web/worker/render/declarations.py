"""What fighters declare for a round, in a game in which they say so: who can, what they have said, and what last."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from pyrules.engine.fight.acts import Ask, FightAct, Here
from pyrules.engine.fight.events import Event
from pyrules.engine.fight.odds import roll, why_not
from pyrules.engine.fight.orders import Declaration
from pyrules.engine.inputs import Option

if TYPE_CHECKING:
    from ..requests.fight_request import Asked


USUAL = ""
"""Instead of an option: what is most usual for each fighter."""


class Declaring:
    """A fighter who can declare now."""

    def __init__(self, at: Asked, declaration: Declaration, act: FightAct, here: Here) -> None:
        self.at, self.declaration, self.act, self.here = at, declaration, act, here
        self.who = here.who

    @cached_property
    def ask(self) -> Ask:
        """The choice of what is declared."""
        return self.act.asks(self.here)[0]

    @property
    def options(self) -> tuple[Option, ...]:
        """What can be declared; the first is the most usual."""
        return self.ask.options

    @property
    def declared(self) -> str:
        """What is declared for this round, or empty."""
        held = self.at.state.find(self.who, self.declaration.held)
        return held.note if held else ""

    def event(self, option: Option) -> Event:
        """The act of declaring, with what follows."""
        here = self.at.here(self.who, options={self.ask.name: option.id})
        return roll(self.act, here, _no_dice).event

    def last(self) -> Option | None:
        """What was declared last, as an option of now; None without an earlier declaration."""
        note = self.last_note
        return next((one for one in self.options if note and self._begins(self.event(one), note)), None)

    @cached_property
    def last_note(self) -> str:
        """What was declared last, in the words of the condition; or empty."""
        changes = (change for entry in reversed(self.at.entries) for change in entry.event.then)
        return next((str(change.get("note")) for change in changes if self._is_declared(change)), "")

    def _is_declared(self, change: Event) -> bool:
        return change.do == "hold" and change.who == self.who and change.get("id") == self.declaration.held

    def _begins(self, event: Event, note: str) -> bool:
        return any(self._is_declared(change) and change.get("note") == note for change in event.then)


def _no_dice(sides: int) -> int:
    raise AssertionError("a declaration is not rolled")


def declaring(at: Asked) -> list[Declaring]:
    """The fighters who can declare now, in order; nobody in a game without declarations."""
    declaration = at.rules.declares
    if declaration is None:
        return []
    act = at.rules.act(declaration.act)
    heres = [at.here(one.id) for place in at.state.order for one in place if not at.rules.is_down(at.state, one.id)]
    return [Declaring(at, declaration, act, here) for here in heres if act.offered(here) and not why_not(act, here)]


class DeclareLine(NamedTuple):
    """A fighter who can declare: the id, the name, what is declared, and what can be."""

    who: str
    name: str
    declared: str
    options: tuple[Option, ...]


class DeclareButton(NamedTuple):
    """One tap with which several fighters declare: what it says, and its request."""

    id: str
    text: str
    request: Mapping[str, object]


class Declarations(NamedTuple):
    """The part of the order's panel in which fighters declare."""

    buttons: list[DeclareButton]
    lines: list[DeclareLine]


def declarations(at: Asked) -> Declarations | None:
    """What the panel shows; None if nobody can declare."""
    found = declaring(at)
    if not found:
        return None
    lines = [DeclareLine(one.who, at.state[one.who].name, one.declared, one.options) for one in found]
    open_ones = [one for one in found if not one.declared]
    again = [one.who for one in open_ones if one.last_note]
    buttons = [DeclareButton("again", "As last round", {"who": again})] if again else []
    for side in at.rules.sides:
        mine = [one for one in open_ones if at.state[one.who].side == side.id]
        if mine:
            usual = {one.options[0].label.partition(":")[0] for one in mine}
            label = usual.pop() if len(usual) == 1 else "usual action"
            request = {"who": [one.who for one in mine], "option": USUAL}
            buttons.append(DeclareButton(side.id, f"All {side.label.lower()}: {label}", request))
    return Declarations(buttons, lines)
