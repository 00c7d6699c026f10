"""The attacks of a round as they count: their names, their number, whom they are with, and what they cost.

"Multiple attacks" and "Charge".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ....engine.fight.acts import Here
from ....engine.fight.fighters import FightState
from ....engine.formatting import figure
from ....engine.procedure import counted
from ..maneuvers.maneuver import KINDS
from ..modifiers.sequence import CHARGE
from ..sheet.weapon import MELEE
from ..tables import FACTS
from .budget import ACTIONS, ROWS

ATTACK, THROW, PRECISE, HELP, SET = "attack", "throw", "precise_strike", "help_in_melee", "set_weapon"
ENGAGED, AIMS, GRAPPLES, PAIRED, GUARDS = "engaged", "aims", "grapples", "paired", "guards_with_second"
COUNTED = {ATTACK, THROW, *(row["id"] for row in ROWS.rows if row["attacks"]), *(kind.id for kind in KINDS)}
"""The acts that make the next attack of the round harder (OBSS-MULT-05, OBSS-MAN-02)."""
RIDES, MONSTER = "rides", "monster"
PLAIN = (ATTACK, THROW)
WITH_A_WEAPON = (*PLAIN, PRECISE, CHARGE)


def made(here: Here) -> int:
    """The attacks of this round, as the penalty of the next one counts them; a charge counts twice (OBSS-CHG-07)."""
    return counted_in(here.actor.did)


def counted_in(did: tuple[str, ...]) -> int:
    """The attacks among these acts, of which a charge counts twice."""
    return sum(one in COUNTED for one in did) + did.count(CHARGE)


def next_penalty(state: FightState, who: str) -> str:
    """What the attacks of this round cost the next one: "2 attacks before it, -10"; empty without a cost."""
    before = counted_in(state[who].did)
    if not before or state.holds(who, PAIRED, MONSTER):
        return ""
    penalty = figure(FACTS.number("further_attack_step") * before, signed=True)
    return f"{counted(before, 'attack')} before it, {penalty}"


def attack_cost(here: Here) -> Mapping[str, int]:
    """An Action for each attack; three Actions are enough for any number (OBSS-MULT-01 to -03)."""
    before = sum(one in PLAIN for one in here.actor.did)
    return {} if before >= FACTS.number("many_attacks_actions") else {ACTIONS: FACTS.number("attack_actions")}


def with_a_weapon(here: Here) -> int:
    """The weapon attacks of this round."""
    return sum(one in WITH_A_WEAPON for one in here.actor.did)


def others(here: Here, who: str) -> Iterator[str]:
    """Those with whom a fighter is in melee."""
    for held in here.state.held:
        if held.id == ENGAGED and who in (held.who, held.to):
            yield held.to if held.who == who else held.who


def is_ranged(here: Here) -> bool:
    """Whether the weapon of the act shoots, or is thrown."""
    return bool(here.weapon and here.weapon["kind"] != MELEE)
