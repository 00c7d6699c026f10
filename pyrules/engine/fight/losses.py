"""What ends as a fighter falls or can no longer act, by what the game's tables say of each condition and fact."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..sheet.conditions import DOWN, OTHER_DOWN, UNABLE
from .events import Event, freed
from .fighter_rules import FighterRules
from .fighters import FightState


def losses(rules: FighterRules, before: FightState, after: FightState) -> Iterator[Event]:
    """The ends of what is lost with a fall or a stun between two states (`lost_when` of the rows)."""
    there = [one.id for one in after.combatants]
    down = {who for who in there if rules.is_down(after, who) and not _was(rules.is_down, before, who)}
    unable = {who for who in there if rules.is_unable(after, who) and not _was(rules.is_unable, before, who)}
    if not down | unable:
        return
    for held in after.held:
        when = rules.sheet.conditions.lost_when(held.id)
        if (
            (DOWN in when and held.who in down)
            or (OTHER_DOWN in when and held.to in down)
            or (UNABLE in when and held.who in unable)
        ):
            yield freed(held)


def _was(test: Callable[[FightState, str], bool], before: FightState, who: str) -> bool:
    return before.knows(who) and test(before, who)
