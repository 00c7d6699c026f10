"""The fights of this game: who acts when and what a turn has, all acts in the order of the page, and what follows."""

from __future__ import annotations

from ....engine.fight.declared import Fact
from ....engine.fight.fight_rules import FightRules
from ... import calculator
from ..life.hit_points import DYING
from ..sheet.conditions import HELPED, HELPED_GUARD, LASTING
from ..sheet.sheet import SHEET
from ..tables import FACTS
from .attacks import ATTACKS
from .attacks_made import AIMS, ENGAGED, GRAPPLES, GUARDS, PAIRED, RIDES
from .bank import BANK, CRITICAL_ACTIONS, LAST_ROLL
from .budget import BUDGET, LEADS, RIDDEN, SURPRISED
from .consequences import BLEEDING, due, follows
from .effects import AGAINST_ONE
from .foes import FOES
from .gear import GEAR
from .maneuvers import BOTCHED, FEINTED, MANEUVERING, RESTRAINS
from .moves import MOVES
from .openings import MISSED, MISSED_BADLY, WEAPON_MANEUVERS
from .order import AMBUSH, LATE, MODES
from .plan import PLANS
from .riding import RIDING, SHAKEN
from .samples import SAMPLES
from .special_attacks import SPECIAL_ATTACKS
from .waiting import DELAYS, READIED, WAITING
from .wounds import BELOW, CARE, DOWN, FAILED, HIT_POINTS, drops

GIVES = {"eye_blinded": ("blinded",)}
"""The conditions that lasting effects give besides."""


def _alone(one: str, *more: str) -> Fact:
    """What a fighter alone holds, with the label of its row."""
    return Fact(one, SHEET.conditions.label(one), (one, *more), by_hand=False)


FACTS_BETWEEN = (
    Fact(ENGAGED, "{who} and {to} are in melee", both_ways=True),
    Fact("flanks", "{who} flanks {to}, for the attack"),
    Fact("flanks_guarded", "{who} flanks {to}, for Defense"),
    Fact("above", "{who} attacks {to} from above"),
    Fact("behind", "{who} attacks {to} from behind"),
    Fact("light_cover_from", "{who} has light cover from {to}"),
    Fact("medium_cover_from", "{who} has medium cover from {to}"),
    Fact("full_cover_from", "{who} has full cover from {to}"),
    Fact(RIDES, "{who} rides {to}", (), (RIDDEN,)),
    Fact(GRAPPLES, "{who} grapples {to}", ("grappled",), ("grappled",)),
    Fact(RESTRAINS, "{who} restrains {to}", (), ("restrained",)),
    Fact(FEINTED, "{who} is deceived by {to}"),
    Fact(AIMS, "{who} has aimed at {to}: {number}", counts="Rounds of aiming at {to}"),
    Fact(BANK, "{who}: {number} banked against {to}", counts="Criticals banked against {to}"),
    Fact(HELPED, "{who} is helped against {to}: +{number}", counts="Help to attack {to}"),
    Fact(HELPED_GUARD, "{who} is helped to defend against {to}: +{number}", counts="Help to defend against {to}"),
    Fact(LAST_ROLL, "{who} last rolled {number} against {to}", by_hand=False),
    Fact(MISSED, "{who} missed {to} with {number}", by_hand=False),
    Fact(MISSED_BADLY, "{who} missed {to} badly, with {number}", by_hand=False),
    _alone(LEADS),
    _alone(BOTCHED),
    _alone(GUARDS),
    _alone(PAIRED),
    _alone(DELAYS),
    _alone(READIED),
    _alone(SHAKEN),
    _alone(BELOW),
    _alone(FAILED),
    *(_alone(one, *GIVES.get(one, ())) for one in LASTING if one not in AGAINST_ONE),
    *(Fact(one, f"{{who}} against {{to}}: {LASTING[one]['label']}", by_hand=False) for one in AGAINST_ONE),
)

FIGHT = FightRules(
    sheet=SHEET,
    find=calculator,
    track=HIT_POINTS,
    down=DOWN,
    skipped=frozenset({SURPRISED, DELAYS}),
    out_of_turn=frozenset({READIED}),
    in_danger=frozenset({DYING}),
    bookkeeping=frozenset({BELOW, FAILED, MISSED, MISSED_BADLY, LAST_ROLL, SHAKEN}),
    common=("prone", "grappled", "bleeding", "stunned", "frightened", "surprised", "total_defense", "slowed"),
    budget=BUDGET,
    acts=(
        *LATE,
        *AMBUSH,
        *ATTACKS,
        *SPECIAL_ATTACKS,
        *MANEUVERING,
        *CRITICAL_ACTIONS,
        *WEAPON_MANEUVERS,
        *CARE,
        *RIDING,
        *MOVES,
        *WAITING,
        *GEAR,
    ),
    plans=PLANS,
    facts=FACTS_BETWEEN,
    modes=MODES,
    setup=("surprise",),
    foes=FOES,
    editable=("hit_points_max", "defense", "wp", "damage_reduction"),
    follows=follows,
    due=due,
    drops=drops,
    write_back=frozenset({BLEEDING}),
    hits=("Hit",),
    round_seconds=FACTS.number("round_seconds"),
    samples=SAMPLES,
)
