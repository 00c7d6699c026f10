"""The facts between two fighters, and what a fight of this game asks about them.

Each is a row of facts.toml, which says what it does.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....engine.fight.acts import Here
from ....engine.fight.declared import Fact
from ....engine.fight.fighter_rules import FighterRules
from ....engine.fight.fighters import FightState
from ....engine.fight.state import COMING, Held

MELEE, HALF_COVER, FULL_COVER = "melee", "half_cover", "near_full_cover"
UNSEEN, LONG_RANGE = "unseen", "long_range"
HOLDS, NEW_HOLD, HOLD_DAMAGE = "holds", "new_hold", "hold_damage"
SCREENS, MET_SCREEN, PAST_SCREEN, DIVERTED = "screens", "met_screen", "past_screen", "diverted"
SWARMS, PREPARES, FREE_ATTACK, TENDED = "swarms", "prepares", "free_attack", "tended"
WITHDRAWN, HOLDING_ACTION, UNLOADED = "withdrawn", "holding_action", "unloaded"
MORALE_DUE, BROKEN = "morale_due", "broken"
HIT_DUE, MISSED, STRUCK, LUCK_SPENT = "hit_due", "missed", "struck", "luck_spent"

EXCLUSIVE = ({HALF_COVER, FULL_COVER}, {MELEE, LONG_RANGE})
"""Facts of which only one can hold between two: the newer ends the older."""

FACTS_BETWEEN = (
    Fact(MELEE, "{who} and {to} are in melee", ("engaged",), ("engaged",), both_ways=True),
    Fact(HALF_COVER, "{who} has half cover from {to}"),
    Fact(FULL_COVER, "{who} has full cover from {to}"),
    Fact(UNSEEN, "{to} does not see {who}"),
    Fact(LONG_RANGE, "{who} and {to} are at long range", both_ways=True),
    Fact(HOLDS, "{who} holds {to}", ("grappling",), ("grappled",)),
    Fact(NEW_HOLD, "{who} has just taken hold of {to}", by_hand=False),
    Fact(SCREENS, "{who} screens {to}", ("screening",)),
    Fact(MET_SCREEN, "{who} has met the screen of {to}", by_hand=False),
    Fact(PAST_SCREEN, "{who} is past the screen of {to}", by_hand=False),
    Fact(DIVERTED, "{who} must attack {to}", by_hand=False),
    Fact(SWARMS, "{who} has joined a swarm against {to}", by_hand=False),
    Fact(PREPARES, "{who} prepares an execution of {to}", by_hand=False),
    Fact(FREE_ATTACK, "{who} has a free attack on {to}", by_hand=False),
    Fact(HIT_DUE, "{who} has hit {to}: the damage is due", by_hand=False),
    Fact(MISSED, "The miss of {who} at {to} is open to luck", by_hand=False),
    Fact(STRUCK, "The hit of {to} on {who} is open to luck", by_hand=False),
    Fact(TENDED, "{who} has tended {to}", by_hand=False),
)


def next_turn(state: FightState, who: str) -> int:
    """The round of a fighter's next turn."""
    return state.round + (state[who].turn != COMING) if state.begun else 1


def others(state: FightState, who: str, fact: str) -> Iterator[str]:
    """Those with whom a fighter shares a fact that holds for both."""
    for held in state.held:
        if held.id == fact and held.to and who in (held.who, held.to):
            yield held.to if held.who == who else held.who


def engaged_with(rules: FighterRules, state: FightState, who: str) -> list[str]:
    """The foes in melee with a fighter who are not out of the fight, in the order in which the melee began."""
    side = state[who].side
    found = dict.fromkeys(others(state, who, MELEE))
    return [one for one in found if state[one].side != side and not rules.is_down(state, one)]


def toward(state: FightState, fact: str, to: str) -> list[Held]:
    """Who holds a fact toward a fighter, in the order in which it began."""
    return [held for held in state.held if held.id == fact and held.to == to]


def in_melee(here: Here) -> bool:
    """Whether the actor and the target are in melee with each other."""
    return here.to in others(here.state, here.who, MELEE)
