"""Fighters: combatants with a sheet, the tracks that change in play, and the budget of a turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from ..inputs import OWN
from ..sheet.sheet import CONDITIONS, OWN_CONDITIONS, Sheet
from ..sheet.values import Values
from .state import Combatant, State


class Given(NamedTuple):
    """What a fighter has joined with: the inputs of the sheet, and the id of the stored character or empty."""

    held: Any
    character: str = ""


@dataclass(frozen=True, kw_only=True)
class Fighter(Combatant):
    """A combatant of the fight page.

    - `tracks` are the numbers of the sheet that change in play, by the name of the pool.
    - `budget` is what is left of this round's turn.
    - `most` are the maxima of the tracks that have one.
    - `home` is the place that a fighter takes again as the next round begins, or empty.
    - `initiative` is what the place was rolled with; None if the order was not rolled.
    - `hidden`: nothing that is made for players knows of this fighter.
    - `seen`: players have seen this fighter since the fight began, and know the name.
    """

    given: Given
    tracks: Mapping[str, int] = field(default_factory=dict)
    budget: Mapping[str, int] = field(default_factory=dict)
    most: Mapping[str, int] = field(default_factory=dict)
    home: tuple[int, ...] = ()
    initiative: int | None = None
    hidden: bool = False
    seen: bool = False


@dataclass(frozen=True, kw_only=True)
class FightState(State[Fighter]):
    """A fight of the fight page; round 0 is before it begins.

    `done` are the ids of the acts done so far by anybody: a question that an act has answered is not asked again, even
    if the answer has changed nothing.
    """

    combatants: tuple[Fighter, ...] = ()
    round: int = 0
    mode: str = ""
    done: frozenset[str] = frozenset()

    @property
    def begun(self) -> bool:
        """Whether the first round has begun."""
        return self.round > 0

    def knows(self, who: str) -> bool:
        """Whether there is a fighter with this id."""
        return who in self._by_id


def pools_of(fighter: Fighter) -> dict[str, list[int]]:
    """The pools of a fighter as an event stores them: the value, and the maximum if there is one."""
    return {
        name: [value, *([fighter.most[name]] if name in fighter.most else [])] for name, value in fighter.tracks.items()
    }


def unchanged(state: FightState, who: str, held: Any) -> Any:
    """The inputs of a fighter's sheet, of which a fight changes nothing but tracks and conditions."""
    return held


def values_of(
    sheet: Sheet,
    state: FightState,
    who: str,
    also: tuple[str, ...] = (),
    table: Mapping[str, Any] | None = None,
    *,
    counts: Mapping[str, int] | None = None,
    as_it_stands: Callable[[FightState, str, Any], Any] = unchanged,
) -> Values:
    """The values of a fighter's sheet as the fight stands.

    Facts without another fighter count as conditions do; `also` are further conditions and facts that hold, `counts`
    the numbers of those that count something. `as_it_stands` gives the inputs of the sheet with what else the fight has
    changed of them.
    """
    fighter = state[who]
    ids = [held.id for held in state.of(who) if not held.to]
    chosen = {option.id for option in sheet.conditions.options}
    inputs = as_it_stands(state, who, fighter.given.held)
    held = replace(inputs, **fighter.tracks, **{CONDITIONS: tuple(one for one in ids if one in chosen)})
    own = (f"{OWN}.{index}" for index, _ in enumerate(getattr(held, OWN_CONDITIONS, ())))
    facts = tuple(one for one in ids if one not in chosen and sheet.conditions.knows(one))
    without, further = [one for one in own if one not in ids], tuple(dict.fromkeys((*facts, *also)))
    return Values(sheet, held, without, table, further, counts)
