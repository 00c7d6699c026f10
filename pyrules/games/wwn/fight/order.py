"""Initiative: by sides or one by one, rolled once and kept, and the surprise round.

Section "Rounds, Initiative, and Surprise". Those of one side act together; ties go to the player characters, or to a
lot, as the calculators of initiative have it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from ....engine.dice import Faces
from ....engine.errors import MISSING_FIELD, InvalidInput, NeedsFace
from ....engine.fight.acts import Ask, FightAct, Here, Proposed
from ....engine.fight.durations import round_end
from ....engine.fight.fighter_rules import FighterRules
from ....engine.fight.fighters import FightState
from ....engine.fight.orders import Order, OrderMode, Roller, Totals
from ....engine.fight.state import Held
from ....engine.formatting import figure
from ....engine.procedure import Roll
from ..tables import FACTS
from ..turns.initiative import PC_FIRST
from ..turns.surprise import ALERTNESS
from .lines import begins

SURPRISED = "surprised"


class Entrant(NamedTuple):
    """A side or a person who rolls: its id and fighters, the name, the Dexterity modifier, and if players play it."""

    id: str
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


def sides(rules: FighterRules, state: FightState) -> list[Entrant]:
    """Each side, with the best modifier among its fighters (WWN-INIT-02)."""
    labels = {one.id: one.label for one in rules.sides}
    found = []
    for side in dict.fromkeys(one.side for one in state.combatants):
        who = tuple(one.id for one in state.combatants if one.side == side)
        values = [rules.values(state, one) for one in who]
        best, pc = max(v["dex_mod"] for v in values), any(v["is_character"] for v in values)
        found.append(Entrant(side, who, labels.get(side, side), best, pc))
    return found


def people(rules: FighterRules, state: FightState) -> list[Entrant]:
    """Each fighter, with the own modifier (WWN-INIT-03)."""
    values = {one.id: rules.values(state, one.id) for one in state.combatants}
    return [
        Entrant(one.id, (one.id,), one.name, values[one.id]["dex_mod"], values[one.id]["is_character"])
        for one in state.combatants
    ]


def rolled_order(entrants: Sequence[Entrant], faces: Faces, *, players_win_ties: bool) -> Order:
    """One die for each entrant, then a lot for each tie; the highest total acts first (WWN-EXT-INITTIE)."""
    die = FACTS.number("initiative_die")
    rolls = [Rolled(one, _face(faces, die, f"{one.name}, initiative")) for one in entrants]
    return _ordered(rolls, faces, players_win_ties=players_win_ties)


def _ordered(rolls: Sequence[Rolled], faces: Faces, *, players_win_ties: bool, is_typed: bool = False) -> Order:
    def rank(one: Rolled) -> tuple[int, bool]:
        return (-one.total, players_win_ties and not one.entrant.pc)

    ordered: list[Rolled] = []
    for _, equal in groupby(sorted(rolls, key=rank), key=rank):
        ordered += _by_lot([*equal], faces)
    places = {who: (place,) for place, one in enumerate(ordered) for who in one.entrant.who}
    numbers = {who: one.total for one in ordered for who in one.entrant.who}
    lines = (f"{one.entrant.name}: {one.total}" if is_typed else _said(one) for one in ordered)
    return Order(places, tuple(lines), numbers)


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


Entrants = Callable[[FighterRules, FightState], list[Entrant]]


def _mode(mode: str, label: str, rule: str, entrants: Entrants) -> OrderMode:
    def players_first(table: Mapping[str, Any]) -> bool:
        return bool(table.get("ties", PC_FIRST) == PC_FIRST)

    def roll(rules: FighterRules, state: FightState, faces: Faces, table: Mapping[str, Any]) -> Order:
        return rolled_order(entrants(rules, state), faces, players_win_ties=players_first(table))

    def typed(rules: FighterRules, state: FightState, totals: Mapping[str, int], table: Mapping[str, Any]) -> Order:
        """A tie that goes to neither side is settled as listed; the table may change that."""
        rolls = []
        for one in entrants(rules, state):
            known = state[one.who[0]].initiative if state.mode == mode else None
            total = totals.get(one.id, known)
            if total is None:
                text = f"Type a total for each; that of {one.name} is missing."
                raise InvalidInput(f"totals.{one.id}", MISSING_FIELD, None, text)
            rolls.append(Rolled(one, total - one.dex_mod))
        return _ordered(rolls, lambda sides: 1, players_win_ties=players_first(table), is_typed=True)

    def rollers(rules: FighterRules, state: FightState) -> list[Roller]:
        return [Roller(one.id, one.name, one.who) for one in entrants(rules, state)]

    return OrderMode(mode, label, roll, rule, Totals(rollers, typed))


MODES = (
    _mode("by_sides", "By sides", "WWN-INIT-02", sides),
    _mode("one_by_one", "One by one", "WWN-INIT-03", people),
)


# Surprise

WATCHERS = Ask("alertness", "The watchers are", ALERTNESS.options())


def may_surprise(here: Here) -> bool:
    """Whether nobody has acted yet, been surprised, or tried to surprise others before round 1."""
    state = here.state
    is_settled = "ambush" in state.done or bool(state.holders(SURPRISED))
    return state.round <= 1 and not is_settled and not any(one.did for one in state.combatants)


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
        names=lambda here: {"Ambusher": here.actor.name, "Watcher": here.target.name},
        follows=ambushed,
    ),
)
