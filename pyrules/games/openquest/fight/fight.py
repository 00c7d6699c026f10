"""The fights of this game: order by skill, all acts in the order of the page, and what follows."""

from __future__ import annotations

from fractions import Fraction

from ....engine.answer import Answer
from ....engine.fight.acts import FightAct, Here
from ....engine.fight.declared import BudgetPart
from ....engine.fight.fight_rules import FightRules
from ....engine.fight.orders import Declaration
from ... import calculator
from ..sheet.conditions import DEFENSELESS, MORTAL_WOUND, SURPRISED
from ..sheet.sheet import SHEET
from ..tables import FACTS
from .acting import ACTION, MOVE
from .attacks import CLOSE_ATTACKS
from .care import ALONE, CARE, DEAD, STABILIZED, UNCONSCIOUS
from .charges import ANSWERS, CHARGES
from .consequences import due, follows
from .crowd import CROWD
from .declaring import DECLARE
from .disarming import DISARMING
from .facts import (
    AWAY,
    BERSERK,
    BODILESS,
    COUNTERSTRIKE,
    DECLARED,
    DEFENDED,
    FACTS_BETWEEN,
    GRIP_DUE,
    IMMUNE,
    LOST_ROUND,
    MOUNT_TESTED,
    MOVED_BEFORE,
    OFF_HAND,
    STRUCK,
    SURRENDERED,
    WAITS_FOR,
)
from .foes import FOES
from .fumbles import FUMBLES
from .grips import BARE_HANDS
from .lines import HIT_POINTS
from .moves import MOVEMENT, MOVES, STANCES
from .order import MODES, WAITING, acts_at
from .plans import PLANS
from .riding import RIDING
from .samples import SAMPLES
from .scene import SCENE
from .shooting import READY, SHOTS
from .spells import SPELL_ON_SELF, SPELLS_AT_OTHERS
from .spirits import MAGIC_POINTS, SPIRITS
from .talk import SURRENDER, TALK

DROPS = ("p_drop", "p_target_drop")
"""The outputs with the chance that an act leaves no hit points to its target."""


def drops(here: Here, act: FightAct, answer: Answer) -> Fraction | None:
    """The chance that an act brings its target to 0 hit points (OQ-DAM-05)."""
    if not here.to or here.target.tracks[HIT_POINTS] <= 0:
        return None
    found = (answer.values.get(name) for name in DROPS)
    return next((Fraction(p) for p in found if p is not None), None)


FIGHT = FightRules(
    sheet=SHEET,
    find=calculator,
    track=HIT_POINTS,
    tracks_of={BODILESS: MAGIC_POINTS},
    fatal=frozenset({MORTAL_WOUND}),
    down=frozenset({MORTAL_WOUND, DEAD, STABILIZED, UNCONSCIOUS, SURRENDERED, AWAY}),
    skipped=frozenset({SURPRISED, DEFENSELESS, LOST_ROUND}),
    out_of_turn=frozenset({WAITS_FOR}),
    bookkeeping=frozenset({COUNTERSTRIKE, DEFENDED, GRIP_DUE, MOUNT_TESTED, MOVED_BEFORE, OFF_HAND, STRUCK}),
    common=("prone", "defend_only", "lost_round", "unstable", "mounted", "helpless"),
    budget=(
        BudgetPart(ACTION, "action", lambda v: 1),
        BudgetPart(MOVE, "free move", lambda v: 1),
    ),
    acts=(
        *CLOSE_ATTACKS,
        *DISARMING,
        *CHARGES,
        *ANSWERS,
        *SHOTS,
        *CROWD,
        *BARE_HANDS,
        *SPIRITS,
        *MOVES,
        *TALK,
        *WAITING,
        *CARE,
        *SPELLS_AT_OTHERS,
        *DECLARE,
        *SCENE,
        *FUMBLES,
        *STANCES,
        *MOVEMENT,
        *RIDING,
        *READY,
        *SPELL_ON_SELF,
        *ALONE,
        *SURRENDER,
    ),
    plans=PLANS,
    facts=FACTS_BETWEEN,
    modes=MODES,
    declares=Declaration("declare", DECLARED),
    foes=FOES,
    editable=("hit_points_max", "armor_points", "close_combat_skill", "dodge_skill"),
    follows=follows,
    due=due,
    drops=drops,
    write_back=frozenset({MORTAL_WOUND, STABILIZED, UNCONSCIOUS, DEAD, IMMUNE, BERSERK, "strap_broken"}),
    acts_at=acts_at,
    hits=("Hit", "Critical hit", "Struck"),
    round_seconds=FACTS.number("round_seconds"),
    samples=SAMPLES,
)
