"""A fight of the step-die game as tests play it: fighters, events that are recorded one after another, typed dice."""

from __future__ import annotations

import pyrules

from .. import fighting

RULES = pyrules.fight_rules("stepdie")
SHEET = RULES.sheet


class Fighting(fighting.Fighting):
    """Fighters in a fight of this game."""

    rules = RULES

    @property
    def held(self) -> list[str]:
        """All conditions and facts in words, with their notes: "bran stowed (Axe)"."""
        words = [(fighting.in_words(one), one.note) for one in self.state.held]
        return [f"{text} ({note})" if note else text for text, note in words]

    def health(self, who: str) -> int:
        return self.state[who].tracks["health"]

    def projectiles(self, who: str) -> int:
        return self.state[who].tracks["projectiles"]

    def turn(self, who: str) -> int:
        """The action of the round that is left."""
        return self.state[who].budget["turn"]
