"""A fight of OBSS as tests play it: fighters, events that are recorded one after another, typed dice."""

from __future__ import annotations

import pyrules

from .. import fighting

RULES = pyrules.fight_rules("obss")
SHEET = RULES.sheet


class Fighting(fighting.Fighting):
    """Fighters in a fight of this game."""

    rules = RULES

    def track(self, who: str, name: str) -> int:
        return self.state[who].tracks[name]

    def left(self, who: str, name: str) -> int:
        """What is left of a part of a turn."""
        return self.state[who].budget[name]
