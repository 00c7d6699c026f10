"""The fights of this game."""

from __future__ import annotations

from ....engine.fight.declared import BudgetPart, Fact
from ....engine.fight.fight_rules import FightRules
from ... import calculator
from ..sheet.sheet import SHEET
from ..tables import FACTS
from ..turns.fighter import Is
from .attacks import MELEE_AND_SHOTS, UNARMED_ATTACKS
from .defenses import DODGE_MOVE, MET
from .dual import DUAL
from .due import due
from .foes import FOES
from .gear import LOADED, PLACES, as_it_stands
from .holds import HOLDING, HOLDS
from .lines import HEALTH, TURN
from .order import WAITING
from .plans import PLANS
from .prepared import READY
from .reactions import REACTIONS
from .samples import SAMPLES
from .shots import DOUBLE, LOADING
from .turns import FREE_STAND, GEAR, GETTING_UP, MOVING
from .wounds import AWAKE, STRENGTH_DUE, drops, follows

FIGHT = FightRules(
    sheet=SHEET,
    find=calculator,
    track=HEALTH,
    down=frozenset({Is.UNCONSCIOUS}),
    bookkeeping=frozenset({MET, STRENGTH_DUE, FREE_STAND, LOADED, *PLACES}),
    silent_ends=frozenset({DODGE_MOVE}),
    common=("grounded", "stunned", "grappled", "chilled", "smoldering", "incapacitated"),
    budget=(BudgetPart(TURN, "action", lambda v: FACTS.number("actions_per_turn")),),
    acts=(
        *MELEE_AND_SHOTS,
        *UNARMED_ATTACKS,
        DUAL,
        DOUBLE,
        *HOLDING,
        *REACTIONS,
        *AWAKE,
        *WAITING,
        *GETTING_UP,
        *READY,
        *LOADING,
        *GEAR,
        *MOVING,
    ),
    plans=PLANS,
    as_it_stands=as_it_stands,
    facts=(
        Fact(
            HOLDS,
            "{who} holds {to}, failed escapes {number}",
            ("holding",),
            ("grappled",),
            counts="Holds {to}, failed escapes",
        ),
        Fact("cornered", "{who} has no room to dodge {to}"),
        Fact(MET, "Attacks of {to} on {who}: {number}", by_hand=False),
    ),
    foes=FOES,
    editable=("health_max", "agility_die", "fighting", "parry", "armor_dr"),
    follows=follows,
    due=due,
    drops=drops,
    write_back=frozenset({Is.ARM_MAIMED, Is.LEG_MAIMED, Is.UNCONSCIOUS, Is.CHILLED, Is.SMOLDERING}),
    hits=("Hit", "One hit", "Two hits"),
    samples=SAMPLES,
)
