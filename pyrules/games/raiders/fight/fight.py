"""The fights of this game."""

from __future__ import annotations

from ....engine.fight.declared import BudgetPart, Fact
from ....engine.fight.fight_rules import FightRules
from ... import calculator
from ..sheet.sheet import SHEET
from ..tables import FACTS
from ..turn import PER_ROUND
from .areas import AREA_HIT, AREAS
from .defenses import ACTIONS
from .due import due
from .escapes import ESCAPE
from .foes import FOES
from .holds import HOLDING
from .mounts import MOUNTS
from .plans import PLANS
from .samples import SAMPLES
from .strikes import ATTACKS, STANCES
from .wounds import DOWN, SEAT_DUE, WOUNDS, drops, follows

FIGHT = FightRules(
    sheet=SHEET,
    find=calculator,
    track=WOUNDS,
    down=frozenset({DOWN}),
    bookkeeping=frozenset({SEAT_DUE, AREA_HIT}),
    common=("prone", "aiming", "defending", "full_defense", "ambushed", "cornered"),
    budget=(BudgetPart(ACTIONS, "action", lambda v: PER_ROUND),),
    acts=(*ATTACKS, *HOLDING, ESCAPE, *AREAS, *STANCES, *MOUNTS),
    plans=PLANS,
    facts=(
        Fact(
            "holds",
            "{who} holds {to} with mox {number}",
            ("holding",),
            ("grappled",),
            counts="{who} holds {to} with mox",
        ),
        Fact("range", "Range {number} between {who} and {to}", both_ways=True, counts="Range to {to}"),
        Fact("rides", "{who} rides {to}", ("mounted",)),
        Fact("unaware", "{who} does not know of {to}"),
        Fact(SEAT_DUE, "{who} must keep the seat against {to}: {number}", by_hand=False),
    ),
    foes=FOES,
    editable=("wound_limit", "dodge", "parry", "protection", "brawn", "warrior"),
    follows=follows,
    due=due,
    drops=drops,
    hits=("Hit", "Wounded", "Target down"),
    round_seconds=FACTS.number("round_seconds"),
    samples=SAMPLES,
)
