"""Initiative: by sides or one by one, rolled once and kept, and the surprise round.

Section "Rounds, Initiative, and Surprise". Those of one side act together; ties go to the player characters, or to a
lot, as the calculators of initiative have it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from ....engine.dice import Faces
from ....engine.errors import NeedsFace
from ....engine.fight.acts import Ask, FightAct, Here, Proposed
from ....engine.fight.durations import round_end
from ....engine.fight.fight_rules import FightRules, Order, OrderMode
from ....engine.fight.fighters import FightState
from ....engine.fight.state import Held
from ....engine.formatting import figure
from ....engine.procedure import Roll
from ..tables import FACTS
from ..turns.initiative import PC_FIRST
from ..turns.surprise import ALERTNESS
from .lines import begins

SURPRISED = "surprised"


class Entrant(NamedTuple):
    """A side or a person who rolls: the fighters, the name, the Dexterity modifier, and whether players play it."""

    who: tuple[str, ...]
    name: str
    dex_mod: int
    pc: bool


class Rolled(NamedTuple):
    """An entrant with the face of the die."""

    entrant: Entrant
    face: int

    @property
    def total(self) -> int:
        """The initiative."""
        return self.face + self.entrant.dex_mod


def sides(rules: FightRules, state: FightState) -> list[Entrant]:
    """Each side, with the best modifier among its fighters (WWN-INIT-02)."""
    labels = {one.id: one.label for one in rules.sides}
    found = []
    for side in dict.fromkeys(one.side for one in state.combatants):
        who = tuple(one.id for one in state.combatants if one.side == side)
        values = [rules.values(state, one) for one in who]
        best, pc = max(v["dex_mod"] for v in values), any(v["is_character"] for v in values)
        found.append(Entrant(who, labels.get(side, side), best, pc))
    return found


def people(rules: FightRules, state: FightState) -> list[Entrant]:
    """Each fighter, with the own modifier (WWN-INIT-03)."""
    values = {one.id: rules.values(state, one.id) for one in state.combatants}
    return [
        Entrant((one.id,), one.name, values[one.id]["dex_mod"], values[one.id]["is_character"])
        for one in state.combatants
    ]


def rolled_order(entrants: Sequence[Entrant], faces: Faces, *, players_win_ties: bool) -> Order:
    """One die for each entrant, then a lot for each tie; the highest total acts first (WWN-EXT-INITTIE)."""
    die = FACTS.number("initiative_die")
    rolls = [Rolled(one, _face(faces, die, f"{one.name}, initiative")) for one in entrants]

    def rank(one: Rolled) -> tuple[int, bool]:
        return (-one.total, players_win_ties and not one.entrant.pc)

    ordered: list[Rolled] = []
    for _, equal in groupby(sorted(rolls, key=rank), key=rank):
        ordered += _by_lot([*equal], faces)
    places = {who: (place,) for place, one in enumerate(ordered) for who in one.entrant.who}
    numbers = {who: one.total for one in ordered for who in one.entrant.who}
    return Order(places, tuple(map(_said, ordered)), numbers)


def _by_lot(tied: list[Rolled], faces: Faces) -> list[Rolled]:
    drawn = []
    while len(tied) > 1:
        names = ", ".join(f"{number} {one.entrant.name}" for number, one in enumerate(tied, 1))
        drawn.append(tied.pop(_face(faces, len(tied), f"a tie, by lot: {names}") - 1))
    return [*drawn, *tied]


def _face(faces: Faces, sides: int, label: str) -> int:
    """The face of a die with this label, by which a player knows what to type."""
    try:
        return faces(sides)
    except NeedsFace as needs:
        raise NeedsFace(needs.sides, label) from None


def _said(one: Rolled) -> str:
    dex = f" {figure(one.entrant.dex_mod, signed=True)}" if one.entrant.dex_mod else ""
    return f"{one.entrant.name}: {one.face}{dex} = {one.total}" if dex else f"{one.entrant.name}: {one.face}"


def _mode(entrants: Any) -> Any:
    def roll(rules: FightRules, state: FightState, faces: Faces, table: Mapping[str, Any]) -> Order:
        players_first = table.get("ties", PC_FIRST) == PC_FIRST
        return rolled_order(entrants(rules, state), faces, players_win_ties=players_first)

    return roll


MODES = (
    OrderMode("by_sides", "By sides", _mode(sides), "WWN-INIT-02"),
    OrderMode("one_by_one", "One by one", _mode(people), "WWN-INIT-03"),
)


# Surprise

WATCHERS = Ask("alertness", "The watchers are", ALERTNESS.options())


def may_surprise(here: Here) -> bool:
    """Whether nobody has acted yet."""
    return here.state.round <= 1 and not any(one.did for one in here.state.combatants)


def ambushed(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The other side loses its first round (WWN-SURP-01)."""
    if roll is None or roll.outcome != "Surprise round":
        return
    for one in here.state.combatants:
        if one.side == here.target.side and not here.rules.is_down(here.state, one.id):
            yield begins(Held(one.id, SURPRISED, ends=(round_end(1),)), f"{one.name}: surprised until round 1 ends")


AMBUSH = (
    FightAct(
        id="ambush",
        label="Surprise them",
        rule="WWN-SURP-01",
        calculator="surprise",
        any_time=True,
        offered=may_surprise,
        asks=lambda here: (WATCHERS,),
        inputs=lambda here: {"alertness": here.option(WATCHERS)},
        figures=("p_surprise",),
        follows=ambushed,
    ),
)
