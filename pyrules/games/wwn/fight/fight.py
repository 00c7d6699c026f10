"""The fights of this game: who acts when and what a turn has, all acts in the order of the page, and what follows."""

from __future__ import annotations

from fractions import Fraction

from ....engine.answer import Answer
from ....engine.fight.acts import FightAct, Here
from ....engine.fight.declared import BudgetPart
from ....engine.fight.fight_rules import FightRules
from ... import calculator
from ..sheet.sheet import SHEET
from ..tables import FACTS
from ..wounds.wounds import DEAD, INCAPACITATED, MORTAL
from .attacks import ATTACKS_WITH_WEAPONS
from .consequences import due, follows
from .executions import EXECUTIONS
from .facts import (
    FACTS_BETWEEN,
    HIT_DUE,
    HOLD_DAMAGE,
    HOLDING_ACTION,
    MET_SCREEN,
    MISSED,
    MORALE_DUE,
    NEW_HOLD,
    STRUCK,
    TENDED,
)
from .foes import FOES
from .gear import as_it_stands
from .grapples import GRAPPLES, HELD
from .lines import HIT_POINTS
from .luck import LUCK
from .moves import GEAR, MOVEMENT
from .order import AMBUSH, MODES, SURPRISED
from .samples import SAMPLES
from .screens import AGAINST_DEFENSE, DEFENSE
from .swarms import SWARM
from .wounds import ALONE, CARE, FRAIL, UNCONSCIOUS

DAMAGE = {"attack": "damage", "swarm": "damage", "grapple_race": "damage_per_round"}
"""The output with the damage of an act, by calculator."""


def drops(here: Here, act: FightAct, answer: Answer) -> Fraction | None:
    """The chance that an act leaves no hit points to its target, or to the one who is held (WWN-DMG-03)."""
    name = DAMAGE.get(act.calculator)
    left = here.state[here.to or here.who].tracks[HIT_POINTS]
    if name is None or not left:
        return None
    damage = answer.values[name]
    return sum((p for points, p in damage.items() if int(points) >= left), Fraction(0))


FIGHT = FightRules(
    sheet=SHEET,
    find=calculator,
    track=HIT_POINTS,
    down=frozenset({INCAPACITATED, UNCONSCIOUS, MORTAL, DEAD}),
    fatal=frozenset({MORTAL}),
    skipped=frozenset({SURPRISED}),
    out_of_turn=frozenset({HOLDING_ACTION}),
    bookkeeping=frozenset({NEW_HOLD, HOLD_DAMAGE, MET_SCREEN, MORALE_DUE, HIT_DUE, MISSED, STRUCK, TENDED}),
    common=("prone", "charging", "total_defense", "engaged", SURPRISED, "shield_broken"),
    budget=(
        BudgetPart("main", "Main Action", lambda v: FACTS.number("main_actions_per_round")),
        BudgetPart("move", "Move Action", lambda v: FACTS.number("move_actions_per_round")),
        BudgetPart("attacks", "further attack", lambda v: v["attacks"] - 1),
    ),
    as_it_stands=as_it_stands,
    acts=(
        *CARE,
        *AMBUSH,
        *ATTACKS_WITH_WEAPONS,
        *LUCK,
        *AGAINST_DEFENSE,
        *SWARM,
        *GRAPPLES,
        *EXECUTIONS,
        *HELD,
        *DEFENSE,
        *MOVEMENT,
        *GEAR,
        *ALONE,
    ),
    facts=FACTS_BETWEEN,
    modes=MODES,
    setup=("ambush",),
    foes=FOES,
    editable=("hit_points_max", "armor_class", "attack_bonus"),
    follows=follows,
    due=due,
    drops=drops,
    write_back=frozenset({MORTAL, INCAPACITATED, UNCONSCIOUS, DEAD, FRAIL, "shield_broken"}),
    hits=("Hit",),
    round_seconds=FACTS.number("round_seconds"),
    samples=SAMPLES,
)
