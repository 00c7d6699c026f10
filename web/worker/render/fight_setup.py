"""What the table settles with the order, such as an ambush: who does it to whom, and the acts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from pyrules.engine.fight.acts import FightAct
from pyrules.engine.fight.fighters import Fighter

from .fight_acts import ActLine, act_line

if TYPE_CHECKING:
    from ..requests.fight_request import Asked

WHO, WHOM = "setup_who", "setup_to"
"""What the view says of the chosen pair."""

Choice = tuple[str, str, list[tuple[str, str]], str]
"""A select: its key in the view, its label, the ids and names, and the chosen id."""


class SetupPart(NamedTuple):
    """The choices of the pair, and the acts that are possible between the two."""

    choices: list[Choice]
    lines: list[ActLine]


def setup_part(at: Asked) -> SetupPart | None:
    """The acts of the game's set-up; None in a game without any, without two sides, and once it is too late."""
    acts = [at.rules.act(one) for one in at.rules.setup]
    pairs = [(who, to) for who in at.state.combatants for to in at.state.combatants if _is_possible(at, acts, who, to)]
    if not pairs:
        return None
    who = _chosen(at, WHO, [one for one, _ in pairs])
    to = _chosen(at, WHOM, [other for one, other in pairs if one is who])
    choices = [
        (WHO, "Who", _names(one for one, _ in pairs), who.id),
        (WHOM, "Whom", _names(other for one, other in pairs if one is who), to.id),
    ]
    here = at.here(who.id, to.id)
    return SetupPart(choices, [act_line(at.view, act, here) for act in acts if act.offered(here)])


def _is_possible(at: Asked, acts: list[FightAct], who: Fighter, to: Fighter) -> bool:
    is_foe = who.side != to.side and not any(at.rules.is_down(at.state, one.id) for one in (who, to))
    return is_foe and any(act.offered(at.here(who.id, to.id)) for act in acts)


def _chosen(at: Asked, key: str, there: list[Fighter]) -> Fighter:
    return next((one for one in there if one.id == at.view.get(key)), there[0])


def _names(there: Iterable[Fighter]) -> list[tuple[str, str]]:
    return list(dict.fromkeys((one.id, one.name) for one in there))
