"""Worlds Without Number: the calculators, tables and credit of this game, in reading order."""

from __future__ import annotations

from ...engine.game import Credit, Game, Moment
from .attack.attack import ATTACK
from .attack.charge import CHARGE
from .attack.duration import DUEL, ROUNDS_TO_DROP
from .attack.execution import EXECUTION
from .attack.snap import SNAP
from .attack.swarm import SWARM
from .attack.two_attacks import DUAL_WIELD
from .checks.character import ATTR_MOD, DERIVE
from .checks.checks import OPPOSED
from .checks.saves import SAVE
from .checks.skill_check import SKILL_CHECK
from .defense.defense import DISENGAGE, TOTAL_DEFENSE
from .defense.screen import SCREEN
from .maneuvers.drag import GRAPPLE_MOVE
from .maneuvers.grapple import GRAPPLE_ESCAPE, GRAPPLE_START
from .maneuvers.grapple_race import GRAPPLE_RACE
from .maneuvers.shatter import SHATTER_SHIELD
from .maneuvers.shove import SHOVE
from .reference import REFERENCE
from .tables import FACTS
from .turns.initiative import INITIATIVE_GROUP
from .turns.initiative_compare import INITIATIVE_COMPARE
from .turns.initiative_individual import INITIATIVE_INDIVIDUAL
from .turns.morale import MORALE
from .turns.movement import MOVEMENT
from .turns.order import TURN_ORDER
from .turns.reload import RELOAD
from .turns.surprise import SURPRISE
from .turns.turn import ACTION_ECONOMY
from .wounds.wounds import DOWNED, STABILIZE

GAME = Game(
    id="wwn",
    name="Worlds Without Number",
    short="WWN",
    dice="d20 + 2d6",
    tagline="A d20 to hit, 2d6 for everything else, and Shock even when you miss.",
    credit=Credit(
        text=(
            "Worlds Without Number SRD by Kevin Crawford. We state a summary of its combat chapter and the SRD's "
            "facts in our own words; this is not an official product."
        ),
        license="CC0 1.0 (public domain dedication)",
        url="https://rpg.blulaktuko.net/wwn/srd/1-an-introduction.html",
    ),
    most_used=(ATTACK, SKILL_CHECK, SAVE, GRAPPLE_START, ROUNDS_TO_DROP),
    moments=(
        Moment(
            "attack",
            "Attack",
            "Do I hit, and how hard?",
            (ATTACK, DUAL_WIELD, SNAP, CHARGE, SWARM, EXECUTION),
        ),
        Moment(
            "grapple",
            "Grapple and shove",
            "Can I grab, drag or push, and can I get out?",
            (GRAPPLE_START, GRAPPLE_ESCAPE, GRAPPLE_RACE, GRAPPLE_MOVE, SHOVE),
        ),
        Moment(
            "protect",
            "Protect",
            "How do we stay out of harm's way?",
            (SCREEN, TOTAL_DEFENSE, SHATTER_SHIELD, DISENGAGE),
        ),
        Moment(
            "first",
            "Who goes first",
            "Who acts before whom?",
            (INITIATIVE_GROUP, INITIATIVE_INDIVIDUAL, INITIATIVE_COMPARE, SURPRISE, TURN_ORDER),
        ),
        Moment("turn", "My turn", "What can I still do this round?", (ACTION_ECONOMY, MOVEMENT, RELOAD)),
        Moment("long", "How long", "How long does it last, and who wins?", (ROUNDS_TO_DROP, DUEL, MORALE)),
        Moment("down", "Down", "Who is dying, and can we save them?", (DOWNED, STABILIZE)),
        Moment(
            "numbers",
            "Character numbers",
            "What do I add, and what must I roll?",
            (ATTR_MOD, DERIVE, SAVE, SKILL_CHECK, OPPOSED),
        ),
        Moment("look_up", "Look up", "What kind of action is this?", (REFERENCE,)),
    ),
    facts=FACTS,
    table_names=(
        "alertness",
        "actions",
        "other_actions",
        "reloads",
        "circumstances",
        "sizes",
        "range_bands",
        "shatter_weapons",
        "target_kinds",
        "conditions",
        "difficulties",
        "attributes",
        "classes",
        "saves",
        "weapons",
        "traits",
        "armor",
        "shields",
        "foes",
    ),
)
