"""Morale: the chance that foes give up the fight.

The combat chapter only says that skills can sway people; the roll comes from the SRD.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import d
from ....engine.inputs import number
from ....engine.procedure import Modifier, Procedure, throw
from ..tables import FACTS

SCORE = (2, 12)
"""The range of Morale scores."""


@dataclass(frozen=True, kw_only=True)
class Morale:
    """Foes who check Morale (WWN-EXT-MORALE)."""

    score: int = number(
        "Morale", *SCORE, help="The foes' Morale score. Player characters never roll.", rule="WWN-EXT-MORALE"
    )
    roll_mod: int = number(
        "Roll modifier",
        -6,
        6,
        0,
        help="What shakes them (plus) or steadies them (minus); the rules give no numbers for it.",
        rule="WWN-EXT-MORALE",
        signed=True,
    )


class Nerve(NamedTuple):
    """The state of a Morale check."""

    breaks: bool = False


def morale(a: Morale) -> Procedure[Nerve]:
    """A Morale check: a roll above the score breaks the foes."""
    dice = d(FACTS.number("morale_die")).times(FACTS.number("morale_dice"))
    modifiers = (Modifier("Roll modifier", a.roll_mod, "WWN-EXT-MORALE"),) if a.roll_mod else ()
    return Procedure(
        Nerve(),
        (
            throw(
                f"Morale against {a.score}",
                dice.map(lambda n: n + a.roll_mod > a.score),
                lambda s, breaks: Nerve(breaks),
                rule="WWN-EXT-MORALE",
                modifiers=modifiers,
                adds=modifiers,
                tell=lambda breaks, s: "they break" if breaks else "they fight on",
            ),
        ),
        lambda s: "They break" if s.breaks else "They fight on",
    )


def _morale(a: Morale) -> dict[str, Any]:
    return {"p_breaks": morale(a).odds().p(lambda s: s.breaks)}


MORALE = Calculator(
    id="wwn.morale",
    title="Morale",
    summary="The chance that foes lose heart and break.",
    inputs=Morale,
    outputs=(out.percent("p_breaks", "they break", rule="WWN-EXT-MORALE", headline=True),),
    compute=_morale,
    also=("WWN-SKILL-05",),
    start={"score": 8},
    rolls=(RollOption("morale", "Roll it", morale),),
)
