"""The bonus or penalty that a game master gives to an attack.

Chapter "Swords, Slings, and Arrows": Defense, Area attacks. The chapter gives no numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....engine.fight.acts import Ask, Here
from ....engine.formatting import figure
from ....engine.inputs import Option

MOST = 10
"""The most that is offered; a weapon's own bonus or an own condition gives any other number."""


def _option(by: int) -> Option:
    return Option(str(by), f"{figure(by, signed=True)} to hit" if by else "No bonus", "RR-AREA-05")


BONUS = Ask("bonus", "Game master's bonus", tuple(map(_option, (*range(MOST + 1), *range(-1, -MOST - 1, -1)))))
"""For the size of an area, for an attack that is hard to parry, or for any other reason (RR-AREA-05, RR-DEF-04)."""


def bonus_inputs(here: Here, more: int = 0) -> Mapping[str, Any]:
    """The bonus to hit with what the game master and `more` add to it; as the sheets have it without them."""
    added = int(here.option(BONUS)) + more
    weapon = here.weapon["hit_bonus"] if here.weapon else 0
    return {"bonus_hit": weapon + here.me["own_attack"] + added} if added else {}
