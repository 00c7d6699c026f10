"""A fight of OpenQuest as tests play it: fighters, events that are recorded one after another, typed dice."""

from __future__ import annotations

import pyrules

from .. import fighting

RULES = pyrules.fight_rules("openquest")
SHEET = RULES.sheet
SCENE = "How far, how light, any surprise?"


class Fighting(fighting.Fighting):
    """Fighters in a fight of this game."""

    rules = RULES

    def labels_or_none(self, act: str, who: str, to: str = "", weapon: int | None = None) -> list[str] | None:
        """The reactions that are open to a target; None without any."""
        asks = RULES.act(act).asks(self.here(who, to, weapon))
        return next(([one.label for one in ask.options] for ask in asks if ask.name == "defense"), None)

    @property
    def due(self) -> list[str]:
        """What the rules ask for, besides the scene."""
        return [one for one in super().due if one != self.scene_question]

    @property
    def scene_question(self) -> str:
        """The question about the distance and the light; empty if nothing asks for them."""
        return next((one for one in super().due if one.startswith("How far, how light")), "")

    @property
    def order(self) -> list[list[str]]:
        """The fighters by place."""
        return [[one.id for one in place] for place in self.state.order]

    def hit_points(self, who: str) -> int:
        return self.state[who].tracks["hit_points"]

    def fortune(self, who: str) -> int:
        return self.state[who].tracks["fortune"]

    def actions(self, who: str) -> int:
        return self.state[who].budget["action"]
